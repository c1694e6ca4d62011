package tail_test

import (
	"context"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/hub/tail"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/event"
	"hubstake/internal/core/id"
	"hubstake/internal/live"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/rdstest"
)

// owned are the values of hub_shard_owned that are not zero.
func owned(t *testing.T, reg *prometheus.Registry) map[string]float64 {
	t.Helper()
	families, err := reg.Gather()
	require.NoError(t, err)
	values := map[string]float64{}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			if f.GetName() == "hub_shard_owned" && m.GetGauge().GetValue() != 0 {
				values[m.GetLabel()[0].GetValue()] = m.GetGauge().GetValue()
			}
		}
	}
	return values
}

// A shard is read from the first session that needs it until a minute after the last, so that a client that comes back finds it open.
func TestStreamsAreReadOnlyWhileNeeded(t *testing.T) {
	t.Parallel()
	rdb := rdstest.Client(t)
	clk := clock.NewManual(time.Now())
	reg := prometheus.NewRegistry()
	s := &setup{sink: &sink{make(chan tail.Target, 10_000)}, rdb: rdb}
	s.Tail = tail.New(rdb, clk, zerolog.Nop(), tail.NewMetrics(reg), func(string, bool) {}, func() {})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		_ = s.Run(ctx, func() tail.Sink { return s.sink })
		close(done)
	}()
	t.Cleanup(func() {
		cancel()
		<-done
	})
	mem, site := rdstest.ID(), rdstest.ID()
	shard := id.Shard(mem)
	personal, shared := live.StreamKey(shard), live.SiteStreamKey(site)
	require.Empty(t, owned(t, reg))
	s.acquire(t, personal, "")
	s.acquire(t, personal, "")
	s.acquire(t, shared, site)
	both := map[string]float64{shard: 1, "site": 1}
	require.Equal(t, both, owned(t, reg))

	s.Release(personal)
	s.Release(shared)
	clk.Advance(61 * time.Second)
	testkit.Eventually(t, func() bool { return len(owned(t, reg)) == 1 })
	require.Equal(t, map[string]float64{shard: 1}, owned(t, reg), "somebody else still needs the shard")

	s.Release(personal)
	clk.Advance(59 * time.Second)
	publish(t, rdb, 1, event.Event{Site: site, Member: mem, Cmd: event.Cash, Ver: 7})
	for s.next(t).Key != "@"+mem { // still read: the shard is shared with other tests
		continue
	}
	s.acquire(t, personal, "") // a session that comes back within the minute
	clk.Advance(5 * time.Minute)
	publish(t, rdb, 2, event.Event{Site: site, Member: mem, Cmd: event.Cash, Ver: 8})
	for s.next(t).Key != "@"+mem {
		continue
	}
	s.Release(personal)
	clk.Advance(61 * time.Second)
	testkit.Eventually(t, func() bool { return len(owned(t, reg)) == 0 })
	s.acquire(t, personal, "") // and after it
	publish(t, rdb, 3, event.Event{Site: site, Member: mem, Cmd: event.Cash, Ver: 9})
	for m := s.next(t); m.Ver != 9 || m.Key != "@"+mem; m = s.next(t) {
		require.NotEqual(t, "@"+mem, m.Key, "an older one again")
	}
	require.Equal(t, map[string]float64{shard: 1}, owned(t, reg))
}
