package relay_test

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/event"
	"hubstake/internal/core/id"
	"hubstake/internal/live"
	"hubstake/internal/live/outbox"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/pg"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/testkit/rdstest"
	"hubstake/workers/relay"
)

// running is a relay and its metrics.
type running struct {
	reg  *prometheus.Registry
	stop func()
}

// changes returns how often the relay took Redis over for another history.
func (r running) changes(t *testing.T) float64 {
	t.Helper()
	families, err := r.reg.Gather()
	require.NoError(t, err)
	for _, f := range families {
		if f.GetName() == "outbox_history_changes_total" {
			return f.GetMetric()[0].GetCounter().GetValue()
		}
	}
	require.Fail(t, "no metric")
	return 0
}

func launch(t *testing.T, db *pgxpool.Pool, rdb redis.UniversalClient) running {
	t.Helper()
	reg := prometheus.NewRegistry()
	r := relay.New(db, rdb, clock.System{}, obs.Program{Log: zerolog.Nop(), Reg: reg})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- r.Run(ctx) }()
	return running{reg, func() {
		cancel()
		require.NoError(t, <-done)
	}}
}

// relays begins to publish from a database, until stop.
func relays(t *testing.T, url config.URL, rdb redis.UniversalClient) (*pgxpool.Pool, running) {
	t.Helper()
	db, err := pg.Open(t.Context(), url, pg.Options{})
	require.NoError(t, err)
	r := launch(t, db, rdb)
	stop := r.stop
	r.stop = func() {
		stop()
		db.Close()
	}
	return db, r
}

// allPublished waits until the outbox has nothing left.
func allPublished(t *testing.T, db *pgxpool.Pool) {
	t.Helper()
	testkit.Eventually(t, func() bool {
		waiting, err := outbox.Wait(t.Context(), db, 1)
		return err == nil && len(waiting) == 0
	})
}

// tiedNow returns the histories that Redis is tied to.
func tiedNow(t *testing.T, rdb redis.UniversalClient) live.Histories {
	t.Helper()
	h, err := live.ReadHistories(t.Context(), rdb)
	require.NoError(t, err)
	return h
}

// A database that was set back gives out the ids and versions of what it lost a second time. Nothing of the lost history may stay in
// Redis, and nothing of the new one may be taken for a repeat.
func TestAfterPostgreSQLWasSetBackRedisFollowsIt(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		lost, early int // moves that are lost, and those that are written before a relay starts again
		back        func(*testing.T, *pgtest.Server) (restore func() *pgtest.Server)
	}{
		"a cold copy is put back": {300, 0, coldCopy},
		"a cold copy is put back, and the api writes past the lost ids before a relay starts": {20, 80, coldCopy},
		"a standby that lagged is promoted":                                                   {100, 0, promotion},
	}
	for _, name := range testkit.Some(t, 1, slices.Sorted(maps.Keys(cases))) {
		c := cases[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			setBack(t, c.lost, c.early, c.back)
		})
	}
}

func coldCopy(t *testing.T, s *pgtest.Server) func() *pgtest.Server {
	t.Helper()
	s.Stop()
	backup := s.Copy(t)
	s.Start(t)
	return func() *pgtest.Server {
		s.Stop()
		s.Restore(t, backup)
		s.Start(t)
		return s
	}
}

func promotion(t *testing.T, s *pgtest.Server) func() *pgtest.Server {
	t.Helper()
	standby := s.Standby(t)
	return func() *pgtest.Server {
		s.Stop()
		standby.Start(t)
		standby.Promote(t)
		return standby
	}
}

func setBack(t *testing.T, lost, early int, back func(*testing.T, *pgtest.Server) func() *pgtest.Server) {
	t.Helper()
	const member, kept, fresh = "kim01", 3, 100
	server, rdb, ctx := pgtest.Own(t), client(t, rdstest.Server(t)), t.Context()
	url := server.Migrated(t)
	db, r := relays(t, url, rdb)
	for n := 1; n <= kept; n++ {
		moves(t, db, member, n)
	}
	holds(t, rdb, member, kept)
	r.stop()
	restore := back(t, server)

	db, r = relays(t, url, rdb)
	for n := kept + 1; n <= kept+lost; n++ {
		moves(t, db, member, n)
	}
	holds(t, rdb, member, kept+lost)
	require.Zero(t, r.changes(t), "a restart of the server changes no history")
	r.stop()
	stream := live.StreamKey(id.Shard(member))
	epoch := rdb.Get(ctx, live.EpochKey(stream)).Val()
	lostHistory := tiedNow(t, rdb)
	require.NoError(t, live.PutSession(ctx, rdb, lostHistory, "sid", live.Session{Member: member, State: live.SessionLive, Version: 9, Expires: time.Now().Add(time.Hour)}))
	require.NoError(t, live.PutSite(ctx, rdb, nil, "gone", true, 9))
	require.NoError(t, rdb.Set(ctx, redisx.NonceKey("n"), "1", time.Hour).Err())
	require.NoError(t, rdb.XAdd(ctx, &redis.XAddArgs{Stream: live.SiteStreamKey("gone"), ID: "9-9", Values: []string{"cmd", "MARQUEE"}}).Err())

	restore()
	before, err := pg.Open(ctx, url, pg.Options{})
	require.NoError(t, err)
	defer before.Close()
	for n := 1; n <= early; n++ {
		moves(t, before, member, 1000+n)
	}
	db, r = relays(t, url, rdb)
	for n := early + 1; n <= early+fresh; n++ {
		moves(t, db, member, 1000+n)
	}
	allPublished(t, db)
	var got, want []string
	for n := 1; n <= early+fresh; n++ {
		want = append(want, strconv.Itoa(1000+n))
	}
	entries, err := rdb.XRange(ctx, stream, "-", "+").Result()
	require.NoError(t, err)
	for _, e := range entries {
		n, err := strconv.Atoi(e.Values["data1"].(string))
		require.NoError(t, err)
		if n > kept { // what this database has too may come again: its cursor is stored a moment later
			got = append(got, e.Values["data1"].(string))
		}
	}
	require.Equal(t, want, got, "all of the new history, and nothing of the lost one")
	require.Equal(t, want[len(want)-1], rdb.HGet(ctx, live.BalanceKey(member), "cash").Val())
	var other *live.OtherHistory
	require.ErrorAs(t, live.PutBalance(ctx, rdb, lostHistory, member, live.Balance{Cash: "lost", Version: 1 << 40}), &other,
		"a program that still holds a figure of the lost history")
	require.Equal(t, want[len(want)-1], rdb.HGet(ctx, live.BalanceKey(member), "cash").Val())
	now := rdb.Get(ctx, live.EpochKey(stream)).Val()
	require.NotEqual(t, live.EpochHistory(epoch), live.EpochHistory(now), "hubs see that versions begin again")
	require.Zero(t, rdb.Exists(ctx, live.SessionKey(member, "sid"), live.SiteKey("gone"), live.SiteStreamKey("gone")).Val())
	require.EqualValues(t, 1, rdb.Exists(ctx, redisx.NonceKey("n")).Val(), "nonces are not of any history")
	differ, err := outbox.Compare(ctx, db, rdb)
	require.NoError(t, err)
	require.Empty(t, differ)
	require.InEpsilon(t, 1, r.changes(t), 0)
	r.stop()

	db, r = relays(t, url, rdb)
	moves(t, db, member, 5000)
	allPublished(t, db)
	require.Zero(t, r.changes(t), "it is the same history still")
	require.Equal(t, now, rdb.Get(ctx, live.EpochKey(stream)).Val())
	r.stop()
}

// A leader may die between closing the streams and opening them; and the relay of a database that was replaced may still run.
func TestALeaderThatDiedWhileItClearedIsFollowedByOneThatBeginsAgain(t *testing.T) {
	t.Parallel()
	const member = "kim01"
	db, rdb, ctx := pgtest.DB(t), client(t, rdstest.Server(t)), t.Context()
	r := launch(t, db, rdb)
	moves(t, db, member, 1)
	holds(t, rdb, member, 1)
	allPublished(t, db)
	r.stop()
	stream := live.StreamKey(id.Shard(member))
	old := live.EpochHistory(rdb.Get(ctx, live.EpochKey(stream)).Val())
	require.NoError(t, live.Clear(ctx, rdb, []string{stream}, old+"x", redisx.EntryID{}))
	publish := func(history string) error {
		_, err := live.Batch{Stream: stream, Epoch: live.NewEpoch(history), History: history, Entries: []live.Entry{
			{ID: "18446744073709551615-1", Event: event.Event{Site: "demo", Member: member, Cmd: event.Cash, Data1: "late", Ver: 99}},
		}}.Publish(ctx, rdb)
		return err
	}
	for _, history := range []string{old, old + "x"} {
		var other *live.OtherHistory
		require.ErrorAs(t, publish(history), &other, "nobody fills a stream that is being cleared")
	}

	r = launch(t, db, rdb)
	defer r.stop()
	moves(t, db, member, 2)
	allPublished(t, db)
	require.Equal(t, "2", rdb.HGet(ctx, live.BalanceKey(member), "cash").Val())
	require.InEpsilon(t, 1, r.changes(t), 0)
	require.Error(t, live.Settle(ctx, rdb, []string{stream}, old+"x"), "whoever was overtaken does not open the streams")
	var other *live.OtherHistory
	require.ErrorAs(t, publish(old), &other, "a relay that does not know yet is refused")
}

// After FLUSHALL a stream begins again: its old entries never come as new ones, neither from the relay that published them nor from the next.
func TestAfterFlushAllNothingIsPublishedTwice(t *testing.T) {
	t.Parallel()
	db, rdb, ctx := pgtest.DB(t), client(t, rdstest.Server(t)), t.Context()
	stream := live.SiteStreamKey("demo")
	queue := func(n int) {
		write(ctx, t, db, event.Event{Topic: "admin.demo", Cmd: event.Queue, Data1: "in", Data2: strconv.Itoa(n)})
	}
	said := func() (all []string) {
		entries, err := rdb.XRange(ctx, stream, "-", "+").Result()
		require.NoError(t, err)
		for _, e := range entries {
			all = append(all, e.Values["data2"].(string))
		}
		return all
	}
	r := launch(t, db, rdb)
	for n := range 30 {
		queue(n)
	}
	allPublished(t, db)
	require.Len(t, said(), 30)
	require.NoError(t, rdb.FlushAll(ctx).Err())
	testkit.Eventually(t, func() bool { return rdb.Exists(ctx, live.EpochKey(stream)).Val() == 1 })
	epoch := rdb.Get(ctx, live.EpochKey(stream)).Val()
	queue(100)
	allPublished(t, db)
	require.Equal(t, []string{"100"}, said())

	require.NoError(t, rdb.FlushAll(ctx).Err())
	r.stop()
	r = launch(t, db, rdb)
	queue(101)
	allPublished(t, db)
	require.Equal(t, []string{"101"}, said())
	r.stop()
	r = launch(t, db, rdb)
	defer r.stop()
	queue(102)
	allPublished(t, db)
	require.Equal(t, []string{"101", "102"}, said())
	require.Equal(t, live.EpochHistory(epoch)[:10], live.EpochHistory(rdb.Get(ctx, live.EpochKey(stream)).Val())[:10])
	require.Zero(t, r.changes(t), "that Redis lost its data is no other history of PostgreSQL")
}

// The state of a session that Redis does not hold has an end, like every session's.
func TestNoSessionKeyIsLeftWithoutAnEnd(t *testing.T) {
	t.Parallel()
	db, rdb, ctx := pgtest.DB(t), client(t, rdstest.Server(t)), t.Context()
	r := launch(t, db, rdb)
	defer r.stop()
	for n := range 10 {
		sid := "sid" + strconv.Itoa(n)
		write(ctx, t, db, event.Event{Member: "kim01", SID: sid, Cmd: event.Logout, Data1: "IDLE", Ver: 2},
			event.Event{Member: "kim01", SID: sid + "g", Cmd: event.Game, Data1: "-1", Ver: 2})
	}
	allPublished(t, db)
	require.NoError(t, live.PutSession(ctx, rdb, tiedNow(t, rdb), "over", live.Session{Member: "kim01", State: live.SessionLive, Game: 7, Expires: time.Now().Add(-time.Hour)}))
	keys := rdb.Keys(ctx, "sess:*").Val()
	require.Len(t, keys, 20)
	for _, key := range keys {
		require.Positive(t, rdb.PTTL(ctx, key).Val(), key)
	}
	require.NoError(t, live.PutSession(ctx, rdb, tiedNow(t, rdb), "sid0", live.Session{Member: "kim01", State: live.SessionLive, Version: 1, Expires: time.Now().Add(2 * time.Hour)}))
	require.Equal(t, live.SessionEnded, rdb.HGet(ctx, live.SessionKey("kim01", "sid0"), "state").Val(), "a late refresh does not bring it back to life")
}

// A game that was closed as the last thing that happened, and lost with a crash of Redis: the projection says again that it is closed.
func TestAGameThatWasClosedAsTheLastThingComesBack(t *testing.T) {
	t.Parallel()
	server := rdstest.Durable(t)
	db, rdb, ctx := pgtest.DB(t), client(t, server), t.Context()
	r := launch(t, db, rdb)
	defer r.stop()
	key := live.SessionKey("kim01", "sid")
	require.NoError(t, live.PutSession(ctx, rdb, tiedNow(t, rdb), "sid", live.Session{Member: "kim01", State: live.SessionLive, Game: 7, Expires: time.Now().Add(time.Hour)}))
	moves(t, db, "kim01", 1)
	allPublished(t, db)
	size := server.Size(t)
	write(ctx, t, db, event.Event{Member: "kim01", SID: "sid", Cmd: event.Game, Data1: "-1", Ver: 1})
	closed := func() bool { return rdb.HGet(ctx, key, "game").Val() == "-1" }
	testkit.Eventually(t, closed)
	server.Kill()
	server.Lose(t, server.Size(t)-size)
	server.Restart(t)
	testkit.Eventually(t, closed)
}

// The last entry of a quiet site is lost, and it is older than everything that a new leader looks back at: the hubs are told by a new epoch.
func TestANewLeaderNoticesWhatAQuietSiteLostLongAgo(t *testing.T) {
	t.Parallel()
	db, rdb, ctx := pgtest.DB(t), client(t, rdstest.Server(t)), t.Context()
	stream := live.SiteStreamKey("demo")
	r := launch(t, db, rdb)
	for range 2 {
		write(ctx, t, db, event.Event{Cmd: event.Maintenance, Data1: "Y"})
	}
	allPublished(t, db)
	end := rdb.XRevRangeN(ctx, stream, "+", "-", 1).Val()[0].ID
	testkit.Eventually(t, func() bool {
		var last string
		err := db.QueryRow(ctx, "SELECT last FROM outbox_stream WHERE stream = $1", stream).Scan(&last)
		return err == nil && last == end
	})
	_, err := db.Exec(ctx, `INSERT INTO outbox_event (site, member, cmd, ver) SELECT 'demo', 'kim01', 'CASH', n FROM generate_series(1, 20100) AS n`)
	require.NoError(t, err)
	allPublished(t, db)
	epoch := rdb.Get(ctx, live.EpochKey(stream)).Val()
	r.stop()
	lose(t, rdb, stream, 1)
	r = launch(t, db, rdb)
	defer r.stop()
	testkit.Eventually(t, func() bool { return rdb.Get(ctx, live.EpochKey(stream)).Val() != epoch })
}

// Redis dies with its last moments, again and again, also together with the relay: what is published a second time is not told to the
// figures a second time.
func TestFiguresAreToldOfEachBetOnceWhateverRedisLoses(t *testing.T) {
	t.Parallel()
	server := rdstest.Durable(t)
	db, rdb, ctx := pgtest.DB(t), client(t, server), t.Context()
	told := make(chan int64, 10_000)
	run := func() (stop func()) {
		r := relay.New(db, rdb, clock.System{}, obs.Program{Log: zerolog.Nop(), Reg: prometheus.NewRegistry()})
		r.Watch(func(rows []outbox.Row) {
			for _, row := range rows {
				told <- row.Ver
			}
		})
		ctx, cancel := context.WithCancel(ctx)
		done := make(chan error, 1)
		go func() { done <- r.Run(ctx) }()
		return func() {
			cancel()
			require.NoError(t, <-done)
		}
	}
	var next, seen int64
	play := func(n int) {
		for range n {
			next++
			write(ctx, t, db, bet("kim01", "boss1", next))
		}
		for seen < next {
			select {
			case ver := <-told:
				seen++
				require.Equal(t, seen, ver, "each once, in order")
			case <-time.After(testkit.Patience):
				require.Fail(t, "not told")
			}
		}
	}
	stop := run()
	play(5)
	for round := range 4 {
		size := server.Size(t)
		play(20)
		server.Kill()
		server.Lose(t, server.Size(t)-size)
		if round%2 == 1 {
			stop()
			server.Restart(t)
			stop = run()
		} else {
			server.Restart(t)
		}
	}
	play(1)
	stop()
	require.Empty(t, told)
}
