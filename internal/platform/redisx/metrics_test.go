package redisx_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/rdstest"
)

// observed is a client of a server of its own, with its metrics.
func observed(t *testing.T) (*rdstest.Instance, redis.UniversalClient, *prometheus.Registry) {
	t.Helper()
	srv := rdstest.Server(t)
	rdb, err := redisx.Open(srv.URL)
	require.NoError(t, err)
	t.Cleanup(func() { _ = rdb.Close() })
	reg := prometheus.NewRegistry()
	redisx.Observe(rdb, reg, clock.System{})
	return srv, rdb, reg
}

// value is a counter's value, or the number of observations of a histogram; 0 when the series is not there.
func value(t *testing.T, reg *prometheus.Registry, name, label string) float64 {
	t.Helper()
	families, err := reg.Gather()
	require.NoError(t, err)
	for _, f := range families {
		for _, m := range f.GetMetric() {
			if f.GetName() == name && (label == "" || m.GetLabel()[0].GetValue() == label) {
				return m.GetCounter().GetValue() + float64(m.GetHistogram().GetSampleCount())
			}
		}
	}
	return 0
}

func TestCommandsAreMeasuredByName(t *testing.T) {
	t.Parallel()
	_, rdb, reg := observed(t)
	ctx := t.Context()
	require.ErrorIs(t, rdb.Get(ctx, "nothing").Err(), redis.Nil)
	require.NoError(t, rdb.Set(ctx, "k", "v", 0).Err())
	require.NoError(t, rdb.SAdd(ctx, "s", "v").Err())
	_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.Get(ctx, "nothing")
		p.Get(ctx, "k")
		return nil
	})
	require.ErrorIs(t, err, redis.Nil)
	for _, cmd := range []string{"get", "set", "other", "pipeline"} {
		require.EqualValues(t, 1, value(t, reg, "redis_command_duration_seconds", cmd), cmd)
	}
	require.NoError(t, testutil.GatherAndCompare(reg, strings.NewReader(`
# HELP redis_errors_total Commands and connections that failed, by what went wrong.
# TYPE redis_errors_total counter
redis_errors_total{kind="cluster"} 0
redis_errors_total{kind="dial"} 0
redis_errors_total{kind="failover"} 0
redis_errors_total{kind="loading"} 0
redis_errors_total{kind="memory"} 0
redis_errors_total{kind="network"} 0
redis_errors_total{kind="reply"} 0
redis_errors_total{kind="timeout"} 0
`), "redis_errors_total"))
}

func TestReadsThatWaitAreNotSlow(t *testing.T) {
	t.Parallel()
	_, rdb, reg := observed(t)
	ctx := t.Context()
	_ = rdb.XRead(ctx, &redis.XReadArgs{Streams: []string{"ev:{1}", "0-0"}, Count: 10, Block: 30 * time.Millisecond})
	require.Zero(t, value(t, reg, "redis_command_duration_seconds", "xread"))
	_ = rdb.XRead(ctx, &redis.XReadArgs{Streams: []string{"block", "0-0"}, Count: 10, Block: -1})
	require.EqualValues(t, 1, value(t, reg, "redis_command_duration_seconds", "xread"), "a stream may be named like the option")
}

func TestRefusalsAreSorted(t *testing.T) {
	t.Parallel()
	_, rdb, reg := observed(t)
	ctx := t.Context()
	require.NoError(t, rdb.Set(ctx, "k", "v", 0).Err())
	require.Error(t, rdb.HGet(ctx, "k", "f").Err())
	require.EqualValues(t, 1, value(t, reg, "redis_errors_total", "reply"))
	require.Error(t, rdb.EvalSha(ctx, "0000000000000000000000000000000000000000", nil).Err())
	require.EqualValues(t, 1, value(t, reg, "redis_errors_total", "reply"), "a script that is loaded next is no error")

	require.NoError(t, rdb.ConfigSet(ctx, "maxmemory", "1").Err())
	require.Error(t, rdb.Set(ctx, "k2", "v", 0).Err())
	require.EqualValues(t, 1, value(t, reg, "redis_errors_total", "memory"))

	gone, cancel := context.WithCancel(ctx)
	cancel()
	require.Error(t, rdb.Get(gone, "k").Err())
	require.Zero(t, value(t, reg, "redis_errors_total", "network"))
	require.Zero(t, value(t, reg, "redis_errors_total", "timeout"))
}

func TestAServerThatIsAwayOrSilentIsSeen(t *testing.T) {
	t.Parallel()
	srv, rdb, reg := observed(t)
	ctx := t.Context()
	srv.Freeze(t)
	short, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
	defer cancel()
	require.Error(t, rdb.Get(short, "k").Err())
	require.Positive(t, value(t, reg, "redis_errors_total", "timeout"))
	srv.Thaw(t)
	testkit.Eventually(t, func() bool { return errors.Is(rdb.Get(ctx, "k").Err(), redis.Nil) })
	before := value(t, reg, "redis_command_duration_seconds", "get")
	srv.Kill()
	require.Error(t, rdb.Get(ctx, "k").Err())
	require.Positive(t, value(t, reg, "redis_errors_total", "dial"))
	require.Equal(t, before, value(t, reg, "redis_command_duration_seconds", "get"), "without an answer there is no duration")
}

func TestAClusterTellsWhenItsSlotsAreReadAndItsNodesAreAway(t *testing.T) {
	t.Parallel()
	c := rdstest.Cluster(t)
	rdb, err := redisx.Open(c.URL)
	require.NoError(t, err)
	t.Cleanup(func() { _ = rdb.Close() })
	reg, ctx := prometheus.NewRegistry(), t.Context()
	redisx.Observe(rdb, reg, clock.System{})
	require.NoError(t, rdb.Set(ctx, "{a}", "1", 0).Err())
	testkit.Eventually(t, func() bool {
		return rdb.Get(ctx, "{a}").Err() == nil && value(t, reg, "redis_topology_reloads_total", "") >= 2
	})
	require.Zero(t, value(t, reg, "redis_errors_total", "dial"))
	require.EqualValues(t, 1, value(t, reg, "redis_command_duration_seconds", "set"), "once, not once for each node")

	c.Replace(t, c.Master(t, "{a}"))
	testkit.Eventually(t, func() bool { return rdb.Set(ctx, "{a}", "2", 0).Err() == nil })
	require.Positive(t, value(t, reg, "redis_errors_total", "dial")+value(t, reg, "redis_errors_total", "network"))
}

func TestAnotherMasterBehindSentinelsIsCounted(t *testing.T) {
	t.Parallel()
	s := rdstest.Sentinels(t)
	rdb, err := redisx.Open(s.URL)
	require.NoError(t, err)
	t.Cleanup(func() { _ = rdb.Close() })
	reg, ctx := prometheus.NewRegistry(), t.Context()
	redisx.Observe(rdb, reg, clock.System{})
	require.NoError(t, rdb.Set(ctx, "a", "1", 0).Err())
	require.Zero(t, value(t, reg, "redis_topology_reloads_total", ""))
	s.Replace(t)
	testkit.Eventually(t, func() bool { return rdb.Set(ctx, "a", "2", 0).Err() == nil })
	require.EqualValues(t, 1, value(t, reg, "redis_topology_reloads_total", ""))
}
