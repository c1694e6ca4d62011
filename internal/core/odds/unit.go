package odds

import "fmt"

// Measure is the unit of a score: what it counts.
type Measure string

// Units of scores. A match of sets has two: the sets that a side won, and the games or points within them.
const (
	Goals  Measure = "goals"
	Points Measure = "points"
	Runs   Measure = "runs"
	Sets   Measure = "sets"
	Games  Measure = "games"
	Maps   Measure = "maps"
	Rounds Measure = "rounds"
	Bouts  Measure = "bouts" // a fight is won 1:0
)

// counting is how the matches of a sport are counted.
type counting struct {
	unit  Measure  // of the score of a match
	inner Measure  // of the scores of its parts; empty: the same
	parts string   // letter of the parts that have a score in the inner unit: s1, s2 …
	wins  [2]int   // parts that win the match, least and most
	half  []string // parts of the first half; none: the sport has no halves
}

// countings are the units of each sport. The lines of bookmakers on tennis are in games and those on fights in rounds, while scores are in sets and bouts.
var countings = map[Sport]counting{
	Soccer:           {unit: Goals, half: []string{"h1"}},
	Basketball:       {unit: Points, half: []string{"q1", "q2"}},
	Baseball:         {unit: Runs},
	Volleyball:       {unit: Sets, inner: Points, parts: "s", wins: [2]int{2, 3}},
	Badminton:        {unit: Sets, inner: Points, parts: "s", wins: [2]int{2, 2}},
	Hockey:           {unit: Goals},
	Combat:           {unit: Bouts, inner: Rounds, wins: [2]int{1, 1}},
	Tennis:           {unit: Sets, inner: Games, parts: "s", wins: [2]int{2, 3}},
	Handball:         {unit: Goals, half: []string{"h1"}},
	AmericanFootball: {unit: Points, half: []string{"q1", "q2"}},
	Esport:           {unit: Maps, inner: Rounds, parts: "m", wins: [2]int{1, 4}},
}

// Measure returns the unit of a match's score.
func (s Sport) Measure() Measure { return countings[s].unit }

// Inner returns the unit of the scores within a match, such as the games of sets; empty: the sport has none.
func (s Sport) Inner() Measure { return countings[s].inner }

// MostParts returns how many parts with a score in the inner unit a match has at most; 0: none of its parts has one.
func (s Sport) MostParts() int {
	if c := countings[s]; c.parts != "" {
		return 2*c.wins[1] - 1
	}
	return 0
}

// Part returns the name of a part that has a score in the inner unit, counted from 1: "s2".
func (s Sport) Part(n int) string { return fmt.Sprintf("%s%d", countings[s].parts, n) }

// Parts returns the names of all parts that may have a score in the inner unit, in their order.
func (s Sport) Parts() []string {
	names := make([]string, s.MostParts())
	for i := range names {
		names[i] = s.Part(i + 1)
	}
	return names
}

// Halves reports whether the sport has a first half.
func (s Sport) Halves() bool { return len(countings[s].half) > 0 }

// RegularTime reports whether bets are settled by the score after the regular time, stoppage time included, although a match may go into extra time (D-65).
func (s Sport) RegularTime() bool { return s == Soccer || s == Handball }

// Ends reports whether a match of the sport can end with the score, if that is in the sport's unit: a match of sets is won by the sets that win it.
func (s Sport) Ends(full Score) bool {
	c := countings[s]
	if c.wins[1] == 0 {
		return true
	}
	won, lost := max(full.Home, full.Away), min(full.Home, full.Away)
	return won >= c.wins[0] && won <= c.wins[1] && (lost < won || s == Esport || s == Combat) // a series of two maps, and a fight, may end level
}

// Asks reports whether a score can decide a market: the sport is counted in the unit (empty: that of its score), has the period, and a match can pass the line.
// A line that no match can pass is one of another unit.
func (s Sport) Asks(kind Kind, period Period, unit Measure, line Line) bool {
	c := countings[s]
	switch {
	case unit != "" && (unit != c.inner || c.parts == ""), period == Half1 && len(c.half) == 0:
		return false
	case unit != "":
		return kind == Handicap || kind == Total || kind == OddEven
	case c.wins[1] == 0:
		return true
	case kind == Handicap:
		return max(line, -line) < Line(4*c.wins[1])
	case kind == Total:
		return line < Line(4*(2*c.wins[1]-1)) && s != Combat
	}
	return kind != OddEven || s != Combat
}

// InnerScore returns the score of a match in its inner unit: the sum of its parts. Of a match that ended, with broken false, ok is false unless the parts are those
// of the whole match: each side won as many as the score says.
func (s Sport) InnerScore(full Score, parts map[string]Score, broken bool) (sum Score, ok bool) {
	won := Score{}
	for n := 1; n <= s.MostParts(); n++ {
		part, known := parts[s.Part(n)]
		if !known {
			break
		}
		sum.Home, sum.Away = sum.Home+part.Home, sum.Away+part.Away
		switch {
		case part.Home > part.Away:
			won.Home++
		case part.Away > part.Home:
			won.Away++
		}
		ok = true
	}
	return sum, ok && (broken || won == full)
}

// FirstHalf returns the score of the first half by those of the parts of play, while the match is in a period, and whether the half is over. ok is false when the
// sport has no halves, the half did not begin or its scores are not known.
func (s Sport) FirstHalf(parts map[string]Score, period string) (half Score, over, ok bool) {
	names := countings[s].half
	for i, name := range names {
		part, known := parts[name]
		if !known {
			return half, false, i > 0 && (period == "break" || period == name)
		}
		half.Home, half.Away = half.Home+part.Home, half.Away+part.Away
		if name == period {
			return half, false, true
		}
	}
	return half, len(names) > 0, len(names) > 0
}
