package limit

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var began = time.UnixMilli(1_789_000_000_000)

// Nine thousand come at once, and again when they were told to: they are through after as long as the pace takes, and in
// no second do more come than get through.
func TestAStormComesBackAtThePace(t *testing.T) {
	t.Parallel()
	const n, pace = 9000, 2000
	s := NewSpread(pace)
	due := make([]time.Time, n)
	for i := range due {
		due[i] = began
	}
	tries, ms := 0, 0
	for now := began; len(due) > 0; now = now.Add(time.Millisecond) {
		var left []time.Time
		came := 0
		for _, at := range due {
			if at.After(now) {
				left = append(left, at)
				continue
			}
			came++
			if wait, ok := s.Take(now); !ok {
				left = append(left, now.Add(wait))
			}
		}
		due, tries = left, tries+came
		if ms > 0 {
			require.LessOrEqual(t, came, 2*pace/1000+1, "after %d ms", ms)
		}
		ms++
	}
	require.InDelta(t, float64(n-pace)/pace, float64(ms)/1000, 0.1, "seconds until all were through")
	require.Less(t, tries, n+n, "hardly anybody was turned away twice")
}

func TestSlotsGrowWithTheQueueAndEnd(t *testing.T) {
	t.Parallel()
	s := NewSpread(10)
	for range 10 {
		_, ok := s.Take(began)
		require.True(t, ok)
	}
	for i := range 600 {
		wait, ok := s.Take(began)
		require.False(t, ok)
		require.Equal(t, time.Duration(i+1)*100*time.Millisecond, wait)
	}
	seen := map[time.Duration]bool{}
	for range 1000 {
		wait := s.Later(began)
		require.Greater(t, wait, furthest/2)
		require.LessOrEqual(t, wait, furthest)
		seen[wait] = true
	}
	require.Len(t, seen, 300, "who cannot be promised a slot is spread as well")
	wait, ok := s.Take(began.Add(time.Hour))
	require.True(t, ok)
	require.Zero(t, wait)
	require.Equal(t, 100*time.Millisecond, s.Later(began.Add(time.Hour)), "a queue of an hour ago is over")
}

func TestWithoutAPaceOthersAreSpreadAllTheSame(t *testing.T) {
	t.Parallel()
	s := NewSpread(0)
	for range 1000 {
		_, ok := s.Take(began)
		require.True(t, ok)
	}
	require.Equal(t, nominal, s.Later(began))
	require.Equal(t, 2*nominal, s.Later(began))
}

func TestBudgetsAreForEachKey(t *testing.T) {
	t.Parallel()
	b := NewBudgets(Pace{PerSecond: 2, Burst: 3})
	_, spent := b.Spent("a", began)
	require.False(t, spent, "who never came has spent nothing")
	for range 3 {
		_, spent = b.Spent("a", began)
		require.False(t, spent, "asking costs nothing")
		_, ok := b.Take("a", began)
		require.True(t, ok)
	}
	wait, spent := b.Spent("a", began)
	require.True(t, spent)
	require.Equal(t, 500*time.Millisecond, wait)
	wait, ok := b.Take("a", began)
	require.False(t, ok)
	require.Equal(t, 500*time.Millisecond, wait)
	_, ok = b.Take("b", began)
	require.True(t, ok)
	_, spent = b.Spent("a", began.Add(500*time.Millisecond))
	require.False(t, spent)
	_, ok = NewBudgets(Pace{}).Take("a", began)
	require.True(t, ok, "no pace, no limit")
	_, spent = NewBudgets(Pace{}).Spent("a", began)
	require.False(t, spent)
}

func TestBudgetsForget(t *testing.T) {
	t.Parallel()
	b := NewBudgets(Pace{PerSecond: 1, Burst: 2})
	for i := range 1000 {
		b.Take(strconv.Itoa(i), began)
	}
	require.Equal(t, 1000, b.Keys())
	b.Take("last", began.Add(3*time.Second))
	require.Equal(t, 1, b.Keys())
	for i := range maxBudgets + 10 {
		b.Take(strconv.Itoa(i), began.Add(3*time.Second))
	}
	require.LessOrEqual(t, b.Keys(), maxBudgets, "however many addresses come, memory is bounded")
}
