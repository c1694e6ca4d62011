package redisx_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/platform/redisx"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/rdstest"
)

// said is a log that a test reads while it is written.
type said struct {
	mu   sync.Mutex
	text strings.Builder
}

func (s *said) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(b)
}

func (s *said) has(words string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Contains(s.text.String(), words)
}

// watched is the gauge of a client and its log, while it is watched.
func watched(t *testing.T, rdb redis.UniversalClient) (up func() float64, log *said) {
	t.Helper()
	reg := prometheus.NewRegistry()
	log = &said{}
	var running sync.WaitGroup
	running.Go(func() {
		if err := redisx.Watch(t.Context(), rdb, reg, zerolog.New(log)); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(running.Wait)
	return func() float64 {
		families, err := reg.Gather()
		if err != nil || len(families) == 0 {
			return -1
		}
		return families[0].GetMetric()[0].GetGauge().GetValue()
	}, log
}

// An api with a wrong address of Redis is ready, because money does not wait for it, but it says so.
func TestARedisThatDoesNotAnswerIsSaid(t *testing.T) {
	t.Parallel()
	up, log := watched(t, rdstest.Client(t))
	testkit.Eventually(t, func() bool { return up() == 1 })
	require.False(t, log.has("Redis"), "nothing is said while all is well")

	nowhere := redis.NewClient(&redis.Options{Addr: "127.0.0.1:1", MaxRetries: -1})
	t.Cleanup(func() { _ = nowhere.Close() })
	up, log = watched(t, nowhere)
	testkit.Eventually(t, func() bool { return log.has("Redis does not answer") })
	require.Zero(t, up())
}
