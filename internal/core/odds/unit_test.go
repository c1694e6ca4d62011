package odds_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/odds"
)

// A line is asked in a unit in which its sport is counted, and which a match can pass: everything else is a line of another unit.
func TestALineIsAskedInAUnitOfItsSport(t *testing.T) {
	t.Parallel()
	for _, sport := range odds.Sports {
		require.NotEmpty(t, sport.Measure(), sport)
		require.True(t, sport.Asks(odds.Winner, odds.Full, "", 0), sport)
		require.False(t, sport.Asks(odds.Total, odds.Full, "acres", 10), sport)
		require.Equal(t, sport.MostParts() > 0, sport.Asks(odds.Total, odds.Full, sport.Inner(), 86) && sport.Inner() != "", sport)
		// 21.5 is a line of goals, points and runs, and never one of sets, maps or bouts.
		require.Equal(t, sport.Inner() == "", sport.Asks(odds.Total, odds.Full, "", 86), sport)
	}
	require.True(t, odds.Tennis.Asks(odds.Total, odds.Full, "", 10), "2.5 sets")
	require.False(t, odds.Tennis.Asks(odds.Total, odds.Half1, "", 10), "there are no halves")
	require.False(t, odds.Combat.Asks(odds.Total, odds.Full, "", 2))
	require.False(t, odds.Tennis.Asks(odds.Handicap, odds.Full, "", -14), "-3.5 sets")
	require.False(t, odds.Tennis.Asks(odds.CorrectScore, odds.Full, odds.Games, 0))
}

func TestAScoreOfAnotherUnitEndsNoMatch(t *testing.T) {
	t.Parallel()
	require.True(t, odds.Tennis.Ends(odds.Score{Home: 2, Away: 1}))
	require.True(t, odds.Tennis.Ends(odds.Score{Home: 3}))
	require.False(t, odds.Tennis.Ends(odds.Score{Home: 13, Away: 9}), "games")
	require.False(t, odds.Tennis.Ends(odds.Score{Home: 1}), "it was given up")
	require.False(t, odds.Tennis.Ends(odds.Score{Home: 2, Away: 2}))
	require.False(t, odds.Volleyball.Ends(odds.Score{Home: 98, Away: 87}))
	require.True(t, odds.Basketball.Ends(odds.Score{Home: 98, Away: 87}))
}

func TestTheScoreWithinIsThatOfAllParts(t *testing.T) {
	t.Parallel()
	parts := map[string]odds.Score{"s1": {Home: 6, Away: 4}, "s2": {Home: 6, Away: 7}, "s3": {Home: 6, Away: 3}}
	sum, ok := odds.Tennis.InnerScore(odds.Score{Home: 2, Away: 1}, parts, false)
	require.Equal(t, []any{odds.Score{Home: 18, Away: 14}, true}, []any{sum, ok})
	_, ok = odds.Tennis.InnerScore(odds.Score{Home: 2}, parts, false)
	require.False(t, ok, "the parts are not those of the score")
	delete(parts, "s3")
	_, ok = odds.Tennis.InnerScore(odds.Score{Home: 2, Away: 1}, parts, false)
	require.False(t, ok, "one is missing")
	sum, ok = odds.Tennis.InnerScore(odds.Score{Home: 1, Away: 1}, parts, true)
	require.Equal(t, []any{odds.Score{Home: 12, Away: 11}, true}, []any{sum, ok})
	_, ok = odds.Soccer.InnerScore(odds.Score{Home: 2}, map[string]odds.Score{"h1": {Home: 2}}, false)
	require.False(t, ok)
}

func TestAHalfIsOverWhenItsLastPartWasPlayed(t *testing.T) {
	t.Parallel()
	type parts = map[string]odds.Score
	one := odds.Score{Home: 1}
	for _, c := range []struct {
		sport    odds.Sport
		parts    parts
		period   string
		half     odds.Score
		over, ok bool
	}{
		{odds.Soccer, parts{}, "", odds.Score{}, false, false},
		{odds.Soccer, parts{"h1": one}, "h1", one, false, true},
		{odds.Soccer, parts{"h1": one}, "break", one, true, true},
		{odds.Soccer, parts{"h1": one, "h2": one}, "h2", one, true, true},
		{odds.Soccer, parts{"h2": one}, "h2", odds.Score{}, false, false},
		{odds.Basketball, parts{"q1": one}, "break", one, false, true},
		{odds.Basketball, parts{"q1": one, "q2": one}, "q2", odds.Score{Home: 2}, false, true},
		{odds.Basketball, parts{"q1": one, "q2": one}, "break", odds.Score{Home: 2}, true, true},
		{odds.Basketball, parts{"q1": one, "q2": one, "q3": one}, "q3", odds.Score{Home: 2}, true, true},
		{odds.Basketball, parts{"q2": one, "q3": one}, "q3", odds.Score{}, false, false},
		{odds.Tennis, parts{"s1": one}, "s2", odds.Score{}, false, false},
	} {
		half, over, ok := c.sport.FirstHalf(c.parts, c.period)
		require.Equal(t, []any{c.over, c.ok}, []any{over, ok}, "%+v", c)
		if ok {
			require.Equal(t, c.half, half, "%+v", c)
		}
	}
}
