package bet

import (
	"slices"
	"time"

	"hubstake/internal/core/odds"
	"hubstake/internal/play/sports"
)

// Term is a selection in the words of the rule about one match: win, draw, lose, handicap win, handicap lose, over and under
// (product.txt line 83). Selections that the rule does not name are Elsewhere, which no site can allow.
type Term string

// The terms. Of a first half they are the same: its score is a part of the whole.
const (
	Win          Term = "win"
	Level        Term = "draw"
	Lose         Term = "lose"
	HandicapWin  Term = "handicapWin"
	HandicapLose Term = "handicapLose"
	Over         Term = "over"
	Under        Term = "under"
	Elsewhere    Term = ""
)

// Terms lists those that a site can name in pairs.
var Terms = []Term{Win, Level, Lose, HandicapWin, HandicapLose, Over, Under}

// TermOf returns the term of a selection.
func TermOf(kind odds.Kind, key odds.Key) Term {
	switch kind {
	case odds.OneXTwo, odds.Winner:
		return map[odds.Key]Term{odds.Home: Win, odds.Draw: Level, odds.Away: Lose}[key]
	case odds.Handicap:
		return map[odds.Key]Term{odds.Home: HandicapWin, odds.Away: HandicapLose}[key]
	case odds.Total:
		return map[odds.Key]Term{odds.Over: Over, odds.Under: Under}[key]
	default:
		return Elsewhere
	}
}

// Pairs are pairs of terms that a folder may have of one match, in any order. Without them a folder has one selection of a match (D-25).
type Pairs [][2]Term

// sameKickOff is how far apart two feeds may say that one match begins. The next match of the same teams, of a doubleheader, begins later.
const sameKickOff = 2 * time.Hour

// sameTeams reports whether two matches of the feeds are the same one, told of twice. One feed may have put it off already, and the other one not yet.
func sameTeams(a, b *sports.Quote) bool {
	same := a.HomeTeam == b.HomeTeam && a.AwayTeam == b.AwayTeam || a.HomeTeam == b.AwayTeam && a.AwayTeam == b.HomeTeam
	return same && (a.StartsAt.Sub(b.StartsAt).Abs() < sameKickOff || a.PlannedAt.Sub(b.PlannedAt).Abs() < sameKickOff)
}

// allow reports whether a folder may have both selections. Two of one market exclude each other, or are one bet in two parts: never.
func (p Pairs) allow(a, b *sports.Quote) bool {
	if a.Event != b.Event {
		return !sameTeams(a, b)
	}
	x, y := TermOf(a.Kind, a.Key), TermOf(b.Kind, b.Key)
	if a.Market == b.Market || x == Elsewhere || y == Elsewhere {
		return false
	}
	return slices.Contains(p, [2]Term{x, y}) || slices.Contains(p, [2]Term{y, x})
}
