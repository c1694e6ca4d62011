package coretest_test

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/calls"
)

func callSums(answered, failed, rejected int64) calls.Sums {
	return calls.Sums{Answered: answered, Failed: failed, Rejected: rejected}
}

func TestQuantilesAreEstimatedWithinTheirClass(t *testing.T) {
	t.Parallel()
	var s calls.Sums
	require.Zero(t, s.Quantile(.95))
	for range 90 {
		s.Note(calls.Answered, 30*time.Millisecond) // of the class from 20 to 50 ms
	}
	for range 10 {
		s.Note(calls.Failed, 900*time.Millisecond) // of the class from 500 ms to 1 s
	}
	s.Note(calls.Failed, 0) // not made
	require.InDelta(t, 20+30*50./90, s.Quantile(.5).Seconds()*1000, .001)
	require.Equal(t, 50*time.Millisecond, s.Quantile(.9))
	require.Equal(t, 750*time.Millisecond, s.Quantile(.95))
	require.Equal(t, time.Second, s.Quantile(1))
	require.EqualValues(t, 101, s.Total())

	var exact calls.Sums
	exact.Note(calls.Answered, time.Millisecond)
	require.EqualValues(t, 1, exact.Times[0], "a bound belongs to the class below it")

	var slow calls.Sums
	slow.Note(calls.Answered, time.Minute)
	require.Equal(t, 5*time.Second, slow.Quantile(.5), "nothing is known above the last bound")
}

func TestSumsOfTwoNodesAreAdded(t *testing.T) {
	t.Parallel()
	var a, b, both calls.Sums
	for i := range 50 {
		took := time.Duration(i*i) * time.Millisecond
		a.Note(calls.Outcome(i%3), took)
		both.Note(calls.Outcome(i%3), took)
		b.Note(calls.Answered, 2*took)
		both.Note(calls.Answered, 2*took)
	}
	require.Equal(t, both, a.Plus(b))
	require.Equal(t, both, b.Plus(a))
}

func TestWhenAProviderIsFailing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		recent calls.Sums
		want   bool
	}{
		{callSums(0, 0, 0), false},
		{callSums(0, 2, 0), false},
		{callSums(0, 3, 0), true},
		{callSums(27, 3, 0), true},
		{callSums(28, 3, 0), false},
		{callSums(1, 0, 1000), false},
		{callSums(0, 0, 2), false},
		{callSums(0, 0, 3), true},
	} {
		require.Equal(t, c.want, calls.Figures{Hour: callSums(9, 9, 9), Recent: c.recent}.Failing(), c.recent)
	}
}

func TestATallyIsTakenOnce(t *testing.T) {
	t.Parallel()
	var none *calls.Tally
	none.Note(calls.Line{}, calls.Answered, 1)
	var tally calls.Tally
	ours := calls.Line{Provider: "sim", Way: calls.Ours}
	var done sync.WaitGroup
	for range 8 {
		done.Go(func() {
			for range 100 {
				tally.Note(ours, calls.Answered, time.Millisecond)
			}
		})
	}
	done.Wait()
	tally.Note(calls.Line{Provider: "sim", Way: calls.Theirs}, calls.Rejected, 1)
	got := tally.Take()
	require.EqualValues(t, 800, got[ours].Answered)
	require.EqualValues(t, 1, got[calls.Line{Provider: "sim", Way: calls.Theirs}].Rejected)
	require.Empty(t, tally.Take())
}
