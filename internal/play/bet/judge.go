package bet

import (
	"fmt"
	"strconv"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/play/sports"
)

// Reason is why legs of a slip are refused.
type Reason string

// The reasons, in the order in which they are tried. Off to Inactive are those of sports_quotes.
const (
	Unknown   Reason = "unknown"   // no such selection
	SameMatch Reason = "sameMatch" // two legs of one match that do not go together (D-25)
	Off       Reason = "off"
	Closed    Reason = "closed"
	Suspended Reason = "suspended"
	Inactive  Reason = "inactive"
	Changed   Reason = "changed" // the price is another one, and the member does not accept it (D-26)
	Short     Reason = "short"   // the price is below the smallest that may be bet on (D-22)
)

// Refusal is why a slip is not placed, with what would be accepted instead. It is a fault's cause: errors.Is finds the fault, and errors.As
// the refusal.
type Refusal struct {
	Fault    *fault.Fault
	Reason   Reason       // of the legs; empty when the slip as a whole is refused
	Legs     []int        // that are refused, by their places in the slip
	Now      []Leg        // the slip's legs at the prices of now, where they have one
	MaxStake money.Amount // with which the slip would be placed; 0: with none, or the stake is not the reason
}

// Error implements error.
func (r *Refusal) Error() string { return fmt.Sprintf("bet: %v: %s %v", r.Fault, r.Reason, r.Legs) }

// Unwrap returns the fault.
func (r *Refusal) Unwrap() error { return r.Fault }

// Judge decides whether a slip may be placed, or returns a *Refusal. A slip that fails Check is refused with ErrForm. quotes are those of its
// legs, in any order.
func Judge(s Slip, quotes []sports.Quote, lim Limits) (Ticket, error) {
	if err := s.Check(); err != nil {
		return Ticket{}, err
	}
	j := judgement{slip: s, quotes: make([]*sports.Quote, len(s.Legs)), limits: lim}
	for i, l := range s.Legs {
		j.quotes[i] = quoteOf(quotes, l)
	}
	for _, rule := range []func() *Refusal{j.many, j.known, j.sameMatch, j.open, j.changed, j.short, j.combined, j.stake} {
		if r := rule(); r != nil {
			r.Now = j.now()
			return Ticket{}, r
		}
	}
	return j.ticket(), nil
}

type judgement struct {
	slip   Slip
	quotes []*sports.Quote // by the places of the legs; nil: unknown
	limits Limits
}

// refuseLegs refuses the legs of which a rule says so; nil when there are none.
func (j *judgement) refuseLegs(f *fault.Fault, reason Reason, bad func(i int) bool) *Refusal {
	var legs []int
	for i := range j.slip.Legs {
		if bad(i) {
			legs = append(legs, i)
		}
	}
	if legs == nil {
		return nil
	}
	return &Refusal{Fault: f, Reason: reason, Legs: legs}
}

func (j *judgement) many() *Refusal {
	if most := j.limits.MaxLegs; most > 0 && len(j.slip.Legs) > most {
		return &Refusal{Fault: fault.TooManyLegs.With("max", strconv.Itoa(most))}
	}
	return nil
}

func (j *judgement) known() *Refusal {
	return j.refuseLegs(fault.GameUnavailable, Unknown, func(i int) bool { return j.quotes[i] == nil })
}

// sameMatch names the first two legs that do not go together.
func (j *judgement) sameMatch() *Refusal {
	for b := range j.quotes {
		for a := range b {
			if !j.limits.Pairs.allow(j.quotes[a], j.quotes[b]) {
				return &Refusal{Fault: fault.OddsChanged, Reason: SameMatch, Legs: []int{a, b}}
			}
		}
	}
	return nil
}

func (j *judgement) open() *Refusal {
	for _, one := range []struct {
		quote  sports.Refusal
		reason Reason
		fault  *fault.Fault
	}{
		{sports.Off, Off, fault.GameUnavailable},
		{sports.ClosedNow, Closed, fault.GameUnavailable},
		{sports.SuspendedNow, Suspended, fault.OddsChanged},
		{sports.SelectionIsDown, Inactive, fault.OddsChanged},
	} {
		if r := j.refuseLegs(one.fault, one.reason, func(i int) bool { return j.quotes[i].Refusal == one.quote }); r != nil {
			return r
		}
	}
	return nil
}

// changed compares the prices that the member saw. A price that came back to what the member saw is no change, whatever its version.
func (j *judgement) changed() *Refusal {
	return j.refuseLegs(fault.OddsChanged, Changed, func(i int) bool {
		return !j.slip.Accept.takes(int64(j.slip.Legs[i].Price), int64(j.quotes[i].Price))
	})
}

func (j *judgement) short() *Refusal {
	return j.refuseLegs(fault.OddsBelowMin.With("min", digits(j.limits.MinPrice)), Short, func(i int) bool { return j.quotes[i].Price < j.limits.MinPrice })
}

func (j *judgement) combined() *Refusal {
	if most := j.limits.MaxPrice; most > 0 && odds.Combined(j.prices()...) > most {
		return &Refusal{Fault: fault.OddsAboveMax.With("max", digits(most))}
	}
	return nil
}

func (j *judgement) stake() *Refusal { return JudgeStake(j.slip.Stake, j.legs(), j.limits) }

// JudgeStake compares a stake with the limits, and what the bet on these legs may pay; nil: it may be placed. A win above a limit is refused, never cut: the member saw what would be
// paid.
func JudgeStake(stake money.Amount, legs []odds.Leg, lim Limits) *Refusal {
	most := money.Max
	if lim.MaxStake > 0 {
		most = lim.MaxStake
	}
	win, byLevel := lim.maxWin()
	if win > 0 {
		most = min(most, odds.MaxStake(legs, lim.Bonuses, win))
	}
	if most < lim.MinStake {
		most = 0 // the smallest stake would win too much
	}
	switch {
	case stake < lim.LeastStake:
		return &Refusal{Fault: fault.StakeBelowMin.With("min", digits(lim.MinStake)), MaxStake: most}
	case stake < lim.MinStake:
		return &Refusal{Fault: fault.StakeBelowLevel.With("min", digits(lim.MinStake)), MaxStake: most}
	case lim.MaxStake > 0 && lim.MostStake > 0 && stake > lim.MostStake:
		return &Refusal{Fault: fault.StakeAboveMax.With("max", digits(lim.MaxStake)), MaxStake: most}
	case lim.MaxStake > 0 && stake > lim.MaxStake:
		return &Refusal{Fault: fault.StakeAboveLevel.With("max", digits(lim.MaxStake)), MaxStake: most}
	case win == 0 || odds.Estimate(stake, legs, lim.Bonuses) <= win:
		return nil
	case byLevel:
		return &Refusal{Fault: fault.WinAboveLevel.With("max", digits(win)), MaxStake: most}
	default:
		return &Refusal{Fault: fault.WinAboveMax.With("max", digits(win)), MaxStake: most}
	}
}

func (j *judgement) ticket() Ticket {
	legs, prices := j.legs(), j.prices()
	bonuses := j.limits.Bonuses
	t := Ticket{Prices: prices, Combined: odds.Combined(prices...), Bonus: bonuses.Of(legs), Pays: odds.Estimate(j.slip.Stake, legs, bonuses)}
	for _, q := range j.quotes {
		t.Live = t.Live || q.Live
		if t.Begins.IsZero() || q.StartsAt.Before(t.Begins) {
			t.Begins = q.StartsAt
		}
	}
	return t
}

func (j *judgement) prices() []odds.Price {
	prices := make([]odds.Price, len(j.quotes))
	for i, q := range j.quotes {
		prices[i] = q.Price
	}
	return prices
}

func (j *judgement) legs() []odds.Leg {
	legs := make([]odds.Leg, len(j.quotes))
	for i, q := range j.quotes {
		legs[i].Price = q.Price
	}
	return legs
}

// now is the slip as it could be sent again.
func (j *judgement) now() []Leg {
	var legs []Leg
	for i, q := range j.quotes {
		if q != nil {
			l := j.slip.Legs[i]
			l.Price, l.Version = q.Price, q.Version
			legs = append(legs, l)
		}
	}
	return legs
}

func digits[N ~int32 | ~int64](n N) string { return strconv.FormatInt(int64(n), 10) }
