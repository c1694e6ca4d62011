package jobs

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// River asks for the time after the one at which a job ran, which is a night itself.
func TestEachNightFollowsTheOneBefore(t *testing.T) {
	t.Parallel()
	first := time.Date(2026, 11, 30, 18, 0, 0, 0, time.UTC)
	second := time.Date(2026, 12, 1, 18, 0, 0, 0, time.UTC)
	for now, want := range map[time.Time]time.Time{
		first.Add(-time.Nanosecond): first, first: second, first.Add(time.Nanosecond): second, second.Add(-time.Second): second,
		first.Add(-time.Minute).In(time.FixedZone("KST", 9*60*60)): first,
	} {
		require.Equal(t, want, nights{}.Next(now), "after %s", now)
	}
}
