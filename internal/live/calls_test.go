package live_test

import (
	"context"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/calls"
	"hubstake/internal/core/clock"
	"hubstake/internal/live"
	"hubstake/internal/testkit/rdstest"
)

func noted(outcomes map[calls.Outcome]int, took time.Duration) (s calls.Sums) {
	for o, n := range outcomes {
		for range n {
			s.Note(o, took)
		}
	}
	return s
}

// Sums of two nodes are one; those of an hour ago are gone, and those of the last minutes are recent.
func TestCallsOfProvidersAreThoseOfAllNodesInTheLastHour(t *testing.T) {
	t.Parallel()
	rdb, ctx, acme, other := rdstest.Client(t), t.Context(), rdstest.ID(), rdstest.ID()
	now := time.Date(2026, 11, 25, 12, 2, 0, 0, time.UTC)
	ours, theirs := calls.Line{Provider: acme, Way: calls.Ours}, calls.Line{Provider: acme, Way: calls.Theirs}
	add := func(at time.Time, l calls.Line, s calls.Sums) {
		t.Helper()
		require.NoError(t, live.AddCalls(ctx, rdb, at, map[calls.Line]calls.Sums{l: s}))
	}
	one := noted(map[calls.Outcome]int{calls.Answered: 3, calls.Failed: 1}, 30*time.Millisecond)
	two := noted(map[calls.Outcome]int{calls.Rejected: 2}, 2*time.Millisecond)
	add(now, ours, one)                                                                            // of a node
	add(now.Add(time.Second), ours, one)                                                           // of another one
	add(now.Add(-10*time.Minute), theirs, two)                                                     // recent still
	add(now.Add(-50*time.Minute), theirs, one)                                                     // of the hour, not recent
	add(now.Add(-time.Hour-time.Minute), theirs, one)                                              // over
	add(now, calls.Line{Provider: other, Way: calls.Ours}, two)                                    // another provider's
	require.NoError(t, rdb.HSet(ctx, live.CallsKey(acme, now), "ours.later", "7", "x", "1").Err()) // of another release

	got, err := live.Calls(ctx, rdb, now, []string{acme, rdstest.ID()})
	require.NoError(t, err)
	delete(got, calls.Line{Provider: acme, Way: "x"})
	require.Equal(t, map[calls.Line]calls.Figures{
		ours:   {Hour: one.Plus(one), Recent: one.Plus(one)},
		theirs: {Hour: one.Plus(two), Recent: two},
	}, got)
	require.Positive(t, rdb.TTL(ctx, live.CallsKey(acme, now)).Val(), "nothing is kept for ever")
}

// A process that ends writes what it has counted.
func TestCallsAreKeptWhenAProcessEnds(t *testing.T) {
	t.Parallel()
	rdb, acme, clk := rdstest.Client(t), rdstest.ID(), clock.NewManual(time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC))
	var tally calls.Tally
	line := calls.Line{Provider: acme, Way: calls.Theirs}
	tally.Note(line, calls.Answered, time.Millisecond)
	ctx, end := context.WithCancel(t.Context())
	end()
	require.NoError(t, live.KeepCalls(ctx, rdb, clk, zerolog.Nop(), &tally))
	got, err := live.Calls(t.Context(), rdb, clk.Now(), []string{acme})
	require.NoError(t, err)
	require.EqualValues(t, 1, got[line].Recent.Answered)
	require.Empty(t, tally.Take())
}

// Without Redis there is an error in time, and no figures.
func TestCallsWithoutRedis(t *testing.T) {
	t.Parallel()
	away := redis.NewClient(&redis.Options{Addr: "127.0.0.1:1", MaxRetries: -1})
	t.Cleanup(func() { _ = away.Close() })
	_, err := live.Calls(t.Context(), away, time.Now(), []string{"acme"})
	require.Error(t, err)
	require.Error(t, live.AddCalls(t.Context(), away, time.Now(), map[calls.Line]calls.Sums{{Provider: "acme"}: {Answered: 1}}))
}
