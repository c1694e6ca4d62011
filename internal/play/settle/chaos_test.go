package settle_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/settle"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/bettest"
	"hubstake/internal/testkit/pgtest"
)

// Connections die at random moments while members bet and cancel and a market is settled: every answered bet is one bet, nothing is paid twice, nothing never.
func TestConnectionsThatDieBreakNoBet(t *testing.T) {
	t.Parallel()
	b := bettest.New(t)
	rules := bet.Defaults()
	rules.Twice, rules.Site.SportsCancelsPerDay = 0, 1_000
	// Small batches: many transactions, and so many moments at which one can die.
	writer, err := casino.New(b.DB, clock.System{}, wallet.WriterOptions{MaxBatch: 2, Timeout: testkit.Patience})
	require.NoError(t, err)
	t.Cleanup(writer.Close)
	b.Bets = bet.New(b.DB, clock.System{}, writer, rules)
	b.Match("M1", 5*time.Hour, fixture.Scheduled)
	home, away := b.Home("M1"), b.Leg("M1", odds.OneXTwo, odds.Away)
	members, each, rnd := testkit.Size(4, 8), 8, testkit.Rand(t)
	ids := make([]string, members)
	for i := range ids {
		ids[i] = b.Member(10_000_000)
	}
	under := func(do func()) {
		pgtest.UnderKills(t, b.DB, `SELECT count(*) + count(ended_at) FROM bet_bet`, do)
	}

	type placed struct {
		bet.Receipt
		member    string
		stake     money.Amount
		wins, out bool // out: its member cancels it
	}
	bets := make([]placed, members*each)
	under(func() {
		var all sync.WaitGroup
		for i := range bets {
			all.Go(func() {
				p := placed{member: ids[i%members], stake: money.Amount(5_000 + i), wins: i%2 == 0, out: i%5 == 0}
				leg := away
				if p.wins {
					leg = home
				}
				o := b.Order(p.member, p.stake, leg)
				o.Key = fmt.Sprint("key", i)
				for { // until it is answered
					r, err := b.Bets.Place(t.Context(), o)
					if p.Receipt = r; err == nil {
						break
					}
					if f, refused := fault.Of(err); refused && !errors.Is(f, fault.PreviousBetsSettling) {
						t.Errorf("bet %d: %v", i, err)
						return
					}
				}
				for p.out {
					if err := b.Bets.Cancel(t.Context(), p.member, "KRW", p.ID, ""); err == nil {
						break
					}
				}
				bets[i] = p
			})
		}
		all.Wait()
	})
	for !t.Failed() { // the feed tries again, too
		var over bool
		require.NoError(t, b.DB.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM sports_result)`).Scan(&over))
		if over {
			break
		}
		b.Result("M1", 1, 0)
	}
	under(func() {
		var nodes sync.WaitGroup
		for range 2 {
			s := settle.New(b.DB, b.Bets, settle.Options{Slice: 9, Parallel: 1 + rnd.IntN(8), Retry: time.Millisecond, Lease: 50 * time.Millisecond})
			nodes.Go(func() {
				for {
					if _, ok, err := s.Next(t.Context()); ok || err != nil {
						continue
					}
					var due int
					if err := b.DB.QueryRow(t.Context(), `SELECT count(*) FROM settle_due`).Scan(&due); err == nil && due == 0 {
						return
					}
				}
			})
		}
		nodes.Wait()
	})
	want := map[string]money.Amount{}
	for _, id := range ids {
		want[id] = 10_000_000
	}
	for i, p := range bets {
		state := fmt.Sprintf("lost: closed %d 0", p.stake)
		switch {
		case p.out:
			state = "cancelled: void 0 0"
		case p.wins:
			state = fmt.Sprintf("won: closed %d %d", p.stake, 2*p.stake)
			want[p.member] += p.stake
		default:
			want[p.member] -= p.stake
		}
		require.Equal(t, state, b.State(p.ID), "bet %d", i)
	}
	for _, id := range ids {
		require.Equal(t, want[id], b.Cash(id))
	}
	b.Sound()
}
