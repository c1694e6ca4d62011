package tail

import (
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
)

func TestClientsThatCameAndWentWhileRedisWasAwayAreNotKept(t *testing.T) {
	t.Parallel()
	rdb := redis.NewClient(&redis.Options{Addr: "127.0.0.1:1"}) // no Redis listens there, and nothing calls it: the reader does not run
	defer func() { _ = rdb.Close() }()
	tail := New(rdb, clock.System{}, zerolog.Nop(), NewMetrics(prometheus.NewRegistry()), func(string, bool) {}, func() {})
	name, site := Site("a")
	for range 100 {
		tail.Acquire(name, site, func() {})
		tail.Release(name)
	}
	require.Empty(t, tail.streams[name].waiting)
	tail.Acquire(name, site, func() {})
	require.Len(t, tail.streams[name].waiting, 1)
}
