package redisx_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/platform/redisx"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/rdstest"
)

// Of many who show one nonce at once exactly one is the first, whether they share a trip or not; the others learn what the
// first one said.
func TestANonceIsNewOnce(t *testing.T) {
	t.Parallel()
	c, err := redisx.Open(rdstest.Server(t).Patient())
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	n := redisx.NewNonces(c)
	const names, askers = 20, 30
	var first [names]atomic.Int32
	var wg sync.WaitGroup
	for i := range names * askers {
		wg.Go(func() {
			name := i % names
			was, err := n.PutIfAbsent(t.Context(), fmt.Sprint(name), fmt.Sprint("of ", name), time.Hour)
			if err != nil || was != "" && was != fmt.Sprint("of ", name) {
				t.Error(was, err)
			}
			if was == "" {
				first[name].Add(1)
			}
		})
	}
	wg.Wait()
	for i := range names {
		require.Equal(t, int32(1), first[i].Load(), i)
	}
	ttl, err := c.TTL(t.Context(), redisx.NonceKey("0")).Result()
	require.NoError(t, err)
	require.Greater(t, ttl, 30*time.Minute)
}

// A server that is down delays a caller no longer than its own timeout, and is asked again when it is back.
func TestNoncesOfAServerThatIsAway(t *testing.T) {
	t.Parallel()
	server := rdstest.Server(t)
	c, err := redisx.Open(server.URL)
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	n := redisx.NewNonces(c)
	server.Freeze(t)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err = n.PutIfAbsent(ctx, "a", "1", time.Minute)
	require.Error(t, err)
	server.Thaw(t)
	testkit.Eventually(t, func() bool {
		was, err := n.PutIfAbsent(t.Context(), "b", "1", time.Minute)
		return err == nil && was == ""
	})
}
