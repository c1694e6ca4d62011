package transfer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// S-42: in a break nothing is staked any more, at once: the game is over for the recall, though its token is valid.
func TestMoneyWithAProviderComesBackInABreak(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.launched()
	_, err := w.db.Exec(t.Context(), `UPDATE member_member SET status = 'excluded', excluded_until = $2 WHERE member_id = $1`, w.member, w.clk.Now().AddDate(1, 0, 0))
	require.NoError(t, err)
	w.clk.Advance(time.Minute)
	require.NoError(t, w.service.Recall(t.Context(), ""))
	require.EqualValues(t, began, w.cash(), "the money of a member who is excluded comes back")
}

// The member of a game that was being opened when the break began takes money along after it.
func TestNoMoneyGoesToAProviderInABreak(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, err := w.db.Exec(t.Context(), `UPDATE member_member SET status = 'excluded', excluded_until = $2 WHERE member_id = $1`, w.member, w.clk.Now().AddDate(1, 0, 0))
	require.NoError(t, err)
	wish := w.wish()
	wish.Until = w.clk.Now().Add(2 * time.Hour)
	_, err = w.service.In(t.Context(), wish, began)
	require.Error(t, err, "the gate is asked in the transaction that moves the money")
}
