package rebuild_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/id"
	"hubstake/internal/live"
	"hubstake/internal/platform/pg"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/testkit/rdstest"
	"hubstake/workers/rebuild"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("os/exec.(*Cmd).watchCtx.func1"))
}

// world is a database with a member in a session, an empty Redis, and two workers between them.
type world struct {
	*testing.T
	db     *pgxpool.Pool
	server *rdstest.Instance
	rdb    redis.UniversalClient
	mem    factory.M
	grant  member.Grant
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{T: t, db: pgtest.DB(t), server: rdstest.Server(t)}
	var err error
	w.rdb, err = redisx.Open(w.server.Patient())
	require.NoError(t, err)
	t.Cleanup(func() { _ = w.rdb.Close() })
	w.mem = factory.Member(t, w.db, func(m *factory.M) { m.Cash, m.Points = 125_000, 3_200 })
	members := factory.Members(t, w.db, clock.System{})
	require.NoError(t, pg.InTx(t.Context(), w.db, func(tx pgx.Tx) error {
		grants, err := members.Provision(t.Context(), tx, "demo", []string{w.mem.MemID})
		w.grant = grants[0]
		return err
	}))

	ctx, cancel := context.WithCancel(t.Context())
	var g errgroup.Group
	for range 2 {
		worker := rebuild.New(w.db, w.rdb, clock.System{}, zerolog.Nop(), prometheus.NewRegistry())
		g.Go(func() error { return worker.Run(ctx) })
	}
	t.Cleanup(func() {
		cancel()
		require.NoError(t, g.Wait())
	})
	return w
}

func (w *world) ask() {
	w.Helper()
	require.NoError(w, live.AskRefresh(w.Context(), w.rdb,
		live.Refresh{Kind: "member", ID: w.mem.MemID},
		live.Refresh{Kind: "session", ID: w.grant.SID, Member: w.mem.MemID},
		live.Refresh{Kind: "site", ID: "demo"},
		live.Refresh{Kind: "member", ID: "nobody"}, live.Refresh{Kind: "session", ID: "none"}, live.Refresh{Kind: "nonsense", ID: "x"},
	))
}

// whole waits until Redis holds what PostgreSQL says.
func (w *world) whole() {
	w.Helper()
	testkit.Eventually(w, func() bool {
		b, err := w.rdb.HGetAll(w.Context(), live.BalanceKey(w.mem.MemID)).Result()
		if err != nil || b["ver"] == "" || b["mver"] == "" || b["lver"] == "" {
			return false
		}
		require.Equal(w, map[string]string{
			"cash": "125000", "points": "3200", "ver": "2", "unread": "0", "mver": b["mver"], "locked": "N", "permitted": "Y", "lver": b["lver"],
		}, b)
		x, ok, err := live.GetSession(w.Context(), w.rdb, w.mem.MemID, w.grant.SID)
		if !ok || err != nil {
			return false
		}
		require.Equal(w, []any{live.SessionLive, w.grant.Topic, w.grant.SealedKey, w.grant.Gen}, []any{x.State, x.Topic, x.Key, x.Gen})
		inspect, err := w.rdb.HGet(w.Context(), live.SiteKey("demo"), "inspect").Result()
		return err == nil && inspect == "N"
	})
}

// The queue and its group vanish with everything else: the next request makes them again.
func TestWhatRedisLostIsWrittenAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.ask()
	w.whole()
	require.NoError(t, w.rdb.FlushAll(t.Context()).Err())
	w.ask()
	w.whole()
	w.server.Kill()
	w.server.Restart(t)
	testkit.Eventually(t, func() bool { return w.rdb.Ping(t.Context()).Err() == nil })
	w.ask()
	w.whole()
}

func TestWhatIsNewerStays(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	newer := live.Balance{Cash: "1", Points: "2", Version: 99, Unread: "3", MsgVersion: 99, Locked: "Y", Permitted: "N", LockVersion: 99}
	require.NoError(t, live.PutBalance(t.Context(), w.rdb, nil, w.mem.MemID, newer))
	w.ask()
	testkit.Eventually(t, func() bool {
		return w.rdb.Exists(t.Context(), live.SessionKey(w.mem.MemID, w.grant.SID), live.SiteKey("demo")).Val() == 2
	})
	got, err := w.rdb.HGetAll(t.Context(), live.BalanceKey(w.mem.MemID)).Result()
	require.NoError(t, err)
	require.Equal(t, map[string]string{
		"cash": "1", "points": "2", "ver": "99", "unread": "3", "mver": "99", "locked": "Y", "permitted": "N", "lver": "99",
	}, got)
}

// A session that began in a time that a restore lost: the page had its socket until the token ran out, though the api refused its calls.
func TestASessionThatPostgreSQLDoesNotKnowIsOver(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.ask()
	w.whole()
	tag, err := w.db.Exec(t.Context(), "DELETE FROM member_session WHERE session_id = $1", w.grant.SID)
	require.NoError(t, err)
	require.EqualValues(t, 1, tag.RowsAffected())
	require.NoError(t, w.rdb.FlushAll(t.Context()).Err()) // as the relay does on another history
	w.ask()
	testkit.Eventually(t, func() bool {
		s, ok, err := live.GetSession(t.Context(), w.rdb, w.mem.MemID, w.grant.SID)
		return err == nil && ok && s.State == live.SessionEnded
	})
	require.NoError(t, live.PutSession(t.Context(), w.rdb, nil, w.grant.SID, live.Session{
		Member: w.mem.MemID, Site: "demo", State: live.SessionLive, Topic: "t", Key: "k", Gen: 1, Version: 1, Expires: time.Now().Add(time.Hour),
	}))
	s, _, err := live.GetSession(t.Context(), w.rdb, w.mem.MemID, w.grant.SID)
	require.NoError(t, err)
	require.Equal(t, live.SessionLive, s.State, "what PostgreSQL does know is stronger")
}

// slowWriter lets the first script of a client run only after meanwhile.
type slowWriter struct {
	once      sync.Once
	meanwhile func()
}

func (*slowWriter) DialHook(next redis.DialHook) redis.DialHook { return next }

func (s *slowWriter) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		if cmd.Name() == "evalsha" {
			s.once.Do(s.meanwhile)
		}
		return next(ctx, cmd)
	}
}

func (*slowWriter) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return next
}

// A worker that has read a member when PostgreSQL is set back, and writes when Redis is already cleared for the new history: the lost
// balance has the higher version and would stay.
func TestABalanceOfALostHistoryIsNotWritten(t *testing.T) {
	t.Parallel()
	db, server, ctx := pgtest.DB(t), rdstest.Server(t), t.Context()
	open := func() redis.UniversalClient {
		rdb, err := redisx.Open(server.Patient())
		require.NoError(t, err)
		t.Cleanup(func() { _ = rdb.Close() })
		return rdb
	}
	rdb, slow, reg := open(), open(), prometheus.NewRegistry()
	redisx.Observe(slow, reg, clock.System{})
	m := factory.Member(t, db, func(m *factory.M) { m.Cash = 500 })
	stream := []string{live.StreamKey(id.Shard(m.MemID))}
	late := make(chan struct{})
	slow.AddHook(&slowWriter{meanwhile: func() {
		defer close(late)
		if _, err := db.Exec(ctx, "UPDATE wallet_balance SET balance = 100, version = 1 WHERE member_id = $1", m.MemID); err != nil {
			t.Error(err)
		}
		if err := errors.Join(live.Clear(ctx, rdb, stream, "new", redisx.EntryID{}), live.ClearProjections(ctx, rdb), live.Settle(ctx, rdb, stream, "new")); err != nil {
			t.Error(err)
		}
	}})
	ctx, cancel := context.WithCancel(ctx)
	var g errgroup.Group
	g.Go(func() error {
		return rebuild.New(db, slow, clock.System{}, zerolog.Nop(), prometheus.NewRegistry()).Run(ctx)
	})
	defer func() {
		cancel()
		require.NoError(t, g.Wait())
	}()
	require.NoError(t, live.AskRefresh(ctx, rdb, live.Refresh{Kind: "member", ID: m.MemID}))
	<-late
	cash := func() string { return rdb.HGet(ctx, live.BalanceKey(m.MemID), "cash").Val() }
	testkit.Eventually(t, func() bool {
		families, err := reg.Gather()
		require.NoError(t, err)
		for _, f := range families {
			if f.GetName() == "redis_history_refusals_total" && f.GetMetric()[0].GetCounter().GetValue() > 0 {
				return true
			}
		}
		return false
	})
	require.Empty(t, cash())
	require.NoError(t, live.AskRefresh(ctx, rdb, live.Refresh{Kind: "member", ID: m.MemID})) // as a hub does every two seconds
	testkit.Eventually(t, func() bool { return cash() == "100" })
}
