package odds

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Sport names a sport on the wire and in rows.
type Sport string

// The sports of the book.
const (
	Soccer           Sport = "soccer"
	Basketball       Sport = "basketball"
	Baseball         Sport = "baseball"
	Volleyball       Sport = "volleyball"
	Badminton        Sport = "badminton"
	Hockey           Sport = "hockey"
	Combat           Sport = "combat"
	Tennis           Sport = "tennis"
	Handball         Sport = "handball"
	AmericanFootball Sport = "football"
	Esport           Sport = "esport"
)

// Sports lists all sports, in the order of the pages.
var Sports = []Sport{Soccer, Basketball, Baseball, Volleyball, Badminton, Hockey, Combat, Tennis, Handball, AmericanFootball, Esport}

// usualLengths are how long matches usually take from their start, breaks included.
var usualLengths = map[Sport]time.Duration{
	Soccer: 2 * time.Hour, Basketball: 150 * time.Minute, Baseball: 210 * time.Minute, Volleyball: 2 * time.Hour, Badminton: 90 * time.Minute,
	Hockey: 150 * time.Minute, Combat: 3 * time.Hour, Tennis: 3 * time.Hour, Handball: 105 * time.Minute, AmericanFootball: 210 * time.Minute, Esport: 3 * time.Hour,
}

// LongestLength returns the time after its start in which a match of the sport has ended, but for very few: breaks, overtime and interruptions included.
func (s Sport) LongestLength() time.Duration { return 2*usualLengths[s] + time.Hour }

// UsualLength returns how long a match of the sport usually takes from its start, breaks included. Overtime is not.
func (s Sport) UsualLength() time.Duration { return usualLengths[s] }

// Kind is the question that a market asks.
type Kind string

// Kinds of markets.
const (
	Winner       Kind = "winner"        // home or away, no draw
	OneXTwo      Kind = "1x2"           // home, draw or away
	Handicap     Kind = "handicap"      // home or away after the line was added to the home side's score
	Total        Kind = "total"         // over or under the line
	BothScore    Kind = "btts"          // yes or no: both sides score
	CorrectScore Kind = "correct_score" // "2-1", or other
	OddEven      Kind = "odd_even"      // of the sum of both scores; none is even
)

// Kinds lists all kinds of markets, in the order of the pages.
var Kinds = []Kind{OneXTwo, Winner, Handicap, Total, BothScore, OddEven, CorrectScore}

// HasLine reports whether markets of the kind have lines.
func (k Kind) HasLine() bool { return k == Handicap || k == Total }

// Period is the part of the match by whose score a market is settled.
type Period string

// Periods of markets.
const (
	Full  Period = "full"
	Half1 Period = "half1"
)

// Key names a selection of a market.
type Key string

// Keys of selections. A correct score is written "2-1", the home side first.
const (
	Home  Key = "home"
	Draw  Key = "draw"
	Away  Key = "away"
	Over  Key = "over"
	Under Key = "under"
	Yes   Key = "yes"
	No    Key = "no"
	Odd   Key = "odd"
	Even  Key = "even"
	Other Key = "other" // a correct score that has no selection of its own
)

// keys are the selections of each kind, in the order of the pages; of a correct score only the one that is always there.
var keys = map[Kind][]Key{
	Winner:       {Home, Away},
	OneXTwo:      {Home, Draw, Away},
	Handicap:     {Home, Away},
	Total:        {Over, Under},
	BothScore:    {Yes, No},
	CorrectScore: {Other},
	OddEven:      {Odd, Even},
}

// Keys returns the selections that a market of the kind has; a correct score has those of the feed and Other.
func (k Kind) Keys() []Key { return keys[k] }

// maxGoals is the highest score of one side that a selection of a correct score may name.
const maxGoals = 20

// Score returns the scores that the key of a correct score names.
func (k Key) Score() (home, away int, ok bool) {
	h, a, found := strings.Cut(string(k), "-")
	home, homeErr := strconv.Atoi(h)
	away, awayErr := strconv.Atoi(a)
	if !found || homeErr != nil || awayErr != nil || home < 0 || away < 0 || home > maxGoals || away > maxGoals || ScoreKey(home, away) != k {
		return 0, 0, false
	}
	return home, away, true
}

// ScoreKey returns the key of a correct score.
func ScoreKey(home, away int) Key { return Key(strconv.Itoa(home) + "-" + strconv.Itoa(away)) }

// Has reports whether a market of the kind may have the selection.
func (k Kind) Has(key Key) bool {
	for _, known := range keys[k] {
		if key == known {
			return true
		}
	}
	_, _, ok := key.Score()
	return ok && k == CorrectScore
}

// Line is a handicap or a total in quarters: -5 is -1.25.
type Line int32

// MaxLine bounds lines: 500 points, far above any total.
const MaxLine Line = 2000

// ErrLine reports a text that is not a line.
var ErrLine = errors.New("odds: not a line of quarters")

// ParseLine reads a decimal line ("-1.25", "2.5", "0"). Anything that is not a whole number of quarters is refused.
func ParseLine(text string) (Line, error) {
	unsigned, negative := strings.CutPrefix(text, "-")
	if !negative {
		unsigned = strings.TrimPrefix(unsigned, "+")
	}
	whole, frac, point := strings.Cut(unsigned, ".")
	if whole == "" || len(whole) > 4 || len(frac) > 8 || !digits(whole) || (point && (frac == "" || !digits(frac))) {
		return 0, fmt.Errorf("%w: %.32q", ErrLine, text)
	}
	n, err := strconv.ParseInt(whole+(frac + "00")[:2], 10, 64)
	line := Line(n / 25)
	if err != nil || n%25 != 0 || strings.Trim(frac[min(2, len(frac)):], "0") != "" || line > MaxLine {
		return 0, fmt.Errorf("%w: %.32q", ErrLine, text)
	}
	if negative {
		line = -line
	}
	return line, nil
}

// String writes the line in decimal form: "-1.25", "2.5", "0".
func (l Line) String() string {
	sign := ""
	if l < 0 {
		sign, l = "-", -l
	}
	return sign + strconv.Itoa(int(l/4)) + [...]string{"", ".25", ".5", ".75"}[l%4]
}

// Quarter reports whether half of a stake goes to the line below and half to the line above.
func (l Line) Quarter() bool { return l%2 != 0 }
