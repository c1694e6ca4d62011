package poll_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
	"hubstake/internal/feed/oddsapi"
	feed "hubstake/internal/feed/sim"
	"hubstake/internal/platform/config"
	"hubstake/internal/play/sports"
	"hubstake/internal/sim/chaos"
	"hubstake/internal/sim/game"
	"hubstake/internal/sim/round"
	"hubstake/internal/sim/server"
	"hubstake/internal/sim/signature"
	calendar "hubstake/internal/sim/sports"
	"hubstake/internal/sim/table"
	"hubstake/internal/sim/transferwallet"
	"hubstake/internal/sim/wallet"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/pgtest"
	"hubstake/workers/poll"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("os/exec.(*Cmd).watchCtx.func1"))
}

// noon is when the tests' clocks stand at first.
var noon = time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)

// quick are options without the pauses that only a vendor needs.
func quick() poll.Options {
	return poll.Options{Beat: time.Millisecond, FirstPause: time.Millisecond, LongestPause: 5 * time.Millisecond, OpenFor: 10 * time.Millisecond}
}

// poller is a running one.
type poller struct {
	t    *testing.T
	reg  *prometheus.Registry
	stop func() // and wait
	done chan error
}

// start runs a poller until the test ends or stop is called.
func start(t *testing.T, db *pgxpool.Pool, clk clock.Clock, o poll.Options, feeds ...poll.Feed) *poller {
	t.Helper()
	p := &poller{t: t, reg: prometheus.NewRegistry(), done: make(chan error, 1)}
	worker := poll.New(db, sports.New(db, clk, sports.Defaults()), clk, zerolog.New(zerolog.NewTestWriter(t)), p.reg, o, feeds...)
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	go func() { p.done <- worker.Run(ctx) }()
	p.stop = sync.OnceFunc(func() {
		cancel()
		require.NoError(t, <-p.done)
	})
	t.Cleanup(p.stop)
	return p
}

// value is the sum of a metric's series whose labels have these values.
func (p *poller) value(name string, labels ...string) (sum float64) {
	p.t.Helper()
	families, err := p.reg.Gather()
	require.NoError(p.t, err)
	for _, f := range families {
		for _, m := range f.GetMetric() {
			if f.GetName() == name && has(m, labels) {
				sum += m.GetGauge().GetValue() + m.GetCounter().GetValue() + float64(m.GetHistogram().GetSampleCount())
			}
		}
	}
	return sum
}

func has(m *dto.Metric, labels []string) bool {
	values := map[string]bool{}
	for _, l := range m.GetLabel() {
		values[l.GetValue()] = true
	}
	for _, l := range labels {
		if !values[l] {
			return false
		}
	}
	return true
}

// wait waits for a state.
func wait(t *testing.T, state func() bool, what string) {
	t.Helper()
	testkit.Eventually(t, state, what)
}

func (p *poller) waitFor(least float64, name string, labels ...string) {
	p.t.Helper()
	wait(p.t, func() bool { return p.value(name, labels...) >= least }, fmt.Sprint(name, labels))
}

func count(t *testing.T, db *pgxpool.Pool, sql string, args ...any) (n int) {
	t.Helper()
	require.NoError(t, db.QueryRow(t.Context(), sql, args...).Scan(&n))
	return n
}

// newDB returns a database with a site.
func newDB(t *testing.T) *pgxpool.Pool {
	t.Helper()
	return siteIn(t, pgtest.DB(t))
}

func siteIn(t *testing.T, db *pgxpool.Pool) *pgxpool.Pool {
	t.Helper()
	exec(t, db, `INSERT INTO site_site (site_id, name, hosts) VALUES ('demo', 'Demo', '{}') ON CONFLICT DO NOTHING`)
	return db
}

func exec(t *testing.T, db *pgxpool.Pool, sql string, args ...any) {
	t.Helper()
	_, err := db.Exec(t.Context(), sql, args...)
	require.NoError(t, err)
}

// vendor is the simulated vendor with its real handler.
type vendor struct {
	t   *testing.T
	url string
	box *chaos.Box
}

func newVendor(t *testing.T, clk clock.Clock) *vendor {
	t.Helper()
	key := config.Key([]byte("0123456789abcdef0123456789abcdef"))
	store, err := round.OpenStore(t.TempDir())
	require.NoError(t, err)
	own, err := transferwallet.OpenStore(t.TempDir())
	require.NoError(t, err)
	reg, box, transport := prometheus.NewRegistry(), &chaos.Box{}, &http.Transport{}
	rounds, err := round.New(store, round.Wallets{
		Operator: wallet.New(transport, "http://127.0.0.1:1/v1/vendor/sim", key[:], clock.System{}, reg), Own: own,
	}, box, game.NewStream, clock.System{}, zerolog.Nop(), reg)
	require.NoError(t, err)
	h, err := server.New(server.Config{
		Common: config.Common{Env: "development"}, Secret: key, PublicURL: "http://games.test", SportsSeed: 1,
	}, rounds, &table.Service{}, own, box, clk, zerolog.Nop(), reg)
	require.NoError(t, err)
	srv := httptest.NewServer(h)
	t.Cleanup(func() {
		srv.Close()
		rounds.Close()
		require.NoError(t, store.Close())
		require.NoError(t, own.Close())
	})
	return &vendor{t, srv.URL, box}
}

// feed is the reading of the vendor's sports feed. Signatures go by the vendor's clock.
func (v *vendor) feed(clk clock.Clock) poll.Feed {
	v.t.Helper()
	sign := func(_ context.Context, h http.Header, path string, body []byte, now time.Time) error {
		signature.Sign(h, []byte("0123456789abcdef0123456789abcdef"), now, strings.TrimPrefix(path, "/v1/"), body)
		return nil
	}
	c := feed.New(v.url, sign, clk)
	v.t.Cleanup(c.Close)
	return poll.Feed{Name: feed.Name, Vendor: feed.Name, Source: c, Every: time.Millisecond, Deadline: testkit.Patience, Rewind: true}
}

// agree waits until what is on offer is what the simulator's calendar offers now.
func agree(t *testing.T, db *pgxpool.Pool, now time.Time) {
	t.Helper()
	matches, markets := 0, 0
	for _, m := range calendar.New(1).Open(now) {
		if m.Event.State == fixture.Scheduled || m.Event.State == fixture.Live {
			matches, markets = matches+1, markets+len(m.Markets)
		}
	}
	require.Greater(t, matches, 250)
	wait(t, func() bool {
		return matches == count(t, db, `SELECT count(*) FROM sports_event WHERE state IN ('scheduled', 'live')`) && markets == count(t, db, `
			SELECT count(*) FROM sports_market m JOIN sports_event e ON e.id = m.event_id WHERE m.state = 'open' AND e.state IN ('scheduled', 'live')`)
	}, "the simulator's matches are on offer")
}

func TestTheSimulatorsMatchesComeOnOfferAndStayCurrent(t *testing.T) {
	t.Parallel()
	db, clk := newDB(t), clock.NewManual(noon)
	v := newVendor(t, clk)
	p := start(t, db, clk, quick(), v.feed(clk))
	agree(t, db, clk.Now())
	for range 3 {
		clk.Advance(time.Minute)
		agree(t, db, clk.Now())
	}
	require.Equal(t, 1.0, p.value("feed_leader", feed.Name))
	require.Positive(t, p.value("feed_polls_total", feed.Name, "ok"))
	require.Greater(t, p.value("feed_changes_total", feed.Name, "applied"), 2000.0)
	require.Positive(t, p.value("feed_request_duration_seconds", feed.Name))
	require.Positive(t, p.value("feed_apply_duration_seconds", feed.Name))
	require.Zero(t, p.value("feed_parked_total"))
	require.Zero(t, p.value("feed_circuit_state"))
	p.stop()
	require.Zero(t, p.value("feed_leader"))
	require.Zero(t, p.value("feed_newest_price_age_seconds"))
	clk.Advance(time.Minute)
	require.Equal(t, 60.0, p.value("feed_newest_price_age_seconds"))
}

func TestPricesOfASilentFeedAreSuspendedAndComeBack(t *testing.T) {
	t.Parallel()
	db, clk := newDB(t), clock.NewManual(noon)
	v := newVendor(t, clk)
	p := start(t, db, clk, quick(), v.feed(clk))
	agree(t, db, clk.Now())
	require.NoError(t, v.box.Set(chaos.Settings{Sports: chaos.SportsSilent}))
	p.waitFor(1, "feed_polls_total", "silent")
	clk.Advance(11 * time.Second)
	open := func(state string) int {
		return count(t, db, `SELECT count(*) FROM sports_market m JOIN sports_event e ON e.id = m.event_id WHERE m.state = 'open' AND e.state = $1`, state)
	}
	wait(t, func() bool { return open("live") == 0 }, "10 s are too old in play")
	require.Positive(t, open("scheduled"))
	clk.Advance(2 * time.Minute)
	wait(t, func() bool { return open("scheduled") == 0 }, "2 min are too old before the match")
	require.Positive(t, p.value("feed_stale_markets_total", feed.Name))
	require.NoError(t, v.box.Set(chaos.Settings{}))
	agree(t, db, clk.Now())
}

// script is a source of numbered pages: the cursor is the number of the last one.
type script struct {
	page  func(n int) fixture.Batch
	asked atomic.Int64
	fault atomic.Pointer[error]
}

func (s *script) Next(ctx context.Context, cursor string) (fixture.Batch, error) {
	s.asked.Add(1)
	if err := s.fault.Load(); err != nil && *err != nil {
		return fixture.Batch{}, *err
	}
	n := 0
	if cursor != "" {
		var err error
		if n, err = strconv.Atoi(cursor); err != nil {
			return fixture.Batch{}, fmt.Errorf("%w: %q", feed.ErrCursor, cursor)
		}
	}
	b := s.page(n + 1)
	if b.Cursor == "" {
		b.Cursor = cursor
	}
	return b, ctx.Err()
}

func (s *script) fail(err error) { s.fault.Store(&err) }

func (s *script) feed() poll.Feed {
	return poll.Feed{Name: "script", Vendor: "acme", Source: s, Every: time.Millisecond, Deadline: testkit.Patience, Rewind: true}
}

// match is a page with a match and its first prices.
func match(now time.Time) fixture.Batch {
	name := func(s string) map[string]string { return map[string]string{"en": s} }
	changes := []fixture.Change{
		{League: &fixture.League{ID: "L", Sport: odds.Soccer, Names: name("League")}},
		{Team: &fixture.Team{ID: "A", Sport: odds.Soccer, Names: name("Alpha")}},
		{Team: &fixture.Team{ID: "B", Sport: odds.Soccer, Names: name("Beta")}},
		{Event: &fixture.Event{ID: "M", Sport: odds.Soccer, League: "L", Home: "A", Away: "B", StartsAt: now.Add(time.Hour), State: fixture.Scheduled}},
		{Market: &fixture.Market{Event: "M", Kind: odds.OneXTwo, Period: odds.Full, State: fixture.Open, Prices: []fixture.Price{
			{Key: "home", Price: 2500}, {Key: "draw", Price: 3200}, {Key: "away", Price: 2700},
		}}},
	}
	for i := range changes {
		changes[i].Seq, changes[i].At = int64(i+1), now
	}
	return fixture.Batch{Cursor: "1", Changes: changes}
}

// course is a source whose first page is a match and whose every later one, up to last, is a new score of it.
func course(now time.Time, last int) *script {
	return &script{page: func(n int) fixture.Batch {
		switch {
		case n == 1:
			return match(now)
		case n > last:
			return fixture.Batch{}
		}
		e := *match(now).Changes[3].Event
		e.State, e.StartsAt, e.Period, e.Score.Home = fixture.Live, now, "h1", n
		return fixture.Batch{Cursor: strconv.Itoa(n), More: n < last, Changes: []fixture.Change{{Seq: int64(100 + n), At: now, Event: &e}}}
	}}
}

// scores counts the facts that pages are told of: one for each page of a course.
func scores(t *testing.T, db *pgxpool.Pool) int {
	t.Helper()
	return count(t, db, `SELECT count(*) FROM outbox_event WHERE cmd = 'SCORE'`)
}

func TestKilledAnywhereNoPageIsLostAndNonePassesTwice(t *testing.T) {
	t.Parallel()
	pages, rnd := testkit.Size(60, 200), testkit.Rand(t)
	address := pgtest.URL(t)
	db, pool := siteIn(t, pgtest.Pool(t, address)), pgtest.Pool(t, address+"&application_name=poller")
	clk, s := clock.System{}, course(clock.System{}.Now(), pages)
	finished := func() bool {
		return count(t, db, `SELECT count(*) FROM sports_cursor WHERE feed = 'script' AND cursor = $1`, strconv.Itoa(pages)) == 1
	}
	for !finished() {
		a, b := start(t, pool, clk, quick(), s.feed()), start(t, pool, clk, quick(), s.feed())
		for range 3 {
			before, some := s.asked.Load(), int64(rnd.IntN(40))
			wait(t, func() bool { return finished() || s.asked.Load() > before+some }, "pages are read")
			// Every connection of the pollers is lost, wherever they are.
			exec(t, db, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'poller'`)
		}
		a.stop()
		b.stop()
	}
	require.Equal(t, pages, count(t, db, `SELECT home_score FROM sports_event`))
	require.Equal(t, pages, scores(t, db), "each page is told once")
}

func TestTwoPollersReadAFeedOnceAndTheOtherTakesOver(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(*poller, *pgtest.Network){
		"ended":               func(p *poller, _ *pgtest.Network) { p.stop() },
		"gone without a word": func(_ *poller, n *pgtest.Network) { n.Fail(true) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := newDB(t)
			clk := clock.System{}
			first, second := course(clk.Now(), 2), course(clk.Now(), 2)
			between, pool := pgtest.Through(t, db)
			a := start(t, pool, clk, quick(), first.feed())
			a.waitFor(1, "feed_leader", "script")
			b := start(t, db, clk, quick(), second.feed())
			wait(t, func() bool { return scores(t, db) == 2 }, "all pages are read")
			asked := first.asked.Load()
			wait(t, func() bool { return first.asked.Load() > asked+100 }, "the leader reads")
			require.Zero(t, second.asked.Load())
			require.Zero(t, b.value("feed_leader"))
			lose(a, between)
			b.waitFor(1, "feed_leader", "script")
			wait(t, func() bool { return second.asked.Load() > 0 }, "the other one reads")
			require.Equal(t, 2, scores(t, db))
		})
	}
}

func TestAPageThatCannotBeReadIsParkedAndAskedForAgain(t *testing.T) {
	t.Parallel()
	db, clk := newDB(t), clock.NewManual(noon)
	s := course(noon, 2)
	s.fail(fmt.Errorf("%w: unexpected end: %q", feed.ErrMalformed, `{"cursor":"1","chang`))
	p := start(t, db, clk, quick(), s.feed())
	p.waitFor(3, "feed_polls_total", "malformed")
	p.waitFor(3, "feed_parked_total", "script", "malformed")
	require.Zero(t, p.value("feed_circuit_state", "acme"), "a page without sense is an answer")
	require.Equal(t, 1, count(t, db, `SELECT count(*) FROM sports_parked WHERE feed = 'script' AND kind = 'batch' AND reason = 'malformed' AND times >= 3 AND body::text LIKE '%chang%'`))
	require.Zero(t, count(t, db, `SELECT count(*) FROM sports_event`))
	s.fail(nil)
	wait(t, func() bool { return scores(t, db) == 2 }, "the feed goes on where it was")
}

func TestTheCircuitOfAVendorOpensAndCloses(t *testing.T) {
	t.Parallel()
	db, clk := newDB(t), clock.NewManual(noon)
	s, other := course(noon, 2), course(noon, 1)
	s.fail(feed.ErrDown)
	same := other.feed()
	same.Name, same.Vendor = "script2", "another"
	o := quick()
	o.OpenFor = 500 * time.Millisecond
	p := start(t, db, clk, o, s.feed(), same)
	p.waitFor(1, "feed_polls_total", "script", "open")
	require.GreaterOrEqual(t, p.value("feed_polls_total", "script", "down"), 5.0)
	p.waitFor(1, "feed_polls_total", "script2", "ok")
	require.Zero(t, p.value("feed_circuit_state", "another"), "another vendor is asked")
	s.fail(nil)
	wait(t, func() bool {
		return p.value("feed_polls_total", "script", "ok") == 2 && p.value("feed_circuit_state", "acme") == 0
	}, "the circuit closes with the first answer")
}

func TestAVendorThatDoesNotAnswerWithinTheDeadlineIsDown(t *testing.T) {
	t.Parallel()
	db := newDB(t)
	f := course(noon, 1).feed()
	f.Deadline, f.Source = time.Millisecond, hanging{}
	p := start(t, db, clock.NewManual(noon), quick(), f)
	p.waitFor(2, "feed_polls_total", "script", "down")
}

// hanging is a source that answers when it is given up.
type hanging struct{}

func (hanging) Next(ctx context.Context, _ string) (fixture.Batch, error) {
	<-ctx.Done()
	return fixture.Batch{}, ctx.Err()
}

func TestARefusalIsCountedAndOpensNoCircuit(t *testing.T) {
	t.Parallel()
	db := newDB(t)
	s := course(noon, 1)
	s.fail(fmt.Errorf("wrapped: %w", oddsapi.ErrQuota))
	p := start(t, db, clock.NewManual(noon), quick(), s.feed())
	p.waitFor(8, "feed_polls_total", "script", "refused")
	require.Zero(t, p.value("feed_circuit_state"))
	s.fail(errors.New("no key"))
	p.waitFor(1, "feed_polls_total", "script", "error")
}

func TestAFeedThatDoesNotKnowItsCursorIsReadFromItsBeginning(t *testing.T) {
	t.Parallel()
	for _, rewind := range []bool{true, false} {
		t.Run(fmt.Sprint(rewind), func(t *testing.T) {
			t.Parallel()
			db, clk := newDB(t), clock.NewManual(noon)
			exec(t, db, `INSERT INTO sports_cursor (feed, cursor, at) VALUES ('script', 'of another life', $1)`, noon)
			f := course(noon, 2).feed()
			f.Rewind = rewind
			p := start(t, db, clk, quick(), f)
			if rewind {
				wait(t, func() bool { return scores(t, db) == 2 }, "all pages are read")
				require.Equal(t, 1.0, p.value("feed_polls_total", "script", "cursor"))
				return
			}
			p.waitFor(2, "feed_polls_total", "script", "cursor")
			require.Equal(t, 1, count(t, db, `SELECT count(*) FROM sports_cursor WHERE cursor = 'of another life'`))
		})
	}
}

// Staff lets a feed begin again while it has nothing to say: it is read from its beginning all the same.
func TestAFeedThatIsSetBackIsReadFromItsBeginningEvenIfItIsSilent(t *testing.T) {
	t.Parallel()
	db, clk := newDB(t), clock.NewManual(noon)
	pages, o := make(chan string, 100), quick()
	o.Applied = func(_ string, page fixture.Batch, _ sports.Outcome) { pages <- page.Cursor }
	p := start(t, db, clk, o, course(noon, 2).feed())
	for range 2 {
		require.Equal(t, []string{"1", "2"}, []string{<-pages, <-pages})
		p.waitFor(p.value("feed_polls_total", "script", "silent")+1, "feed_polls_total", "script", "silent")
		exec(t, db, `UPDATE sports_cursor SET cursor = ''`)
	}
	require.Zero(t, p.value("feed_refused_changes", "script"))
	exec(t, db, `UPDATE sports_cursor SET refused = 3, refused_at = $1`, noon)
	require.Equal(t, 3.0, p.value("feed_refused_changes", "script"))
}

// A transaction that the server ends, for whatever reason, or whose connection is lost is tried again by the same leader.
func TestATransactionThatTheServerEndedIsTriedAgain(t *testing.T) {
	t.Parallel()
	raise := func(code string) string { return `RAISE EXCEPTION 'planted' USING ERRCODE = '` + code + `'` }
	for name, plant := range map[string]string{
		"idle": raise("25P03"), "serialization": raise("40001"), "deadlock": raise("40P01"), "shutdown": raise("57P01"),
		"lost connection": `PERFORM pg_terminate_backend(pg_backend_pid())`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, clk := newDB(t), clock.NewManual(noon)
			exec(t, db, `CREATE SEQUENCE planted; CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$
				BEGIN IF nextval('planted') <= 3 THEN `+plant+`; END IF; RETURN NEW; END $$;
				CREATE TRIGGER planted BEFORE UPDATE ON sports_cursor FOR EACH ROW EXECUTE FUNCTION planted()`)
			s := course(noon, 2)
			p := start(t, db, clk, quick(), s.feed())
			wait(t, func() bool { return scores(t, db) == 2 }, "the pages are stored")
			require.Zero(t, p.value("feed_polls_total", "script", "error"))
			p.waitFor(2, "feed_polls_total", "script", "ok")
			if name != "serialization" && name != "deadlock" { // those pg.InTx tries again by itself
				require.Equal(t, 3.0, p.value("feed_apply_retries_total", "script"))
			}
		})
	}
}

func TestADatabaseThatRefusesAChangeKeepsNoOtherAway(t *testing.T) {
	t.Parallel()
	db, clk := newDB(t), clock.NewManual(noon)
	exec(t, db, `ALTER TABLE sports_team ADD CHECK (names ->> 'en' NOT LIKE 'Poison%')`)
	s := course(noon, 2)
	course := s.page
	s.page = func(n int) fixture.Batch {
		b := course(n)
		if n == 1 {
			for i, at := range []int{0, 2, 6} {
				poison := fixture.Change{Seq: int64(50 + i), At: noon, Team: &fixture.Team{ID: fmt.Sprint("P", i), Sport: odds.Soccer, Names: map[string]string{"en": fmt.Sprint("Poison ", i)}}}
				b.Changes = append(b.Changes[:at], append([]fixture.Change{poison}, b.Changes[at:]...)...)
			}
		}
		return b
	}
	p := start(t, db, clk, quick(), s.feed())
	wait(t, func() bool { return scores(t, db) == 2 }, "the feed goes on")
	require.Equal(t, 1, count(t, db, `SELECT count(*) FROM sports_market`))
	require.Equal(t, 3.0, p.value("feed_parked_total", "script", "malformed"))
	require.Equal(t, 1, count(t, db, `SELECT count(*) FROM sports_parked WHERE kind = 'batch' AND body::text LIKE '%Poison%' AND body::text LIKE '%23514%'`))
}

// A feed that was taken out of the settings, or whose program has ended, leaves no old prices open.
func TestOldPricesOfAFeedThatIsNotReadAnyMoreAreSuspended(t *testing.T) {
	t.Parallel()
	db, clk := newDB(t), clock.NewManual(noon)
	first := start(t, db, clk, quick(), course(noon, 1).feed())
	wait(t, func() bool { return count(t, db, `SELECT count(*) FROM sports_market WHERE state = 'open'`) == 1 }, "a market is open")
	first.stop()
	p := start(t, db, clk, quick())
	clk.Advance(121 * time.Second)
	p.waitFor(1, "feed_stale_markets_total", "other")
	require.Equal(t, 1, count(t, db, `SELECT count(*) FROM sports_market WHERE state = 'suspended' AND stale`))
}

func TestAFeedThatEndsIsLeft(t *testing.T) {
	t.Parallel()
	db, clk := newDB(t), clock.NewManual(noon)
	var pages []string
	for range 2 { // the second time there is nothing left
		f, o := course(noon, 3).feed(), quick()
		f.Ended = func(cursor string) bool { return cursor == "3" }
		o.Applied = func(_ string, page fixture.Batch, _ sports.Outcome) { pages = append(pages, page.Cursor) }
		p := start(t, db, clk, o, f)
		require.NoError(t, <-p.done)
		p.done <- nil
		require.Equal(t, []string{"1", "2", "3"}, pages)
	}
}
