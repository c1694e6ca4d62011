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
	"hubstake/internal/operator/message"
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

// Connections die while bets that were struck too late become void, and while an order gives bets back their outcome that a mistaken void had ended: each stake comes
// back once, each win is paid once, each member is told once.
func TestConnectionsThatDieBreakNoVoid(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.settle = settle.New(d.DB, d.Bets, settle.Options{Slice: 3, Retry: time.Millisecond, Lease: 50 * time.Millisecond})
	members := make([]string, testkit.Size(8, 40))
	var late, mistaken []bet.Receipt
	for i := range members {
		members[i] = d.Member(100_000)
		late, mistaken = append(late, d.Place(members[i], 10_000, d.Home("M1"))), append(mistaken, d.Place(members[i], 10_000, d.Home("M2")))
	}
	// Two nodes work until the database says that all is done.
	until := func(done string, step func(*settle.Service) (bool, error)) {
		t.Helper()
		pgtest.UnderKills(t, d.DB, `SELECT count(ended_at) + (SELECT count(*) FROM wallet_ledger) FROM bet_bet`, func() {
			var nodes sync.WaitGroup
			for range 2 {
				nodes.Go(func() {
					for {
						if ok, err := step(d.settle); ok || err != nil {
							continue
						}
						var over bool
						if err := d.DB.QueryRow(t.Context(), done).Scan(&over); err == nil && over {
							return
						}
					}
				})
			}
			nodes.Wait()
		})
	}
	states := func(bets []bet.Receipt) map[string]int {
		all := map[string]int{}
		for _, b := range bets {
			all[d.State(b.ID)]++
		}
		return all
	}

	d.Apply(d.live(-15*time.Minute, 900, odds.Score{}))
	until(`SELECT NOT EXISTS (SELECT FROM bet_bet b JOIN bet_leg l ON l.bet_id = b.id JOIN sports_event e ON e.id = l.event_id WHERE e.feed_id = 'M1' AND b.ended_at IS NULL)`,
		func(s *settle.Service) (bool, error) {
			_, _, ok, err := s.CompareLate(t.Context())
			return ok, err
		})
	require.Equal(t, map[string]int{"void: void 0 0": len(late)}, states(late))

	d.Void("M2")
	require.Equal(t, len(mistaken), all(t, d.settle))
	_, err := d.DB.Exec(t.Context(), `UPDATE sports_event SET starts_at = now(), planned_at = now() WHERE feed_id = 'M2'`)
	require.NoError(t, err)
	d.Say(clock.System{}.Now(), d.Event("M2", 0, fixture.Live, odds.Score{Home: 1}))
	d.Apply(fixture.Change{Result: &fixture.Result{Event: "M2", Full: odds.Score{Home: 1}}})
	all(t, d.settle)
	require.NoError(t, d.correct(settle.Wish{Event: d.events["M2"]}))
	letters := message.New(d.DB, clock.System{})
	until(fmt.Sprintf(`SELECT NOT EXISTS (SELECT FROM settle_order WHERE done_at IS NULL) AND (SELECT count(*) FROM message_message) = %d`, len(members)), func(s *settle.Service) (bool, error) {
		if _, ok, err := s.Correct(t.Context()); ok || err != nil {
			return ok, err
		}
		return s.NotifyMember(t.Context(), letters)
	})
	require.Equal(t, map[string]int{"won: closed 10000 20000": len(mistaken)}, states(mistaken))
	for _, m := range members {
		require.Equal(t, money.Amount(110_000), d.Cash(m))
		require.EqualValues(t, 1, d.number(`SELECT count(*) FROM message_message WHERE member_id = $1`, m), "letters")
	}
	d.Sound()
}
