package providertest_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/stretchr/testify/require"

	"hubstake/internal/play/provider"
	"hubstake/internal/play/provider/guard"
)

func newGuard(vendor string) (*guard.Guard, *prometheus.Registry) {
	reg := prometheus.NewRegistry()
	return guard.New(vendor, provider.NewMetrics(reg, vendor), reg), reg
}

func readState(t *testing.T, reg *prometheus.Registry, name string) (value float64) {
	t.Helper()
	families, err := reg.Gather()
	require.NoError(t, err)
	for _, f := range families {
		if f.GetName() == name {
			return f.GetMetric()[0].GetGauge().GetValue()
		}
	}
	t.Fatalf("no %s", name)
	return 0
}

// Faults, row 30: the circuit opens within ten failures, answers at once while it is open, lets one call try and closes when
// that one succeeds.
func TestTheCircuit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g, reg := newGuard("acme")
		ctx, asked, works := t.Context(), 0, false
		call := func() error {
			return g.Do(ctx, "launch", func(context.Context) error {
				asked++
				if works {
					return nil
				}
				return provider.ErrDown
			})
		}
		for !errors.Is(call(), provider.ErrOpen) {
			require.LessOrEqual(t, asked, 10)
		}
		require.Equal(t, 5, asked)
		require.InDelta(t, 2, readState(t, reg, "vendor_circuit_state"), 0)

		<-time.After(5*time.Second + time.Millisecond) // of the bubble
		require.InDelta(t, 1, readState(t, reg, "vendor_circuit_state"), 0)
		require.ErrorIs(t, call(), provider.ErrDown, "one call tries")
		require.ErrorIs(t, call(), provider.ErrOpen, "and keeps the circuit open")
		require.Equal(t, 6, asked)

		<-time.After(5*time.Second + time.Millisecond)
		works = true
		enter, leave := make(chan struct{}), make(chan struct{})
		tried := make(chan error, 1)
		go func() {
			tried <- g.Do(ctx, "launch", func(context.Context) error { close(enter); <-leave; return nil })
		}()
		<-enter
		require.ErrorIs(t, call(), provider.ErrOpen, "one at a time")
		close(leave)
		require.NoError(t, <-tried)
		require.NoError(t, call())
		require.InDelta(t, 0, readState(t, reg, "vendor_circuit_state"), 0)
		require.Equal(t, 1, testutil.CollectAndCount(reg, "vendor_in_flight"))
	})
}

// Half of the calls of a window fail, never five in a row: open as well.
func TestTheCircuitOpensWhenHalfFails(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g, _ := newGuard("acme")
		n := 0
		for ; n < 40; n++ {
			err := g.Do(t.Context(), "launch", func(context.Context) error {
				if n%2 == 0 {
					return provider.ErrDown
				}
				return nil
			})
			if errors.Is(err, provider.ErrOpen) {
				break
			}
			<-time.After(100 * time.Millisecond)
		}
		require.GreaterOrEqual(t, n, 20)
		require.LessOrEqual(t, n, 22)
	})
}

// A provider that refuses a call is up, and a caller that gave up says nothing about the provider.
func TestRefusalsAndCancelledCallsAreNotFailures(t *testing.T) {
	t.Parallel()
	g, _ := newGuard("acme")
	for range 50 {
		require.ErrorIs(t, g.Do(t.Context(), "launch", func(context.Context) error { return provider.ErrRefused }), provider.ErrRefused)
		require.ErrorIs(t, g.Do(t.Context(), "launch", func(context.Context) error { return context.Canceled }), context.Canceled)
	}
}

// Faults, row 31: a provider that hangs holds its own share, and another one is not slower for it.
func TestSlowProviderDelaysNoOtherProvider(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		slow, reg := newGuard("slow")
		quick, _ := newGuard("quick")
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		const callers = 100
		results := make(chan error, callers)
		for range callers {
			go func() {
				results <- slow.Do(ctx, "launch", func(ctx context.Context) error { <-ctx.Done(); return provider.ErrDown })
			}()
		}
		synctest.Wait()
		require.InDelta(t, 32, readState(t, reg, "vendor_in_flight"), 0)
		require.Len(t, results, callers-32, "the others were answered at once")
		for len(results) > 0 {
			require.ErrorIs(t, <-results, provider.ErrBusy)
		}
		began := time.Now()
		require.NoError(t, quick.Do(ctx, "launch", func(context.Context) error { return nil }))
		require.Zero(t, time.Since(began))
		cancel()
		for range 32 {
			require.ErrorIs(t, <-results, provider.ErrDown)
		}
		require.ErrorIs(t, slow.Do(t.Context(), "launch", func(context.Context) error { return nil }), provider.ErrOpen)
		require.InDelta(t, 0, readState(t, reg, "vendor_in_flight"), 0)
	})
}

type fakeLauncher struct{ err error }

func (o fakeLauncher) Launch(context.Context, provider.Launch) (string, error) {
	return "https://x/", o.err
}

func TestLaunchesGoThroughTheGuard(t *testing.T) {
	t.Parallel()
	g, _ := newGuard("acme")
	url, err := g.Client(fakeLauncher{}).Launch(t.Context(), provider.Launch{})
	require.NoError(t, err)
	require.Equal(t, "https://x/", url)
	down := g.Client(fakeLauncher{provider.ErrDown})
	for range 5 {
		_, err = down.Launch(t.Context(), provider.Launch{})
		require.ErrorIs(t, err, provider.ErrDown)
	}
	_, err = down.Launch(t.Context(), provider.Launch{})
	require.ErrorIs(t, err, provider.ErrOpen)
}
