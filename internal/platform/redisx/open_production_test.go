package redisx

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/platform/config"
)

// Redis on the network is held to the rule of PostgreSQL: TLS and a password of its own.
func TestRedisOnTheNetworkNeedsTLSAndAPassword(t *testing.T) {
	t.Parallel()
	for address, problems := range map[string]int{
		"redis://127.0.0.1:6379":                              0,
		"redis://[::1]:6379/2":                                0,
		"redis://localhost:6379?master_name=m":                0,
		"redis://192.0.2.2:6379":                              2,
		"redis://:Zq8vN2xW@192.0.2.2:6379":                    1,
		"rediss://192.0.2.2:6379":                             1,
		"rediss://:Zq8vN2xW@192.0.2.2:6379":                   0,
		"rediss://:hubstake@192.0.2.2:6379":                   1,
		"rediss://app:app@redis.internal:6379":                1,
		"redis://:Zq8vN2xW@127.0.0.1:6379,192.0.2.3:6379":     1,
		"rediss://:Zq8vN2xW@a.internal:6379,b.internal:6379":  0,
		"rediss://:Zq8vN2xW@a.internal:26379?master_name=one": 0,
		"http://192.0.2.2":                                    1,
	} {
		require.Len(t, config.Split(CheckProduction(config.URL(address))), problems, address)
	}
}

// The options of TLS and Sentinels reach the client, and a file that is no certificate is refused.
func TestOptionsOfTheAddress(t *testing.T) {
	t.Parallel()
	o, err := parse("rediss://app:Zq8vN2xW@a.internal:26379?master_name=one&sentinel_password=Wq7")
	require.NoError(t, err)
	require.Equal(t, []string{"one", "Wq7", "Zq8vN2xW", ""}, []string{o.MasterName, o.SentinelPassword, o.Password, o.TLSConfig.ServerName})
	file := filepath.Join(t.TempDir(), "ca.crt")
	require.NoError(t, os.WriteFile(file, []byte("none"), 0o600))
	for _, bad := range []string{"rediss://a:1?ca=" + file, "rediss://a:1?ca=/none", "redis://a:1?ca=" + file} {
		_, err := parse(bad)
		require.ErrorIs(t, err, errCA, bad)
	}
}
