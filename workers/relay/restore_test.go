package relay_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/event"
	"hubstake/internal/core/id"
	"hubstake/internal/live"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/testkit/rdstest"
	"hubstake/workers/relay"
)

// Redis is started from an older file, and lost more of a stream than the relay remembers. Projections that are there and old would be
// believed: a session that was ended would be live, and a balance that of long ago.
func TestARedisThatWentBackFurtherThanIsRememberedIsNotBelieved(t *testing.T) {
	t.Parallel()
	server := rdstest.Durable(t)
	db, rdb, ctx := pgtest.DB(t), client(t, server), t.Context()
	r := launch(t, db, rdb)
	defer r.stop()
	const busy = "kim01"
	quiet := ""
	for n := 0; quiet == ""; n++ { // another member of the same shard
		if m := fmt.Sprintf("quiet%d", n); id.Shard(m) == id.Shard(busy) {
			quiet = m
		}
	}
	require.NoError(t, live.PutSession(ctx, rdb, tiedNow(t, rdb), "sid", live.Session{Member: busy, Site: "demo", State: live.SessionLive, Version: 1, Expires: time.Now().Add(time.Hour)}))
	moves(t, db, quiet, 1)
	allPublished(t, db)
	size := server.Size(t)
	write(ctx, t, db, event.Event{Site: "demo", Member: busy, SID: "sid", Cmd: event.Logout, Data1: "PASSWORD", Ver: 2})
	moves(t, db, quiet, 2)
	_, err := db.Exec(ctx, `INSERT INTO outbox_event (site, member, cmd, data1, data2, ver) SELECT 'demo', $1, 'CASH', n::text, '0', n FROM generate_series(1, 6000) AS n`, busy)
	require.NoError(t, err)
	allPublished(t, db)
	state := func() string { return rdb.HGet(ctx, live.SessionKey(busy, "sid"), "state").Val() }
	require.Equal(t, live.SessionEnded, state())
	stream := live.StreamKey(id.Shard(busy))
	epoch := rdb.Get(ctx, live.EpochKey(stream)).Val()

	server.Kill()
	server.Lose(t, server.Size(t)-size)
	server.Restart(t)
	testkit.Eventually(t, func() bool {
		now := rdb.Get(ctx, live.EpochKey(stream)).Val()
		return now != "" && now != epoch
	}, "the hubs are told to look at all sessions")
	require.NotEqual(t, live.SessionLive, state(), "the session that was ended")
	require.NotEqual(t, "1", rdb.HGet(ctx, live.BalanceKey(quiet), "cash").Val(), "a balance that nothing will correct")
	moves(t, db, busy, 7000)
	testkit.Eventually(t, func() bool { return rdb.HGet(ctx, live.BalanceKey(busy), "cash").Val() == "7000" })
}

// past is what a database gave out and ended in the time that a restore loses.
type past struct {
	t                *testing.T
	db               *pgxpool.Pool
	left, stays, own string // sessions: of a member who logs out in the lost time, of one who does not, and of staff
	member           string
	lost             int64 // the last id of the lost time
}

// before has sessions begin that the backup knows.
func before(t *testing.T, db *pgxpool.Pool) *past {
	t.Helper()
	p := &past{t: t, db: db, own: "desk"}
	left, stays, clerk := factory.Member(t, db), factory.Member(t, db), factory.Staff(t, db)
	begin := func(memID string) string {
		g, err := p.service().Login(t.Context(), credential.Credentials{Site: "demo", MemID: memID, Password: factory.Password})
		require.NoError(t, err)
		return g.SID
	}
	p.left, p.stays, p.member = begin(left.MemID), begin(stays.MemID), stays.MemID
	_, err := db.Exec(t.Context(), `INSERT INTO member_session (session_id, site_id, member_id, audience, topic, hub_key, expires_at)
		VALUES ($1, 'demo', $2, 'admin', 'desk-topic', '', now() + interval '1 hour')`, p.own, clerk.ID)
	require.NoError(t, err)
	moves(t, db, "kim01", 1)
	allPublished(t, db)
	return p
}

func (p *past) service() *member.Service {
	clk := clock.System{}
	keys, _ := factory.Keys(p.t, clk)
	return member.New(p.db, clk, site.New(p.db, clk), keys)
}

// next returns an id that the database gives out now.
func (p *past) next() (n int64) {
	p.t.Helper()
	require.NoError(p.t, p.db.QueryRow(p.t.Context(), `INSERT INTO cash_request (site_id, member_id, kind, currency, amount, status, processed_at)
		VALUES ('demo', $1, 'in', 'KRW', 10000, 1, now()) RETURNING id`, p.member).Scan(&n))
	return n
}

// lose does in db what the restore will lose.
func (p *past) lose(db *pgxpool.Pool) {
	p.t.Helper()
	p.db = db
	require.NoError(p.t, p.service().Logout(p.t.Context(), p.left, "")) // a copy of the token may exist
	for n := 2; n < 50; n++ {
		moves(p.t, db, "kim01", n)
	}
	for range 5 {
		p.lost = p.next()
	}
	allPublished(p.t, db)
}

// after checks the restored database: the ids of the lost time are not given out again, and no session of staff is live.
func (p *past) after(db *pgxpool.Pool, left string) {
	p.t.Helper()
	p.db = db
	moves(p.t, db, "kim01", 1)
	allPublished(p.t, db)
	states := map[string]string{}
	for _, sid := range []string{p.left, p.stays, p.own} {
		s, ok, err := p.service().Session(p.t.Context(), sid)
		require.NoError(p.t, err)
		require.True(p.t, ok)
		states[sid] = s.State
	}
	require.Equal(p.t, map[string]string{p.left: left, p.stays: member.Live, p.own: member.Ended}, states)
	require.Greater(p.t, p.next(), p.lost, "an id that was given out in the lost time is not given out again")
}

// A backup knows neither who logged out after it was made nor which identities were given out.
func TestARestoreRevivesNoSessionAndRepeatsNoIdentity(t *testing.T) {
	t.Parallel()
	ways := map[string]func(*testing.T, *pgtest.Server) func() *pgtest.Server{
		"a cold copy is put back": coldCopy, "a standby that lagged is promoted": promotion,
	}
	for _, name := range testkit.Some(t, 1, slices.Sorted(maps.Keys(ways))) {
		back := ways[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, rdb := pgtest.Own(t), client(t, rdstest.Server(t))
			url := server.Migrated(t)
			db, r := relays(t, url, rdb)
			p := before(t, db)
			r.stop()
			restore := back(t, server)

			db, r = relays(t, url, rdb)
			p.lose(db)
			r.stop()
			restore()

			db, r = relays(t, url, rdb)
			defer func() { r.stop() }()
			testkit.Eventually(t, func() bool { return r.changes(t) == 1 })
			p.after(db, member.Ended)
		})
	}
}

// The machine is lost with PostgreSQL and Redis: a backup comes back, and Redis is empty. Which members logged out is unknown.
func TestARestoreBesideAnEmptyRedisRepeatsNoIdentityAndEndsStaffsSessions(t *testing.T) {
	t.Parallel()
	server, rdb := pgtest.Own(t), client(t, rdstest.Server(t))
	url := server.Migrated(t)
	db, r := relays(t, url, rdb)
	p := before(t, db)
	r.stop()
	restore := coldCopy(t, server)

	db, r = relays(t, url, rdb)
	require.Zero(t, r.changes(t))
	p.lose(db)
	r.stop()
	restore()
	require.NoError(t, rdb.FlushAll(t.Context()).Err())

	db, r = relays(t, url, rdb)
	testkit.Eventually(t, func() bool { return r.changes(t) == 1 })
	p.after(db, member.Live)
	r.stop()

	db, r = relays(t, url, rdb)
	moves(t, db, "kim01", 2)
	allPublished(t, db)
	require.Zero(t, r.changes(t), "the next leader finds the history")
	r.stop()
}

// The workers run on while their PostgreSQL is put back and their Redis is emptied: the row that they published last is missing.
func TestARelayThatRunsOnNoticesARestoreBesideAnEmptyRedis(t *testing.T) {
	t.Parallel()
	server, rdb := pgtest.Own(t), client(t, rdstest.Server(t))
	url := server.Migrated(t)
	db, r := relays(t, url, rdb)
	p := before(t, db)
	r.stop()
	restore := coldCopy(t, server)

	db, r = relays(t, url, rdb)
	defer func() { r.stop() }()
	p.lose(db)
	server.Stop()
	require.NoError(t, rdb.FlushAll(t.Context()).Err())
	restore()
	testkit.Eventually(t, func() bool { return r.changes(t) == 1 })
	p.after(db, member.Live)
}

// A new database has nothing that a restore could have lost.
func TestANewDatabaseBesideAnEmptyRedisIsNoRestore(t *testing.T) {
	t.Parallel()
	db, rdb := pgtest.DB(t), client(t, rdstest.Server(t))
	r := launch(t, db, rdb)
	defer r.stop()
	moves(t, db, "kim01", 1)
	allPublished(t, db)
	require.Zero(t, r.changes(t))
}

// A snapshot of one machine brings PostgreSQL and Redis back from the same moment: they fit, so an operator has to say it.
func TestARestoreOfBothIsDeclaredByAnOperator(t *testing.T) {
	t.Parallel()
	server, rdb, ctx := pgtest.Own(t), client(t, rdstest.Server(t)), t.Context()
	url := server.Migrated(t)
	db, r := relays(t, url, rdb)
	p := before(t, db)
	r.stop()
	restore := coldCopy(t, server)
	other := client(t, rdstest.Server(t)) // Redis goes on elsewhere, of the same history, so rdb stays as it was at the copy
	for _, key := range rdb.Keys(ctx, "origin:*").Val() {
		require.NoError(t, other.HSet(ctx, key, rdb.HGetAll(ctx, key).Val()).Err())
	}

	db, r = relays(t, url, other)
	p.lose(db)
	require.Zero(t, r.changes(t))
	manual := relay.New(db, rdb, clock.System{}, obs.Program{Log: zerolog.Nop(), Reg: prometheus.NewRegistry()})
	require.ErrorIs(t, manual.Restored(ctx), relay.ErrLeading, "the workers run")
	r.stop()
	restore()

	restored, err := pg.Open(ctx, url, pg.Options{})
	require.NoError(t, err)
	defer restored.Close()
	manual = relay.New(restored, rdb, clock.System{}, obs.Program{Log: zerolog.Nop(), Reg: prometheus.NewRegistry()})
	require.NoError(t, manual.Restored(ctx))
	db, r = relays(t, url, rdb)
	defer func() { r.stop() }()
	p.after(db, member.Live)
	require.Zero(t, r.changes(t), "it was done before the relay started")
}
