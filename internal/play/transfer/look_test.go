package transfer_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/money"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/transfer"
	"hubstake/internal/sim/chaos"
)

// asked counts the questions for what the vendor has.
type asked struct {
	provider.TransferWallet
	times atomic.Int64
	meant func() // happens while the vendor is asked
}

func (a *asked) Held(ctx context.Context, member, currency string) (money.Amount, error) {
	a.times.Add(1)
	if a.meant != nil {
		a.meant()
	}
	return a.TransferWallet.Held(ctx, member, currency)
}

// shown is what a page is told of the member's money with the vendor.
func (w *world) shown(s *transfer.Service) transfer.Held {
	w.t.Helper()
	list, err := s.Accounts(w.t.Context(), w.member, "KRW")
	require.NoError(w.t, err)
	require.Len(w.t, list, 1)
	return list[0]
}

// While a game is open the figure is the vendor's own, although a game that was played to nothing has nothing any more. However many
// pages of however many nodes want to know, the vendor is asked once in five seconds.
func TestTheFigureOfAnOpenGameIsTheVendors(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	transferWallet := &asked{TransferWallet: w.transferWallet}
	here, there := w.with(map[string]provider.TransferWallet{"acme": transferWallet}), w.with(map[string]provider.TransferWallet{"acme": transferWallet})
	session := w.launched()
	for n, won := range []money.Amount{5_000, -2_000, -3_000, -began, 700} {
		w.play(won)
		var pages errgroup.Group
		for page := range 16 {
			pages.Go(func() error {
				_, err := []*transfer.Service{here, there}[page%2].Accounts(t.Context(), w.member, "KRW")
				return err
			})
		}
		require.NoError(t, pages.Wait())
		require.EqualValues(t, n+1, transferWallet.times.Load(), "one question for all pages")
		h := w.shown(here)
		require.Equal(t, transfer.Held{Vendor: "acme", Balance: w.there(), SaidAt: h.SaidAt, Open: true}, h)
		require.WithinDuration(t, w.clk.Now(), h.SaidAt, time.Millisecond)
		w.clk.Advance(5 * time.Second)
	}
	_, err := w.db.Exec(t.Context(), "UPDATE game_launch SET closed_at = $2 WHERE session_id = $1", session, w.clk.Now())
	require.NoError(t, err)
	require.False(t, w.shown(here).Open)
	require.EqualValues(t, 5, transferWallet.times.Load(), "of a game that is over Recall asks")
	require.NoError(t, w.service.Recall(t.Context(), w.member))
	require.EqualValues(t, 700, w.cash())
	w.sound()
}

// A vendor that does not answer is asked no more often for that, and the last figure says of when it is.
func TestAVendorThatDoesNotAnswerLeavesTheLastFigure(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	transferWallet := &asked{TransferWallet: w.transferWallet}
	s := w.with(map[string]provider.TransferWallet{"acme": transferWallet})
	w.launched()
	said := w.shown(s).SaidAt
	w.play(5_000)
	w.faults(chaos.Settings{Outage: chaos.OutageError})
	for range 10 { // twenty seconds of a page that asks every two
		w.clk.Advance(2 * time.Second)
		h := w.shown(s)
		require.EqualValues(t, began, h.Balance)
		require.WithinDuration(t, said, h.SaidAt, time.Millisecond)
		require.Equal(t, w.clk.Now().Sub(said) > 15*time.Second, h.Old)
	}
	require.LessOrEqual(t, transferWallet.times.Load(), int64(5))
	w.faults(chaos.Settings{})
	w.clk.Advance(5 * time.Second)
	h := w.shown(s)
	require.EqualValues(t, began+5_000, h.Balance)
	require.False(t, h.Old)
}

// An order that is written while the vendor is asked makes its answer old.
func TestAnAnswerOfBeforeAnOrderIsDropped(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	transferWallet := &asked{TransferWallet: w.transferWallet}
	s := w.with(map[string]provider.TransferWallet{"acme": transferWallet})
	w.launched()
	w.play(5_000)
	transferWallet.meant = func() {
		transferWallet.meant = nil
		o, err := w.service.Out(t.Context(), w.wish())
		require.NoError(t, err)
		require.Equal(t, transfer.Done, o.Status)
		w.play(300)
	}
	w.shown(s)
	require.EqualValues(t, 1, transferWallet.times.Load())
	var stored int64
	require.NoError(t, w.db.QueryRow(t.Context(), "SELECT balance FROM transfer_account WHERE member_id = $1", w.member).Scan(&stored))
	require.Zero(t, stored, "what the order left, not what the question of before it was told")
	w.sound()
}
