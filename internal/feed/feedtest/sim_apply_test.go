package feedtest_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fixture"
	"hubstake/internal/feed/sim"
	"hubstake/internal/play/sports"
	"hubstake/internal/sim/chaos"
	simulated "hubstake/internal/sim/sports"
	"hubstake/internal/testkit/pgtest"
)

// simBook is the sportsbook behind the simulator's feed.
type simBook struct {
	t      *testing.T
	db     *pgxpool.Pool
	clk    *clock.Manual
	box    *chaos.Box
	feed   *simulated.Feed
	sports *sports.Service
	parked map[fixture.Reason]int
}

func newSimBook(t *testing.T) *simBook {
	t.Helper()
	b := &simBook{
		t: t, db: pgtest.DB(t), clk: clock.NewManual(time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)), box: &chaos.Box{}, parked: map[fixture.Reason]int{},
	}
	b.feed = simulated.NewFeed(simulated.New(1), b.box)
	b.sports = sports.New(b.db, b.clk, sports.Defaults())
	_, err := b.db.Exec(t.Context(), `INSERT INTO site_site (site_id, name, hosts) VALUES ('demo', 'Demo', '{}') ON CONFLICT DO NOTHING`)
	require.NoError(t, err)
	return b
}

// poll reads the feed to its end, into the tables.
func (b *simBook) poll() {
	b.t.Helper()
	const size = 300 // a busy machine must get through a page before the server gives its transaction up
	for more := true; more; {
		cursor, err := b.sports.Cursor(b.t.Context(), sim.Name)
		require.NoError(b.t, err)
		page, err := b.feed.Page(cursor, b.clk.Now(), size)
		require.NoError(b.t, err)
		batch := fixture.Batch{Cursor: page.Cursor, More: page.More, Changes: page.Changes}
		if page.Vouched != nil {
			batch.Vouched = *page.Vouched
		}
		out, err := b.sports.Apply(b.t.Context(), sim.Name, cursor, batch)
		for isIdle(err) {
			out, err = b.sports.Apply(b.t.Context(), sim.Name, cursor, batch)
		}
		require.NoError(b.t, err)
		require.False(b.t, out.Repeated)
		for reason, n := range out.Parked {
			b.parked[reason] += n
		}
		more = page.More
	}
}

// isIdle reports whether the server gave a transaction up because this program did not get to run for a second.
func isIdle(err error) bool {
	var pe *pgconn.PgError
	return errors.As(err, &pe) && pe.Code == "25P03"
}

func (b *simBook) count(sql string) (n int) {
	b.t.Helper()
	require.NoError(b.t, b.db.QueryRow(b.t.Context(), sql).Scan(&n))
	return n
}

// agree compares what is on offer with the calendar.
func (b *simBook) agree() {
	b.t.Helper()
	matches, want := 0, map[string]bool{}
	for _, m := range simulated.New(1).Open(b.clk.Now()) {
		if m.Event.State == fixture.Scheduled || m.Event.State == fixture.Live {
			matches++
		}
		for _, market := range m.Markets {
			want[fmt.Sprint(market.Event, " ", market.Kind, " ", market.Period, " ", int(market.Line))] = true
		}
	}
	require.Equal(b.t, matches, b.count(`SELECT count(*) FROM sports_event WHERE state IN ('scheduled', 'live')`))
	rows, err := b.db.Query(b.t.Context(), `
		SELECT concat_ws(' ', e.feed_id, m.kind, m.period, m.line), m.state FROM sports_market m JOIN sports_event e ON e.id = m.event_id
		 WHERE e.state IN ('scheduled', 'live')`)
	require.NoError(b.t, err)
	var market, state string
	_, err = pgx.ForEachRow(rows, []any{&market, &state}, func() error {
		require.Equal(b.t, want[market], state == "open", "%s is %s", market, state)
		delete(want, market)
		return nil
	})
	require.NoError(b.t, err)
	require.Empty(b.t, want)
}

func TestTheSportsbookTakesAllThatTheSimulatorTells(t *testing.T) {
	t.Parallel()
	b := newSimBook(t)
	b.poll()
	b.agree()
	for range 3 {
		b.clk.Advance(9 * time.Minute)
		b.poll()
	}
	b.agree()
	b.clk.Advance(3 * time.Hour) // the reader was away
	b.poll()
	b.agree()
	require.Empty(t, b.parked)
	require.Greater(t, b.count(`SELECT count(*) FROM sports_result WHERE void = ''`), 20)
	stale, err := b.sports.SuspendStale(t.Context(), sim.Name)
	require.NoError(t, err)
	require.Zero(t, stale)
	require.Zero(t, b.count(`SELECT count(*) FROM sports_market WHERE stale`))
}

func TestTheSportsbookStandsTheSimulatorsFaults(t *testing.T) {
	t.Parallel()
	b := newSimBook(t)
	b.poll()
	under := func(fault string, d time.Duration) {
		require.NoError(t, b.box.Set(chaos.Settings{Sports: fault}))
		b.clk.Advance(d / 2)
		b.poll()
		b.clk.Advance(d / 2)
		b.poll()
		require.NoError(t, b.box.Set(chaos.Settings{}))
		b.poll()
	}
	under(chaos.SportsDuplicate, 6*time.Minute)
	b.agree()
	require.Empty(t, b.parked)
	under(chaos.SportsOrder, 6*time.Minute) // a market may come before its match, which is parked
	b.clk.Advance(10 * time.Minute)
	b.poll()
	under(chaos.SportsContradict, 2*time.Minute)
	require.Positive(t, b.parked[sports.Contradicts])
	delete(b.parked, sports.Contradicts)
	delete(b.parked, sports.UnknownEvent)
	require.Empty(t, b.parked)

	require.NoError(t, b.box.Set(chaos.Settings{Sports: chaos.SportsAbsurd}))
	b.clk.Advance(time.Minute)
	b.poll()
	require.Positive(t, b.parked[fixture.Absurd])
	require.Positive(t, b.parked[fixture.Crossed])

	require.NoError(t, b.box.Set(chaos.Settings{Sports: chaos.SportsSilent}))
	b.clk.Advance(3 * time.Minute)
	b.poll()
	stale, err := b.sports.SuspendStale(t.Context(), sim.Name)
	require.NoError(t, err)
	require.Positive(t, stale)
	require.Zero(t, b.count(`SELECT count(*) FROM sports_market m JOIN sports_event e ON e.id = m.event_id WHERE m.state = 'open' AND e.state IN ('scheduled', 'live')`))

	require.NoError(t, b.box.Set(chaos.Settings{}))
	b.clk.Advance(20 * time.Minute) // far enough for a list of all states
	b.poll()
	b.agree()
}
