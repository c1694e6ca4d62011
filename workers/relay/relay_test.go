package relay_test

import (
	"context"
	"fmt"
	"strconv"
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

	"hubstake/internal/core/clock"
	"hubstake/internal/core/event"
	"hubstake/internal/core/id"
	"hubstake/internal/live"
	"hubstake/internal/live/outbox"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/pg"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/testkit/rdstest"
	"hubstake/workers/relay"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("os/exec.(*Cmd).watchCtx.func1"),
		// A pool that met a dead server looks for it once a second, also for a moment after it was closed.
		goleak.IgnoreAnyFunction("github.com/redis/go-redis/v9/internal/pool.(*ConnPool).tryDial"))
}

func start(t *testing.T, db *pgxpool.Pool, rdb redis.UniversalClient, change ...func(*relay.Relay)) (stop func()) {
	t.Helper()
	return startAt(t, db, rdb, clock.System{}, change...)
}

func startAt(t *testing.T, db *pgxpool.Pool, rdb redis.UniversalClient, clk clock.Clock, change ...func(*relay.Relay)) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var g errgroup.Group
	r := relay.New(db, rdb, clk, obs.Program{Log: zerolog.Nop(), Reg: prometheus.NewRegistry()})
	for _, f := range change {
		f(r)
	}
	g.Go(func() error { return r.Run(ctx) })
	return func() {
		cancel()
		require.NoError(t, g.Wait())
	}
}

func client(t *testing.T, s *rdstest.Instance) redis.UniversalClient {
	t.Helper()
	c, err := redisx.Open(s.Patient())
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func published(t *testing.T, rdb redis.UniversalClient, members int) map[string][]string {
	t.Helper()
	got := map[string][]string{}
	for n := range id.Shards {
		entries, err := rdb.XRange(t.Context(), live.StreamKey(id.ShardName(n)), "-", "+").Result()
		require.NoError(t, err)
		for _, e := range entries {
			m := e.Values["member"].(string)
			got[m] = append(got[m], e.Values["data1"].(string))
		}
	}
	require.LessOrEqual(t, len(got), members)
	return got
}

// Relays die and are replaced while writers commit, some late, some not at all: every member's events arrive, each
// once, in the order of that member's commits.
func TestKilledAnywhereNothingIsLostAndNothingComesTwice(t *testing.T) {
	t.Parallel()
	members, events, rnd := testkit.Size(4, 8), testkit.Size(30, 120), testkit.Rand(t)
	db, rdb := pgtest.DB(t), client(t, rdstest.Server(t))
	ctx := t.Context()

	var writers errgroup.Group
	for m := range members {
		writers.Go(func() error {
			member := fmt.Sprintf("member%d", m)
			for n := range events {
				err := pg.InTx(ctx, db, func(tx pgx.Tx) error {
					e := event.Event{Site: "demo", Member: member, Cmd: event.Cash, Data1: strconv.Itoa(n), Data2: "0", Ver: int64(n)}
					if err := outbox.Write(ctx, tx, e); err != nil {
						return err
					}
					_, err := tx.Exec(ctx, "SELECT pg_sleep($1)", rnd.Float64()/500)
					return err
				})
				if err != nil {
					return err
				}
			}
			return nil
		})
	}
	done := make(chan error, 1)
	go func() { done <- writers.Wait() }()
	for running := true; running; {
		a, b := start(t, db, rdb), start(t, db, rdb)
		select {
		case err := <-done:
			require.NoError(t, err)
			running = false
		case <-time.After(time.Duration(rnd.IntN(60)) * time.Millisecond):
		}
		a()
		b()
	}
	stop := start(t, db, rdb)
	testkit.Eventually(t, func() bool {
		waiting, err := outbox.Wait(ctx, db, 1)
		return err == nil && len(waiting) == 0
	})
	stop()

	var want []string
	for n := range events {
		want = append(want, strconv.Itoa(n))
	}
	got := published(t, rdb, members)
	require.Len(t, got, members)
	for m, events := range got {
		require.Equal(t, want, events, m)
	}
}

func TestAfterRedisLostItsDataThereIsANewEpochAndTheRestArrives(t *testing.T) {
	t.Parallel()
	server := rdstest.Server(t)
	db, rdb, ctx := pgtest.DB(t), client(t, server), t.Context()
	stream := live.StreamKey(id.Shard("kim01"))
	publish := func(n int) {
		require.NoError(t, pg.InTx(ctx, db, func(tx pgx.Tx) error {
			return outbox.Write(ctx, tx, event.Event{Site: "demo", Member: "kim01", Cmd: event.Cash, Data1: strconv.Itoa(n), Ver: int64(n)})
		}))
	}
	arrived := func(n int) func() bool {
		return func() bool {
			e, err := rdb.XRevRangeN(ctx, stream, "+", "-", 1).Result()
			return err == nil && len(e) == 1 && e[0].Values["data1"] == strconv.Itoa(n)
		}
	}
	stop := start(t, db, rdb)
	defer stop()
	publish(1)
	testkit.Eventually(t, arrived(1))
	before, err := rdb.Get(ctx, live.EpochKey(stream)).Result()
	require.NoError(t, err)

	server.Kill()
	publish(2) // not visible to readers yet
	server.Restart(t)
	testkit.Eventually(t, arrived(2))
	after, err := rdb.Get(ctx, live.EpochKey(stream)).Result()
	require.NoError(t, err)
	require.NotEqual(t, before, after)
}
