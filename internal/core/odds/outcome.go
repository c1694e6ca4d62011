package odds

import (
	"fmt"
	"strconv"
	"strings"
)

// Verdict is how a selection ended.
type Verdict string

// The verdicts. Quarter lines end half won or half lost when one half of the stake is returned (D-24).
const (
	Open     Verdict = ""
	Won      Verdict = "won"
	HalfWon  Verdict = "half-won"  // one half wins, the other is returned
	Push     Verdict = "push"      // the stake is returned because the line was met exactly
	HalfLost Verdict = "half-lost" // one half is returned, the other loses
	Lost     Verdict = "lost"
	Void     Verdict = "void"      // the selection does not count (D-24): as if it were not in the bet
	DeadHeat Verdict = "dead-heat" // several contenders share fewer places: their part of the stake wins
)

// MaxTied bounds the contenders of a dead heat.
const MaxTied = 64

// Outcome is the verdict on a selection; of a dead heat also how many contenders share how many places.
type Outcome struct {
	Verdict      Verdict
	Places, Tied int
}

// Verdicts without a dead heat, as outcomes.
var (
	won, halfWon, push = Outcome{Verdict: Won}, Outcome{Verdict: HalfWon}, Outcome{Verdict: Push}
	halfLost, lost     = Outcome{Verdict: HalfLost}, Outcome{Verdict: Lost}
)

// Voided is the outcome of a selection that does not count.
var Voided = Outcome{Verdict: Void}

// Tie returns the outcome of a selection that shares places with others. The parts of all contenders add up to the places.
func Tie(places, tied int) (Outcome, error) {
	if places < 1 || tied <= places || tied > MaxTied {
		return Outcome{}, fmt.Errorf("odds: %d contenders for %d places are no dead heat", tied, places)
	}
	return Outcome{Verdict: DeadHeat, Places: places, Tied: tied}, nil
}

// String is the outcome as it is stored: the verdict, and of a dead heat "dead-heat 1/2".
func (o Outcome) String() string {
	if o.Verdict == DeadHeat {
		return fmt.Sprintf("%s %d/%d", DeadHeat, o.Places, o.Tied)
	}
	return string(o.Verdict)
}

// ParseOutcome reads what String wrote.
func ParseOutcome(text string) (Outcome, error) {
	switch v := Verdict(text); v {
	case Open, Won, HalfWon, Push, HalfLost, Lost, Void:
		return Outcome{Verdict: v}, nil
	}
	if share, ok := strings.CutPrefix(text, string(DeadHeat)+" "); ok {
		p, t, _ := strings.Cut(share, "/")
		places, err1 := strconv.Atoi(p)
		tied, err2 := strconv.Atoi(t)
		if err1 == nil && err2 == nil {
			return Tie(places, tied)
		}
	}
	return Outcome{}, fmt.Errorf("odds: no outcome: %.32q", text)
}

// Decided reports whether the outcome is known.
func (o Outcome) Decided() bool { return o.Verdict != Open }

// Counts reports whether a selection stays one of the bet's: void ones and pushes do not, their price is 1.00.
func (o Outcome) Counts() bool { return o.Verdict != Void && o.Verdict != Push }

// byQuarters is the outcome of a selection that is ahead of its line by so many quarters of a goal.
func byQuarters(ahead int) Outcome {
	switch {
	case ahead >= 2:
		return won
	case ahead == 1:
		return halfWon
	case ahead == 0:
		return push
	case ahead == -1:
		return halfLost
	default:
		return lost
	}
}

func wins(yes bool) Outcome {
	if yes {
		return won
	}
	return lost
}
