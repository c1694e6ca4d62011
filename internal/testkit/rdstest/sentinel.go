package rdstest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"hubstake/internal/platform/config"
	"hubstake/internal/platform/loopback"
)

// MasterName is what the Sentinels of a test call their master.
const MasterName = "bus"

// SentinelServers is a master with a replica, watched by three Sentinels.
type SentinelServers struct {
	URL             config.URL
	Master, Replica *Instance
	Sentinels       [3]*Instance
}

// Sentinels starts a master with a replica and three Sentinels, which replace the master within about two seconds of its death.
// All end with the test.
func Sentinels(tb testing.TB) *SentinelServers {
	tb.Helper()
	ctx := context.WithoutCancel(tb.Context())
	s := &SentinelServers{}
	for i, p := range []**Instance{&s.Master, &s.Replica} {
		port, err := loopback.Free(0)
		require.NoError(tb, err)
		args := []string{"--repl-diskless-sync-delay", "0", "--repl-ping-replica-period", "1", "--dir", tb.TempDir()}
		if i > 0 {
			args = append(args, "--replicaof", fmt.Sprintf("127.0.0.1 %d", s.Master.port))
		}
		*p = newInstance(port, args...)
		require.NoError(tb, (*p).run(ctx))
		tb.Cleanup((*p).Kill)
	}
	s.Replica.until(ctx, tb, func(rdb *redis.Client) bool {
		role, err := rdb.Info(ctx, "replication").Result()
		return err == nil && strings.Contains(role, "master_link_status:up")
	})
	var hosts []string
	for i := range s.Sentinels {
		port, err := loopback.Free(0)
		require.NoError(tb, err)
		dir := tb.TempDir()
		file := filepath.Join(dir, "sentinel.conf")
		require.NoError(tb, os.WriteFile(file, fmt.Appendf(nil, `port %d
bind 127.0.0.1
dir %s
sentinel monitor %s 127.0.0.1 %d 2
sentinel down-after-milliseconds %[3]s %[5]d
sentinel failover-timeout %[3]s 3000
`, port, dir, MasterName, s.Master.port, silence), 0o600))
		n := newInstance(port)
		require.NoError(tb, n.exec(ctx, file, "--sentinel"))
		tb.Cleanup(n.Kill)
		require.NoError(tb, n.answers(ctx))
		s.Sentinels[i], hosts = n, append(hosts, n.Addr())
	}
	for _, n := range s.Sentinels { // each has to know the others, or there is no majority
		n.until(ctx, tb, func(rdb *redis.Client) bool {
			info, err := rdb.Info(ctx, "sentinel").Result()
			return err == nil && strings.Contains(info, "slaves=1,sentinels=3")
		})
	}
	s.URL = config.URL("redis://" + strings.Join(hosts, ",") + "/0?master_name=" + MasterName)
	return s
}

// Replace kills the master, and has a sentinel make the replica the new one.
func (s *SentinelServers) Replace(tb testing.TB) {
	tb.Helper()
	ctx := context.WithoutCancel(tb.Context())
	s.Master.Kill()
	s.Sentinels[0].until(ctx, tb, func(rdb *redis.Client) bool {
		err := rdb.Do(ctx, "SENTINEL", "FAILOVER", MasterName).Err()
		return err == nil || strings.HasPrefix(err.Error(), "INPROG")
	})
}
