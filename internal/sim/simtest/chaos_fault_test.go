package simtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/sim/chaos"
)

func TestTimesEndsTheFaults(t *testing.T) {
	t.Parallel()
	var b chaos.Box
	require.Zero(t, b.Take(), "an empty box makes no faults")
	require.NoError(t, b.Set(chaos.Settings{Duplicate: 3, Times: 2}))
	require.Equal(t, 3, b.Take().Copies())
	require.Equal(t, 1, b.Get().Times)
	require.Equal(t, 3, b.Take().Copies())
	require.Zero(t, b.Take())
	require.NoError(t, b.Set(chaos.Settings{LoseAnswer: 1}))
	for range 5 {
		require.Equal(t, 1, b.Take().LoseAnswer, "without times until they are taken back")
	}
}

func TestBounds(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]chaos.Settings{
		"negative delay": {DelayMs: -1}, "endless delay": {DelayMs: 60_001}, "too many copies": {Duplicate: 51},
		"negative copies": {Duplicate: -1}, "too many lost": {LoseAnswer: 11}, "unknown order": {OutOfOrder: "bet"},
		"unknown outage": {Outage: "on"}, "unknown transfer": {Transfer: "on"}, "unknown sports": {Sports: "on"}, "unknown beacon": {Beacon: "on"}, "negative times": {Times: -1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var b chaos.Box
			require.ErrorIs(t, b.Set(s), chaos.ErrSettings)
			require.Zero(t, b.Get())
		})
	}
}
