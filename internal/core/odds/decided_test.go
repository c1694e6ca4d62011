package odds_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"hubstake/internal/core/odds"
)

// listedKeys are the selections of a market as a feed lists them.
func listedKeys(t *rapid.T, kind odds.Kind) []odds.Key {
	keys := append([]odds.Key{}, kind.Keys()...)
	if kind == odds.CorrectScore {
		most := rapid.IntRange(0, 3).Draw(t, "most")
		for home := range most + 1 {
			for away := range most + 1 {
				keys = append(keys, odds.ScoreKey(home, away))
			}
		}
	}
	return keys
}

// An abandoned match is paid by what no continuation could have changed, and by nothing else (D-24): of all kinds of markets and all lines.
func TestWhatWasDecidedWhenAMatchIsAbandonedStands(t *testing.T) {
	t.Parallel()
	for _, kind := range odds.Kinds {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				line := odds.Line(0)
				if kind.HasLine() {
					line = odds.Line(2 * rapid.IntRange(-8, 16).Draw(t, "halves")) // whole and half lines; of a quarter line each half is one of them
				}
				at := odds.Score{Home: rapid.IntRange(0, 5).Draw(t, "home"), Away: rapid.IntRange(0, 5).Draw(t, "away")}
				listed := listedKeys(t, kind)
				same := true // whatever happens, each selection ends in one way
				for _, key := range listed {
					now, err := odds.OutcomeOf(kind, line, key, at, listed)
					require.NoError(t, err)
					for home := range 13 {
						for away := range 13 {
							end, err := odds.OutcomeOf(kind, line, key, odds.Score{Home: at.Home + home, Away: at.Away + away}, listed)
							require.NoError(t, err)
							same = same && end == now
						}
					}
				}
				for _, key := range listed {
					want := odds.Voided
					if same {
						var err error
						want, err = odds.OutcomeOf(kind, line, key, at, listed)
						require.NoError(t, err)
					}
					got, err := odds.DecidedOutcome(kind, line, key, at, listed)
					require.NoError(t, err)
					require.Equal(t, want, got, "%s %d %s at %v", kind, line, key, at)
				}
			})
		})
	}
}

func TestTheHalvesOfAQuarterLineAreDecidedOneByOne(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		line        odds.Line
		over, under odds.Verdict
	}{
		{9, odds.Won, odds.Lost},          // 2.25: both halves passed
		{11, odds.HalfWon, odds.HalfLost}, // 2.75: the half on 2.5 passed, the half on 3 is void
		{12, odds.Void, odds.Void},        // 3: met, not passed
		{13, odds.Void, odds.Void},        // 3.25
		{10, odds.Won, odds.Lost},         // 2.5
		{-1, odds.Won, odds.Lost},         // below any score
	} {
		for key, want := range map[odds.Key]odds.Verdict{odds.Over: c.over, odds.Under: c.under} {
			got, err := odds.DecidedOutcome(odds.Total, c.line, key, odds.Score{Home: 2, Away: 1}, nil)
			require.NoError(t, err)
			require.Equal(t, want, got.Verdict, "%d %s", c.line, key)
		}
	}
}
