package bet_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fault"
)

// B9999: a bet whose wallet another transaction holds for too long is not placed, and the member may try again.
func TestABetWaitsForAHeldWalletForAWhile(t *testing.T) {
	t.Parallel()
	b := twoMatches(t)
	m := b.Member(100_000)
	tx, err := b.DB.Begin(t.Context())
	require.NoError(t, err)
	defer func() { _ = tx.Rollback(t.Context()) }()
	_, err = tx.Exec(t.Context(), `SELECT FROM wallet_balance WHERE member_id = $1 FOR UPDATE`, m)
	require.NoError(t, err)
	o := b.Order(m, 10_000, b.Home("M1"))
	o.Key = "k"
	_, err = b.Bets.Place(t.Context(), o)
	require.ErrorIs(t, err, fault.PreviousBetsSettling)
	require.NoError(t, tx.Rollback(t.Context()))
	_, err = b.Bets.Place(t.Context(), o)
	require.NoError(t, err)
	b.Sound()
}
