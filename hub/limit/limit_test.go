package limit

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestBucketLetsThroughItsRate(t *testing.T) {
	t.Parallel()
	now := time.UnixMilli(1_789_000_000_000)
	b, pace := Bucket{}, Pace{PerSecond: 10, Burst: 3}
	take := func(n int) (ok int) {
		for range n {
			if b.Take(now, pace) {
				ok++
			}
		}
		return ok
	}
	require.Equal(t, 3, take(5), "the burst")
	now = now.Add(99 * time.Millisecond)
	require.Equal(t, 0, take(1))
	now = now.Add(time.Millisecond)
	require.Equal(t, 1, take(2))
	now = now.Add(time.Hour)
	require.Equal(t, 3, take(9), "never more than the burst")
	now = now.Add(-time.Hour)
	require.Equal(t, 0, take(1), "a clock that goes back gives nothing")
	now = now.Add(time.Hour + time.Second)
	require.Equal(t, 3, take(9))
}

// After the clock was set back the limiter must not refuse all requests until it is where it was.
func TestBucketFillsAfterTheClockWasSetBack(t *testing.T) {
	t.Parallel()
	now := time.UnixMilli(1_789_000_000_000)
	b, pace := Bucket{}, Pace{PerSecond: 10, Burst: 1}
	require.True(t, b.Take(now, pace))
	now = now.Add(-time.Hour)
	require.False(t, b.Take(now, pace))
	require.True(t, b.Take(now.Add(100*time.Millisecond), pace))
}

func TestNoPaceIsNoLimit(t *testing.T) {
	t.Parallel()
	var b Bucket
	for range 1000 {
		require.True(t, b.Take(time.UnixMilli(1), Pace{}))
	}
}

func TestCounterCountsByKey(t *testing.T) {
	t.Parallel()
	c := NewCounter(2)
	require.True(t, c.Enter("a"))
	require.True(t, c.Enter("a"))
	require.False(t, c.Enter("a"))
	require.True(t, c.Enter("b"))
	c.Leave("a")
	require.True(t, c.Enter("a"))
	c.Leave("a")
	c.Leave("a")
	c.Leave("b")
	require.Zero(t, c.Keys())
}
