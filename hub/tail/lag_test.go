package tail_test

import (
	"context"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/hub/tail"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/event"
	"hubstake/internal/live"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/rdstest"
)

// lags are the values of stream_lag_entries by shard.
func lags(t *testing.T, reg *prometheus.Registry) map[string]float64 {
	t.Helper()
	families, err := reg.Gather()
	require.NoError(t, err)
	values := map[string]float64{}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			if f.GetName() == "stream_lag_entries" {
				require.Equal(t, "hub", m.GetLabel()[0].GetName())
				values[m.GetLabel()[1].GetValue()] = m.GetGauge().GetValue()
			}
		}
	}
	return values
}

// A hub that cannot deliver falls behind and says so; what was trimmed meanwhile does not count for ever.
func TestHowFarTheHubIsBehind(t *testing.T) {
	t.Parallel()
	srv := rdstest.Server(t)
	rdb, err := redisx.Open(srv.Patient())
	require.NoError(t, err)
	t.Cleanup(func() { _ = rdb.Close() })
	reg := prometheus.NewRegistry()
	s := &setup{sink: &sink{make(chan tail.Target)}, rdb: rdb}
	s.Tail = tail.New(rdb, clock.System{}, zerolog.Nop(), tail.NewMetrics(reg), func(string, bool) {}, func() {})
	ctx, cancel := context.WithCancel(context.Background())
	done, free := make(chan struct{}), make(chan struct{})
	go func() {
		_ = s.Run(ctx, func() tail.Sink { return s.sink })
		close(done)
	}()
	t.Cleanup(func() {
		cancel()
		<-done
	})
	is := func(want float64) {
		t.Helper()
		testkit.Eventually(t, func() bool { return lags(t, reg)["site"] == want }, "%v", lags(t, reg))
	}

	site := rdstest.ID()
	stream := live.SiteStreamKey(site)
	n := 0
	say := func(times int) {
		for range times {
			n++
			publish(t, rdb, n, event.Event{Site: site, Cmd: event.Marquee})
		}
	}
	say(3)
	require.Empty(t, lags(t, reg), "what nobody reads has no lag")
	s.acquire(t, stream, site)
	is(0)
	say(20)
	is(20)
	say(10)
	require.NoError(t, rdb.XTrimMaxLen(t.Context(), stream, 1).Err())
	is(30)
	go func() {
		defer close(free)
		for {
			select {
			case <-s.got:
			case <-ctx.Done():
				return
			}
		}
	}()
	is(0)
	say(1)
	is(0)

	srv.Kill()
	testkit.Eventually(t, func() bool { return len(lags(t, reg)) == 0 }, "without Redis nothing is known")
	cancel()
	<-free
}
