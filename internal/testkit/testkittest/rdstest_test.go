package testkittest_test

import (
	"testing"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"hubstake/internal/platform/redisx"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/rdstest"
)

func TestARestartedServerOutlivesTheSubtestThatRestartedIt(t *testing.T) {
	s := rdstest.Server(t)
	rdb, err := redisx.Open(s.Patient())
	require.NoError(t, err)
	defer func() { _ = rdb.Close() }()
	t.Run("subtest", func(t *testing.T) {
		s.Kill()
		s.Restart(t)
	})
	require.NoError(t, rdb.Ping(t.Context()).Err())
}

func TestClusterReplacesItsMasterAndMovesSlots(t *testing.T) {
	t.Parallel()
	c := rdstest.Cluster(t)
	rdb, err := redisx.Open(c.URL)
	require.NoError(t, err)
	defer func() { _ = rdb.Close() }()
	require.IsType(t, (*redis.ClusterClient)(nil), rdb)
	require.NoError(t, rdb.Set(t.Context(), "{a}", "1", 0).Err())

	from := c.Master(t, "{a}")
	to := c.Master(t, "{b}")
	require.NotSame(t, from, to)
	c.Migrate(t, "{a}", to)
	require.Same(t, to, c.Master(t, "{a}"))
	require.Equal(t, "1", rdb.Get(t.Context(), "{a}").Val())

	c.Replace(t, to)
	testkit.Eventually(t, func() bool { return rdb.Set(t.Context(), "{a}", "2", 0).Err() == nil })
	require.NotSame(t, to, c.Master(t, "{a}"))
	to.Restart(t)
	c.Healthy(t)
}

func TestSentinelsReplaceTheirMaster(t *testing.T) {
	t.Parallel()
	s := rdstest.Sentinels(t)
	rdb, err := redisx.Open(s.URL)
	require.NoError(t, err)
	defer func() { _ = rdb.Close() }()
	require.NoError(t, rdb.Set(t.Context(), "a", "1", 0).Err())
	s.Replace(t)
	testkit.Eventually(t, func() bool { return rdb.Set(t.Context(), "a", "2", 0).Err() == nil })
}
