package limit_test

import (
	"bytes"
	"fmt"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/access/limit"
	"hubstake/internal/core/clock"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/rdstest"
)

var house = netip.MustParseAddr("192.0.2.7")

func pace(every time.Duration, burst int) limit.Pace { return limit.Pace{Every: every, Burst: burst} }

// nodes are limiters of several api nodes on one Redis.
func nodes(t *testing.T, redisURL config.URL, clk clock.Clock, n int) ([]*limit.Limiter, *prometheus.Registry) {
	t.Helper()
	out, reg := make([]*limit.Limiter, n), prometheus.NewRegistry()
	for i := range out {
		rdb, err := redisx.Open(redisURL)
		require.NoError(t, err)
		t.Cleanup(func() { _ = rdb.Close() })
		var r prometheus.Registerer = prometheus.NewRegistry()
		if i == 0 {
			r = reg
		}
		out[i] = limit.New(rdb, clk, zerolog.Nop(), r, []netip.Prefix{netip.MustParsePrefix("198.51.100.0/24")})
	}
	return out, reg
}

// passes counts how many of n calls pass.
func passes(n int, call func() time.Duration) (passed int) {
	for range n {
		if call() == 0 {
			passed++
		}
	}
	return passed
}

func TestNodesShareABucket(t *testing.T) {
	t.Parallel()
	two, reg := nodes(t, rdstest.Server(t).Patient(), clock.System{}, 2)
	c := limit.Class{Name: "login", Address: pace(time.Hour, 19), Each: pace(time.Hour, 5), Strict: true}
	var passed atomic.Int64
	var done sync.WaitGroup
	for i := range 40 { // at once
		done.Go(func() {
			if two[i%2].Address(t.Context(), c, house) == 0 {
				passed.Add(1)
			}
		})
	}
	done.Wait()
	require.EqualValues(t, 19, passed.Load())
	wait := two[1].Address(t.Context(), c, house)
	require.Greater(t, wait, 50*time.Minute)
	require.LessOrEqual(t, wait, time.Hour)

	require.Equal(t, 19, passes(30, func() time.Duration { return two[0].Address(t.Context(), c, house.Next()) }), "others are not concerned")
	require.Equal(t, 5, passes(9, func() time.Duration { return two[0].ID(t.Context(), c, house, "demo:kim") }), "an id has its own, from anywhere")
	require.Equal(t, 0, passes(1, func() time.Duration { return two[1].ID(t.Context(), c, house.Next(), "demo:kim") }))
	require.Equal(t, 5, passes(9, func() time.Duration { return two[1].Member(t.Context(), c, house, "member:kim") }))
	c.Tree = pace(time.Hour, 7)
	require.Equal(t, 7, passes(9, func() time.Duration { return two[0].Tree(t.Context(), c, house, "head1") }), "a tree has its own, from anywhere")
	require.NotZero(t, two[1].Tree(t.Context(), c, house.Next(), "head1"))
	require.Zero(t, two[1].Tree(t.Context(), c, house, "head2"))
	require.Equal(t, 99, passes(99, func() time.Duration { return two[0].Address(t.Context(), c, netip.MustParseAddr("198.51.100.9")) }), "a probe")
	require.InDelta(t, 4, testutil.ToFloat64(counter(t, reg, "login", "id")), 0)
}

// counter is one series of api_rate_limited_total.
func counter(t *testing.T, reg *prometheus.Registry, class, kind string) prometheus.Collector {
	t.Helper()
	fs, err := reg.Gather()
	require.NoError(t, err)
	for _, f := range fs {
		for _, m := range f.GetMetric() {
			if f.GetName() == "api_rate_limited_total" && m.GetLabel()[0].GetValue() == class && m.GetLabel()[1].GetValue() == kind {
				g := prometheus.NewGauge(prometheus.GaugeOpts{Name: "found"})
				g.Set(m.GetCounter().GetValue())
				return g
			}
		}
	}
	t.Fatalf("no series of %s and %s", class, kind)
	return nil
}

func TestABucketFillsAgain(t *testing.T) {
	t.Parallel()
	one, _ := nodes(t, rdstest.Server(t).Patient(), clock.System{}, 1)
	c := limit.Class{Name: "x", Each: pace(20*time.Millisecond, 3)}
	call := func() time.Duration { return one[0].Member(t.Context(), c, house, "m") }
	passes(4, call)
	testkit.Eventually(t, func() bool { return call() == 0 })
}

// A customer with a /48 has 65,536 networks of the size that a household has.
func TestTheNetworksOfOneCustomerHaveAPaceTogether(t *testing.T) {
	t.Parallel()
	one, reg := nodes(t, rdstest.Server(t).Patient(), clock.System{}, 1)
	c := limit.Class{Name: "login", Address: pace(time.Hour, 2), Customer: pace(time.Hour, 5)}
	n := 0
	require.Equal(t, 5, passes(40, func() time.Duration {
		n++
		return one[0].Address(t.Context(), c, netip.MustParseAddr(fmt.Sprintf("2001:db8:7:%x::1", n)))
	}))
	require.InDelta(t, 35, testutil.ToFloat64(counter(t, reg, "login", "customer")), 0)
	require.Zero(t, one[0].Address(t.Context(), c, netip.MustParseAddr("2001:db8:8::1")), "another customer is not concerned")
	require.Equal(t, 2, passes(9, func() time.Duration { return one[0].Address(t.Context(), c, house) }), "an IPv4 address has its own pace only")
}

func TestANetworkIsOneCaller(t *testing.T) {
	t.Parallel()
	one, _ := nodes(t, rdstest.Server(t).Patient(), clock.System{}, 1)
	c := limit.Class{Name: "x", Address: pace(time.Hour, 2)}
	call := func(ip string) time.Duration { return one[0].Address(t.Context(), c, netip.MustParseAddr(ip)) }
	require.Zero(t, call("2001:db8::1"))
	require.Zero(t, call("2001:db8::ffff:2"))
	require.NotZero(t, call("2001:db8:0:0:9::3"), "the same /64")
	require.Zero(t, call("2001:db8:0:1::1"))
	require.Zero(t, call("192.0.2.1"))
	require.Zero(t, call("::ffff:192.0.2.1"), "the same address, written as IPv6")
	require.NotZero(t, call("192.0.2.1"))
}

// faults.md 24: what guesses at secrets is counted by the node, what only reads is free; and Redis is left alone for a
// second, so that an outage costs no caller more than one wait.
func TestWithoutRedis(t *testing.T) {
	t.Parallel()
	s, clk := rdstest.Server(t), clock.NewManual(time.Now())
	two, _ := nodes(t, s.Patient(), clk, 2)
	strict := limit.Class{Name: "login", Address: pace(time.Hour, 3), Each: pace(time.Hour, 3), Strict: true}
	read := limit.Class{Name: "read", Each: pace(time.Hour, 3)}
	enter := func(l *limit.Limiter) func() time.Duration {
		return func() time.Duration { return l.Address(t.Context(), strict, house) }
	}
	require.Equal(t, 3, passes(9, enter(two[0])))
	s.Kill()
	for _, l := range two {
		require.Equal(t, 3, passes(9, enter(l)), "each node counts for itself")
		require.Equal(t, 99, passes(99, func() time.Duration { return l.Member(t.Context(), read, house, "m") }))
	}
	require.Equal(t, time.Hour, two[0].Address(t.Context(), strict, house), "the next one is an hour away")
	clk.Advance(time.Hour)
	require.Equal(t, 1, passes(9, enter(two[0])))

	s.Restart(t)
	clk.Advance(2 * time.Second)
	testkit.Eventually(t, func() bool { clk.Advance(2 * time.Second); return two[1].Member(t.Context(), read, house, "again") > 0 }, "and when it is back, it counts again")
}

func TestAFrozenRedisCostsOneWait(t *testing.T) {
	t.Parallel()
	s, clk := rdstest.Server(t), clock.NewManual(time.Now())
	rdb, err := redisx.Open(s.URL)
	require.NoError(t, err)
	t.Cleanup(func() { _ = rdb.Close() })
	var log bytes.Buffer
	one := limit.New(rdb, clk, zerolog.New(&log), prometheus.NewRegistry(), nil)
	s.Freeze(t)
	defer s.Thaw(t)
	require.Equal(t, 200, passes(200, func() time.Duration { return one.Member(t.Context(), limit.Read, house, "m") }))
	require.Equal(t, 1, strings.Count(log.String(), "counting on this node"), "one of 200 calls waits its 250 ms: %s", log.String())
}

func TestAFloodOfCallersFillsNoMemory(t *testing.T) {
	t.Parallel()
	s, clk := rdstest.Server(t), clock.NewManual(time.Now())
	one, _ := nodes(t, s.Patient(), clk, 1)
	s.Kill()
	c := limit.Class{Name: "login", Each: pace(time.Hour, 1), Strict: true}
	for i := range 60_000 {
		require.Zero(t, one[0].ID(t.Context(), c, house, fmt.Sprint(i)))
	}
	require.LessOrEqual(t, one[0].Kept(), 50_000)
	require.NotZero(t, one[0].ID(t.Context(), c, house, "59999"))
	clk.Advance(2 * time.Hour)
	require.Zero(t, one[0].ID(t.Context(), c, house, "one more"))
	require.LessOrEqual(t, one[0].Kept(), 50_000)
}

// The clock of Redis may be set back: no caller waits longer than a bucket takes to fill.
func TestClockSetBackDelaysAtMostOneBucket(t *testing.T) {
	t.Parallel()
	s := rdstest.Server(t)
	rdb, err := redisx.Open(s.Patient())
	require.NoError(t, err)
	defer func() { _ = rdb.Close() }()
	key := redisx.LimitKey("x", "m")
	require.NoError(t, rdb.Set(t.Context(), key, time.Now().Add(time.Hour).UnixMicro(), 0).Err())
	wait, err := redisx.Take(t.Context(), rdb, key, time.Second, 3)
	require.NoError(t, err)
	require.LessOrEqual(t, wait, time.Second)
}
