package tail_test

import (
	"context"
	"net"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"hubstake/internal/live"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/rdstest"
)

// A master that was replaced and does not know it keeps its connections and stays silent: the reader leaves it for the one that
// all other clients talk to.
func TestALineToAnOldMasterIsGivenUp(t *testing.T) {
	t.Parallel()
	before, after := rdstest.Server(t), rdstest.Server(t)
	var master atomic.Pointer[string]
	at := before.Addr()
	master.Store(&at)
	rdb := redis.NewClient(&redis.Options{Addr: at, Dialer: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, *master.Load())
	}})
	t.Cleanup(func() { _ = rdb.Close() })
	site := rdstest.ID()
	stream := live.SiteStreamKey(site)
	seed := func(addr string, ids ...string) *redis.Client {
		c := redis.NewClient(&redis.Options{Addr: addr})
		t.Cleanup(func() { _ = c.Close() })
		require.NoError(t, c.Set(t.Context(), live.EpochKey(stream), "e1", 0).Err())
		for _, i := range ids {
			require.NoError(t, c.XAdd(t.Context(), &redis.XAddArgs{Stream: stream, ID: i, Values: []any{"cmd", "MARQUEE", "data1", i}}).Err())
		}
		return c
	}
	old := seed(before.Addr(), "1-1", "1-2")
	seed(after.Addr(), "1-1", "1-2", "1-3")
	s := start(t, rdb)
	s.acquire(t, stream, site)
	testkit.Eventually(t, func() bool { return strings.Contains(old.ClientList(t.Context()).Val(), "cmd=xread") })

	next := after.Addr()
	master.Store(&next)
	for client := range strings.SplitSeq(old.ClientList(t.Context()).Val(), "\n") { // Sentinels tell the pool of the new master, but not the stream reader
		if id, ok := strings.CutPrefix(client, "id="); ok && !strings.Contains(client, "cmd=xread") && !strings.Contains(client, "cmd=client") {
			id, _, _ = strings.Cut(id, " ")
			_ = old.ClientKillByFilter(t.Context(), "ID", id).Err()
		}
	}
	require.Equal(t, "1-3", s.next(t).Data1)
	require.Empty(t, s.lost, "nothing was lost")
}
