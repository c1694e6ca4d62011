package limit

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestBucketLetsThroughItsRate(t *testing.T) {
	t.Parallel()
	now := time.UnixMilli(1_789_000_000_000)
	b := Bucket{Rate: 10, Burst: 3}
	take := func(n int) (ok int) {
		for range n {
			if b.Take(now) {
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

func TestNoRateIsNoLimit(t *testing.T) {
	t.Parallel()
	r := NewRate(0)
	for range 1000 {
		require.True(t, r.Take(time.UnixMilli(1)))
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
