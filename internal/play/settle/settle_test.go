package settle_test

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
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

// all does every job that is due and returns how many bets were ended.
func all(t *testing.T, s *settle.Service) (n int) {
	t.Helper()
	for {
		d, ok, err := s.Next(t.Context())
		require.NoError(t, err)
		if !ok {
			return n
		}
		for _, ended := range d.Bets {
			n += ended
		}
	}
}

// twoMatches is a book with M1 and M2, which begin in two hours, its settlement, and a member with 1,000,000.
func twoMatches(t *testing.T) (*bettest.Book, *settle.Service, string) {
	t.Helper()
	b := bettest.New(t)
	b.Match("M1", 2*time.Hour, fixture.Scheduled)
	b.Match("M2", 2*time.Hour, fixture.Scheduled)
	return b, settle.New(b.DB, b.Bets, settle.Options{}), b.Member(1_000_000)
}

func TestBetsAreSettledByTheResult(t *testing.T) {
	t.Parallel()
	b, s, m := twoMatches(t)
	over := func(match string) bet.Leg { return b.Leg(match, odds.Total, odds.Over) }
	won := b.Place(m, 10_000, b.Home("M1"))
	lost := b.Place(m, 10_000, b.Leg("M1", odds.OneXTwo, odds.Draw))
	folder := b.Place(m, 10_000, b.Home("M1"), over("M2"))
	doomed := b.Place(m, 10_000, b.Leg("M1", odds.OneXTwo, odds.Away), over("M2"))
	require.Zero(t, all(t, s))
	b.Result("M1", 2, 0)
	require.Equal(t, 3, all(t, s), "a lost leg decides a folder")
	require.Equal(t, []string{"won: closed 10000 20000", "lost: closed 10000 0", "open: open 10000 0", "lost: closed 10000 0"},
		[]string{b.State(won.ID), b.State(lost.ID), b.State(folder.ID), b.State(doomed.ID)})
	require.Equal(t, money.Amount(980_000), b.Cash(m))
	found, err := b.Bets.Find(t.Context(), m, folder.ID)
	require.NoError(t, err)
	require.Equal(t, []odds.Verdict{odds.Won, odds.Open}, []odds.Verdict{found.Legs[0].Outcome.Verdict, found.Legs[1].Outcome.Verdict}, "each leg as it is known")
	b.Result("M2", 3, 0)
	require.Equal(t, 1, all(t, s))
	require.Equal(t, "won: closed 10000 38000", b.State(folder.ID))
	require.Equal(t, money.Amount(1_018_000), b.Cash(m))
	found, err = b.Bets.Find(t.Context(), m, doomed.ID)
	require.NoError(t, err)
	require.Equal(t, odds.Lost, found.Legs[0].Outcome.Verdict)
	b.Sound()
}

// D-51: a folder is paid by the bonus under which it was placed, even if the site gives another one, or none, by then.
func TestAFolderIsPaidByTheBonusOfItsTime(t *testing.T) {
	t.Parallel()
	b, s, m := twoMatches(t)
	options := func(change string) {
		_, err := b.DB.Exec(t.Context(), `UPDATE site_site SET options = options || $1::jsonb`, change)
		require.NoError(t, err)
	}
	options(`{"sportsBonuses":[{"legs":2,"factor":1500}]}`)
	first := b.Place(m, 10_000, b.Home("M1"), b.Home("M2"))
	options(`{"sportsBonuses":[]}`)
	second := b.Place(m, 20_000, b.Home("M1"), b.Home("M2"))
	options(`{"sportsBonuses":[{"legs":2,"factor":1200}]}`)
	b.Result("M1", 1, 0)
	b.Result("M2", 1, 0)
	require.Equal(t, 2, all(t, s))
	require.Equal(t, []string{"won: closed 10000 60000", "won: closed 20000 80000"}, []string{b.State(first.ID), b.State(second.ID)})
	b.Sound()
}

// D-24: a void leg counts 1.00; a bet of which every leg is void is given back.
func TestVoidLegs(t *testing.T) {
	t.Parallel()
	b, s, m := twoMatches(t)
	single := b.Place(m, 10_000, b.Home("M1"))
	folder := b.Place(m, 10_000, b.Home("M1"), b.Home("M2"))
	b.Void("M1")
	require.Equal(t, 1, all(t, s))
	require.Equal(t, "void: void 0 0", b.State(single.ID))
	b.Result("M2", 1, 0)
	require.Equal(t, 1, all(t, s))
	require.Equal(t, "won: closed 10000 20000", b.State(folder.ID))
	require.Equal(t, money.Amount(1_010_000), b.Cash(m))
	b.Sound()
}

// Settlement exactly once: nodes that settle the same market at once, while members cancel.
func TestManyNodesSettleOnce(t *testing.T) {
	t.Parallel()
	b := bettest.New(t)
	b.Match("M1", 2*time.Hour, fixture.Scheduled)
	var members, bets []string
	for n := range 8 {
		m := b.Member(1_000_000)
		members = append(members, m)
		for k := range 20 {
			bets = append(bets, b.Place(m, money.Amount(10_000+100*n+k), b.Leg("M1", odds.OneXTwo, []odds.Key{odds.Home, odds.Draw}[k%2])).ID)
		}
	}
	b.Result("M1", 1, 0)
	var nodes sync.WaitGroup
	for range 3 {
		writer, err := casino.New(b.DB, clock.System{}, wallet.WriterOptions{Timeout: testkit.Patience})
		require.NoError(t, err)
		s := settle.New(b.DB, bet.New(b.DB, clock.System{}, writer, bet.Defaults()), settle.Options{Slice: 7, Parallel: 5, Lease: time.Nanosecond})
		nodes.Go(func() {
			defer writer.Close()
			for {
				_, ok, err := s.Next(t.Context())
				if !ok && err == nil {
					var open int
					if err := b.DB.QueryRow(t.Context(), `SELECT count(*) FROM settle_due`).Scan(&open); err != nil || open == 0 {
						return
					}
				}
			}
		})
	}
	nodes.Go(func() {
		for _, id := range bets {
			_ = b.Bets.Cancel(t.Context(), members[0], "KRW", id, "")
		}
	})
	nodes.Wait()
	for i, id := range bets {
		n, k := i/20, i%20
		want := []string{"won", "lost"}[k%2]
		found, err := b.Bets.Find(t.Context(), members[n], id)
		require.NoError(t, err)
		require.Equal(t, want, string(found.State), "the match was over before anyone could cancel")
	}
	b.Sound()
}

// A correction holds for bets that are open; those that ended stay, and are counted for staff.
func TestACorrectionHoldsForOpenBets(t *testing.T) {
	t.Parallel()
	b, s, m := twoMatches(t)
	single := b.Place(m, 10_000, b.Home("M1"))
	folder := b.Place(m, 10_000, b.Home("M1"), b.Home("M2"))
	b.Result("M1", 1, 0)
	require.Equal(t, 1, all(t, s))
	b.Apply(fixture.Change{Result: &fixture.Result{Event: "M1", Full: odds.Score{Home: 1, Away: 1}, Correction: true}})
	require.Equal(t, 1, all(t, s), "the folder is lost by the corrected score")
	require.Equal(t, []string{"won: closed 10000 20000", "lost: closed 10000 0"}, []string{b.State(single.ID), b.State(folder.ID)})
	n, err := s.Outdated(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, n)
	b.Sound()
}

// A bet that waits when the result comes is refused, not settled.
func TestAWaitingBetIsNotSettled(t *testing.T) {
	t.Parallel()
	b := bettest.New(t, func(r *bet.Rules) { r.Site.SportsDelaySeconds = 0 })
	s := settle.New(b.DB, b.Bets, settle.Options{})
	b.Match("L1", -time.Hour, fixture.Live)
	m := b.Member(100_000)
	r := b.Place(m, 10_000, b.Home("L1"))
	b.Result("L1", 1, 0)
	require.Zero(t, all(t, s))
	n, err := b.Bets.Confirm(t.Context(), 10)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	require.Equal(t, "refused: void 0 0", b.State(r.ID))
	require.Equal(t, money.Amount(100_000), b.Cash(m))
	b.Sound()
}

// A job that fails is left with its reason and tried again.
func TestAJobThatFailsIsTriedAgain(t *testing.T) {
	t.Parallel()
	b := bettest.New(t)
	s := settle.New(b.DB, b.Bets, settle.Options{Retry: time.Nanosecond})
	b.Match("M1", 2*time.Hour, fixture.Scheduled)
	m := b.Member(100_000)
	r := b.Place(m, 10_000, b.Home("M1"))
	b.Result("M1", 1, 0)
	_, err := b.DB.Exec(t.Context(), `ALTER TABLE settle_outcome RENAME TO bet_outcome_gone`)
	require.NoError(t, err)
	_, ok, err := s.Next(t.Context())
	require.True(t, ok)
	require.ErrorContains(t, err, "settle_outcome")
	var tries int
	var why string
	require.NoError(t, b.DB.QueryRow(t.Context(), `SELECT max(tries), max(fault) FROM settle_due`).Scan(&tries, &why))
	require.Equal(t, 1, tries)
	require.Contains(t, why, "settle_outcome")
	_, err = b.DB.Exec(t.Context(), `ALTER TABLE bet_outcome_gone RENAME TO settle_outcome`)
	require.NoError(t, err)
	require.Equal(t, 1, all(t, s))
	require.Equal(t, "won: closed 10000 20000", b.State(r.ID))
	b.Sound()
}

// A correction that takes the score of the first half back leaves bets on it open until there is one again.
func TestAnOutcomeThatIsTakenBackSettlesNothing(t *testing.T) {
	t.Parallel()
	b := bettest.New(t)
	s := settle.New(b.DB, b.Bets, settle.Options{})
	b.Match("M1", 2*time.Hour, fixture.Scheduled)
	b.Match("M2", 2*time.Hour, fixture.Scheduled)
	b.Apply(fixture.Change{Market: &fixture.Market{Event: "M1", Kind: odds.BothScore, Period: odds.Half1, State: fixture.Open, Prices: []fixture.Price{
		{Key: odds.Yes, Price: 1900}, {Key: odds.No, Price: 1900},
	}}})
	m := b.Member(100_000)
	folder := b.Place(m, 10_000, b.Leg("M1", odds.BothScore, odds.No), b.Home("M2"))
	result := func(half *odds.Score) {
		b.Apply(b.Event("M1", 0, fixture.Ended, odds.Score{Home: 2, Away: 1}),
			fixture.Change{Result: &fixture.Result{Event: "M1", Full: odds.Score{Home: 2, Away: 1}, Half: half, Correction: true}})
	}
	result(&odds.Score{Home: 1})
	require.Zero(t, all(t, s))
	result(nil)
	require.Zero(t, all(t, s))
	b.Result("M2", 1, 0)
	require.Zero(t, all(t, s), "its first leg has no outcome any more")
	require.Equal(t, "open: open 10000 0", b.State(folder.ID))
	result(&odds.Score{Home: 1, Away: 1})
	require.Equal(t, 1, all(t, s))
	require.Equal(t, "lost: closed 10000 0", b.State(folder.ID))
	b.Sound()
}

// A feed that takes a result back waits for the node that stores its outcomes, so that they go with the result.
func TestOutcomesThatAreBeingStoredGoWithTheirResult(t *testing.T) {
	t.Parallel()
	b := bettest.New(t)
	s := settle.New(b.DB, b.Bets, settle.Options{})
	b.Match("M1", 2*time.Hour, fixture.Scheduled)
	b.Result("M1", 1, 0)
	gate, err := b.DB.Acquire(t.Context())
	require.NoError(t, err)
	defer gate.Release()
	for _, sql := range []string{
		`CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END $$`,
		`CREATE TRIGGER wait_at_gate BEFORE INSERT ON settle_outcome FOR EACH ROW EXECUTE FUNCTION wait_at_gate()`,
		`SELECT pg_advisory_lock(1)`,
	} {
		_, err := gate.Exec(t.Context(), sql)
		require.NoError(t, err)
	}
	waiting := func() int {
		return len(pgtest.Column(t, b.DB, `SELECT pid::text FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`))
	}
	stored, back := make(chan error, 1), make(chan error, 1)
	go func() {
		_, _, err := s.Next(t.Context())
		stored <- err
	}()
	testkit.Eventually(t, func() bool { return waiting() == 1 })
	go func() {
		_, err := b.DB.Exec(t.Context(), `UPDATE sports_market SET state = 'closed' WHERE id IN (SELECT market_id FROM settle_due WHERE tries = 1)`)
		back <- err
	}()
	testkit.Eventually(t, func() bool { return waiting() == 2 || len(back) == 1 })
	_, err = gate.Exec(t.Context(), `SELECT pg_advisory_unlock(1)`)
	require.NoError(t, err)
	require.NoError(t, <-stored)
	require.NoError(t, <-back)
	require.Empty(t, pgtest.Column(t, b.DB, `SELECT key FROM settle_outcome`))
}

// A match that goes on after its result, by a correction: what its bets had of that result holds no more when it ends with another score.
func TestAResultOfAMatchThatWentOnSettlesNothing(t *testing.T) {
	t.Parallel()
	b, s, m := twoMatches(t)
	folder := b.Place(m, 10_000, b.Home("M1"), b.Home("M2"))
	b.Result("M1", 1, 0)
	require.Zero(t, all(t, s))
	for _, state := range []fixture.EventState{fixture.Live, fixture.Ended} {
		c := b.Event("M1", 0, state, odds.Score{Home: 1, Away: 1})
		c.Event.Correction = true
		b.Apply(c)
	}
	require.Zero(t, all(t, s))
	b.Result("M2", 1, 0)
	require.Zero(t, all(t, s), "1:0 is not how M1 ended")
	b.Apply(fixture.Change{Result: &fixture.Result{Event: "M1", Full: odds.Score{Home: 1, Away: 1}, Correction: true}})
	require.Equal(t, 1, all(t, s))
	require.Equal(t, "lost: closed 10000 0", b.State(folder.ID))
	b.Sound()
}
