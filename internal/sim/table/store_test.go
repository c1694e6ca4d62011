package table

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Old rounds and seeds are forgotten, but never the newest of a table: after a long pause it goes on from there.
func TestTheNewestRoundAndSeedOfATableAreKept(t *testing.T) {
	t.Parallel()
	s, err := OpenStore(t.TempDir())
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Close() })
	old := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for no := uint64(1); no <= 3; no++ {
		for _, code := range []string{"baccarat", "dragonboat"} {
			at := old.Add(time.Duration(no) * time.Hour)
			require.NoError(t, s.put(code, &Seed{No: no, RevealedAt: at}, &Round{No: no, SeedNo: no, OpenAt: at}))
		}
	}
	left := func(code string) (rounds, seeds []uint64) {
		list, err := s.rounds(code, 10)
		require.NoError(t, err)
		for _, r := range list {
			rounds = append(rounds, r.No)
		}
		told, err := s.revealed(code, 10)
		require.NoError(t, err)
		for _, seed := range told {
			seeds = append(seeds, seed.No)
		}
		return rounds, seeds
	}
	require.NoError(t, s.prune(old.Add(90*time.Minute), old.Add(150*time.Minute)))
	for _, code := range []string{"baccarat", "dragonboat"} {
		rounds, seeds := left(code)
		require.Equal(t, []uint64{3, 2}, rounds)
		require.Equal(t, []uint64{3}, seeds)
	}
	require.NoError(t, s.prune(old.AddDate(1, 0, 0), old.AddDate(1, 0, 0)))
	for _, code := range []string{"baccarat", "dragonboat"} {
		rounds, seeds := left(code)
		require.Equal(t, []uint64{3}, rounds)
		require.Equal(t, []uint64{3}, seeds)
	}
}
