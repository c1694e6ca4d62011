package odds_test

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"hubstake/internal/core/odds"
)

func outcome(t require.TestingT, kind odds.Kind, line odds.Line, key odds.Key, home, away int) string {
	o, err := odds.OutcomeOf(kind, line, key, odds.Score{Home: home, Away: away}, []odds.Key{"1-0", "0-0", odds.Other})
	require.NoError(t, err)
	return o.String()
}

func TestOutcomesByTheScore(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind odds.Kind
		line string
		key  odds.Key
		h, a int
		want string
	}{
		{odds.OneXTwo, "0", odds.Home, 2, 1, "won"},
		{odds.OneXTwo, "0", odds.Draw, 2, 1, "lost"},
		{odds.OneXTwo, "0", odds.Away, 2, 1, "lost"},
		{odds.OneXTwo, "0", odds.Draw, 0, 0, "won"},
		{odds.OneXTwo, "0", odds.Away, 0, 3, "won"},
		{odds.Winner, "0", odds.Home, 90, 88, "won"},
		{odds.Winner, "0", odds.Away, 90, 88, "lost"},
		{odds.Winner, "0", odds.Home, 1, 1, "push"},
		{odds.Winner, "0", odds.Away, 1, 1, "push"},
		// The table of Asian handicaps that every bookmaker prints: the home side gives or gets the line.
		{odds.Handicap, "0", odds.Home, 1, 1, "push"},
		{odds.Handicap, "0", odds.Home, 2, 1, "won"},
		{odds.Handicap, "-0.25", odds.Home, 1, 0, "won"},
		{odds.Handicap, "-0.25", odds.Home, 1, 1, "half-lost"},
		{odds.Handicap, "-0.25", odds.Away, 1, 1, "half-won"},
		{odds.Handicap, "0.25", odds.Home, 1, 1, "half-won"},
		{odds.Handicap, "0.25", odds.Home, 0, 1, "lost"},
		{odds.Handicap, "-0.5", odds.Home, 1, 1, "lost"},
		{odds.Handicap, "-0.5", odds.Away, 1, 1, "won"},
		{odds.Handicap, "-0.75", odds.Home, 1, 0, "half-won"},
		{odds.Handicap, "-0.75", odds.Away, 1, 0, "half-lost"},
		{odds.Handicap, "-0.75", odds.Home, 2, 0, "won"},
		{odds.Handicap, "-0.75", odds.Home, 0, 0, "lost"},
		{odds.Handicap, "-1", odds.Home, 1, 0, "push"},
		{odds.Handicap, "-1", odds.Away, 1, 0, "push"},
		{odds.Handicap, "-1.25", odds.Home, 1, 0, "half-lost"},
		{odds.Handicap, "-1.25", odds.Away, 1, 0, "half-won"},
		{odds.Handicap, "-1.25", odds.Home, 2, 0, "won"},
		{odds.Handicap, "1.75", odds.Home, 0, 2, "half-lost"},
		{odds.Handicap, "1.75", odds.Home, 0, 1, "won"},
		{odds.Handicap, "2.25", odds.Away, 0, 2, "half-lost"},
		{odds.Total, "2.5", odds.Over, 2, 1, "won"},
		{odds.Total, "2.5", odds.Under, 1, 1, "won"},
		{odds.Total, "2", odds.Over, 1, 1, "push"},
		{odds.Total, "2", odds.Under, 2, 0, "push"},
		{odds.Total, "2.25", odds.Over, 1, 1, "half-lost"},
		{odds.Total, "2.25", odds.Under, 1, 1, "half-won"},
		{odds.Total, "2.75", odds.Over, 2, 1, "half-won"},
		{odds.Total, "2.75", odds.Under, 2, 1, "half-lost"},
		{odds.Total, "2.75", odds.Over, 2, 2, "won"},
		{odds.Total, "2.75", odds.Over, 1, 1, "lost"},
		{odds.BothScore, "0", odds.Yes, 1, 1, "won"},
		{odds.BothScore, "0", odds.Yes, 4, 0, "lost"},
		{odds.BothScore, "0", odds.No, 0, 0, "won"},
		{odds.OddEven, "0", odds.Odd, 2, 1, "won"},
		{odds.OddEven, "0", odds.Even, 0, 0, "won"},
		{odds.OddEven, "0", odds.Odd, 2, 2, "lost"},
		{odds.CorrectScore, "0", "1-0", 1, 0, "won"},
		{odds.CorrectScore, "0", "0-0", 1, 0, "lost"},
		{odds.CorrectScore, "0", odds.Other, 1, 0, "lost"},
		{odds.CorrectScore, "0", odds.Other, 5, 4, "won"},
	} {
		line, err := odds.ParseLine(c.line)
		require.NoError(t, err)
		require.Equal(t, c.want, outcome(t, c.kind, line, c.key, c.h, c.a), fmt.Sprint(c))
	}
}

// halves is the outcome of a line by its definition: half of the stake on the line below, half on the line above, each of which wins, is
// returned or loses. ahead is what the side has on the line, a fraction of a goal.
func halves(ahead *big.Rat, quarter bool) string {
	shift := new(big.Rat)
	if quarter {
		shift.SetFrac64(1, 4)
	}
	sum := new(big.Rat).Add(ahead, shift).Sign() + new(big.Rat).Sub(ahead, shift).Sign()
	return map[int]string{2: "won", 1: "half-won", 0: "push", -1: "half-lost", -2: "lost"}[sum]
}

func TestLinesAreTwoHalvesOfTheStake(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		h, a := rapid.IntRange(0, 9).Draw(rt, "home"), rapid.IntRange(0, 9).Draw(rt, "away")
		line := odds.Line(rapid.Int32Range(-24, 24).Draw(rt, "line"))
		given := big.NewRat(int64(line), 4)
		ahead := new(big.Rat).Add(big.NewRat(int64(h-a), 1), given)
		require.Equal(rt, halves(ahead, line.Quarter()), outcome(rt, odds.Handicap, line, odds.Home, h, a))
		require.Equal(rt, halves(new(big.Rat).Neg(ahead), line.Quarter()), outcome(rt, odds.Handicap, line, odds.Away, h, a))
		over := new(big.Rat).Sub(big.NewRat(int64(h+a), 1), given)
		require.Equal(rt, halves(over, line.Quarter()), outcome(rt, odds.Total, line, odds.Over, h, a))
		require.Equal(rt, halves(new(big.Rat).Neg(over), line.Quarter()), outcome(rt, odds.Total, line, odds.Under, h, a))
	})
}

// Of a market without a line exactly one selection wins.
func TestOneSelectionOfAMarketWins(t *testing.T) {
	t.Parallel()
	for h := range 8 {
		for a := range 8 {
			for kind, listed := range map[odds.Kind][]odds.Key{
				odds.OneXTwo: odds.OneXTwo.Keys(), odds.BothScore: odds.BothScore.Keys(), odds.OddEven: odds.OddEven.Keys(),
				odds.CorrectScore: {"0-0", "1-0", "0-1", "1-1", "2-1", "1-2", odds.Other},
			} {
				won := 0
				for _, k := range listed {
					o, err := odds.OutcomeOf(kind, 0, k, odds.Score{Home: h, Away: a}, listed)
					require.NoError(t, err)
					if o.Verdict == odds.Won {
						won++
					} else {
						require.Equal(t, odds.Lost, o.Verdict)
					}
				}
				require.Equal(t, 1, won, "%s %d:%d", kind, h, a)
			}
		}
	}
}

func TestNoOutcomeOfWhatIsNoSelectionOrNoScore(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind odds.Kind
		key  odds.Key
		s    odds.Score
	}{
		{odds.OneXTwo, odds.Over, odds.Score{}},
		{odds.Total, odds.Home, odds.Score{}},
		{odds.CorrectScore, "01-0", odds.Score{}},
		{odds.OneXTwo, odds.Home, odds.Score{Home: -1}},
		{"corners", odds.Over, odds.Score{}},
		{odds.Winner, odds.Draw, odds.Score{}},
	} {
		_, err := odds.OutcomeOf(c.kind, 0, c.key, c.s, nil)
		require.Error(t, err, c)
	}
}
