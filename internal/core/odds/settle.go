package odds

import (
	"fmt"
	"slices"
)

// Score is the goals, points or sets of both sides, in a match or a period of it.
type Score struct {
	Home int `json:"home"`
	Away int `json:"away"`
}

// OutcomeOf returns how a selection of a market ended by the score of the market's period. listed are the market's selections: of a correct
// score Other wins when none of them does. A negative score, or a key that the kind does not have, is an error: the
// selection stays open, for staff.
func OutcomeOf(kind Kind, line Line, key Key, s Score, listed []Key) (Outcome, error) {
	if s.Home < 0 || s.Away < 0 {
		return Outcome{}, fmt.Errorf("odds: no score: %d:%d", s.Home, s.Away)
	}
	if !kind.Has(key) {
		return Outcome{}, fmt.Errorf("odds: %s has no selection %.32q", kind, key)
	}
	diff, sum := s.Home-s.Away, s.Home+s.Away
	switch kind {
	case OneXTwo:
		return wins(key == Home && diff > 0 || key == Draw && diff == 0 || key == Away && diff < 0), nil
	case Winner: // of sports without a draw; a match that ends level all the same is a push
		return bySide(key == Home, diff, 0), nil
	case Handicap:
		return bySide(key == Home, diff, int(line)), nil
	case Total:
		return bySide(key == Over, sum, -int(line)), nil
	case BothScore:
		return wins((key == Yes) == (s.Home > 0 && s.Away > 0)), nil
	case OddEven:
		return wins((key == Odd) == (sum%2 == 1)), nil
	case CorrectScore:
		score := ScoreKey(s.Home, s.Away)
		return wins(key == score || key == Other && !slices.Contains(listed, score)), nil
	default:
		return Outcome{}, fmt.Errorf("odds: no kind of market: %.32q", kind)
	}
}

// bySide is the outcome of a selection of a line in quarters: the first side is ahead when the goals and the
// line, in quarters, add up to more than 0.
func bySide(first bool, goals, line int) Outcome {
	ahead := 4*goals + line
	if !first {
		ahead = -ahead
	}
	return byQuarters(ahead)
}
