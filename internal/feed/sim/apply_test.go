package sim_test

import (
	"errors"
	"testing"
	"time"

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

// book is the sportsbook behind the simulator's feed.
type book struct {
	t      *testing.T
	db     *pgxpool.Pool
	clk    *clock.Manual
	box    *chaos.Box
	feed   *simulated.Feed
	sports *sports.Service
	parked map[fixture.Reason]int
}

func newBook(t *testing.T) *book {
	t.Helper()
	b := &book{
		t: t, db: pgtest.DB(t), clk: clock.NewManual(time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)), box: &chaos.Box{}, parked: map[fixture.Reason]int{},
	}
	b.feed = simulated.NewFeed(simulated.New(1), b.box)
	b.sports = sports.New(b.db, b.clk, sports.Defaults())
	_, err := b.db.Exec(t.Context(), `INSERT INTO site_site (site_id, name, hosts) VALUES ('demo', 'Demo', '{}') ON CONFLICT DO NOTHING`)
	require.NoError(t, err)
	return b
}

// poll reads the feed to its end, into the tables.
func (b *book) poll() {
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
		for idle(err) {
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

// idle reports whether the server gave a transaction up because this program did not get to run for a second.
func idle(err error) bool {
	var pe *pgconn.PgError
	return errors.As(err, &pe) && pe.Code == "25P03"
}

func (b *book) count(sql string) (n int) {
	b.t.Helper()
	require.NoError(b.t, b.db.QueryRow(b.t.Context(), sql).Scan(&n))
	return n
}

// agree compares what is on offer with the calendar.
func (b *book) agree() {
	b.t.Helper()
	matches, markets := 0, 0
	for _, m := range simulated.New(1).Open(b.clk.Now()) {
		if m.Event.State == fixture.Scheduled || m.Event.State == fixture.Live {
			matches++
		}
		markets += len(m.Markets)
	}
	require.Equal(b.t, matches, b.count(`SELECT count(*) FROM sports_event WHERE state IN ('scheduled', 'live')`))
	require.Equal(b.t, markets, b.count(`SELECT count(*) FROM sports_market m JOIN sports_event e ON e.id = m.event_id WHERE m.state = 'open' AND e.state IN ('scheduled', 'live')`))
}

func TestTheSportsbookTakesAllThatTheSimulatorTells(t *testing.T) {
	t.Parallel()
	b := newBook(t)
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
	b := newBook(t)
	b.poll()
	for _, fault := range []string{chaos.SportsDuplicate, chaos.SportsOrder, chaos.SportsContradict} {
		require.NoError(t, b.box.Set(chaos.Settings{Sports: fault}))
		for range 2 {
			b.clk.Advance(2 * time.Minute)
			b.poll()
		}
		require.NoError(t, b.box.Set(chaos.Settings{}))
		b.poll()
		b.agree()
	}
	require.Len(t, b.parked, 1, "%v", b.parked)

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
