package redisx

import (
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"hubstake/internal/platform/config"
)

func TestTheAddressTellsTheShape(t *testing.T) {
	t.Parallel()
	open := func(u string) redis.UniversalClient {
		c, err := Open(config.URL(u))
		require.NoError(t, err)
		t.Cleanup(func() { _ = c.Close() })
		return c
	}
	one := open("redis://me:s%2Cx@a:1/3").(*redis.Client).Options()
	require.Equal(t, []any{"a:1", 3, "me", "s,x"}, []any{one.Addr, one.DB, one.Username, one.Password})
	require.Equal(t, 1, one.MaxRetries)

	many := open("rediss://:x@a:1,b:2/0").(*redis.ClusterClient).Options()
	require.Equal(t, []string{"a:1", "b:2"}, many.Addrs)
	require.Equal(t, "x", many.Password)
	require.NotNil(t, many.TLSConfig)
	require.Equal(t, time.Second, many.ClusterStateReloadInterval)
	require.Equal(t, 1, many.DialerRetries)
	require.False(t, many.ReadOnly, "masters only")
	require.Equal(t, 2*time.Second, open("redis://a:1").(*redis.Client).Options().ReadTimeout)
	patient := open("redis://a:1?patience=1m").(*redis.Client).Options()
	require.Equal(t, []time.Duration{time.Minute, time.Minute, 15 * time.Second}, []time.Duration{patient.ReadTimeout, patient.WriteTimeout, patient.DialTimeout})
	require.Equal(t, []string{"a:1"}, open("redis://a:1?cluster=true").(*redis.ClusterClient).Options().Addrs)

	behind := open("redis://:x@a:1,b:2,c:3/5?master_name=main").(*redis.Client).Options()
	require.Equal(t, "FailoverClient", behind.Addr)
	require.Equal(t, []any{5, "x"}, []any{behind.DB, behind.Password})

	for _, bad := range []string{
		"", "a:1", "http://a:1", "redis://a:1,/0", "redis://a:1,b:2/3", "redis://a:1?x=1", "redis://a:1,b:2?cluster=true&master_name=m", "redis://a:1?%zz", "redis://u:geheim@a:1/x",
		"redis://a:1?patience=2", "redis://a:1?patience=0s", "redis://a:1?patience=-1s",
	} {
		_, err := Open(config.URL(bad))
		require.Error(t, err, bad)
		require.NotContains(t, err.Error(), "geheim")
	}
}
