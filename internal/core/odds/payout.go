package odds

import (
	"math"
	"math/big"

	"hubstake/internal/core/money"
)

// The parts of a unit in which a leg's factor is counted: an even multiple of a thousandth, so that half of a price is exact.
const factorUnit = 2 * int64(Unit)

// factor is what one unit staked on a leg becomes: num / (den * factorUnit).
func (o Outcome) factor(p Price) (num, den int64) {
	switch o.Verdict {
	case Won:
		return 2 * int64(p), 1
	case HalfWon:
		return int64(p) + int64(Unit), 1
	case Push, Void:
		return factorUnit, 1
	case HalfLost:
		return int64(Unit), 1
	case DeadHeat:
		return 2 * int64(p) * int64(o.Places), int64(o.Tied)
	default:
		return 0, 1
	}
}

// Leg is a selection of a bet with the price at which it was taken and what became of it.
type Leg struct {
	Price   Price
	Outcome Outcome
}

// Status is how a bet stands.
type Status string

// The statuses of a bet after its legs (D-43). A bet of which every leg is void is cancelled.
const (
	BetWaits     Status = "WAIT" // in play: accepted or refused after the delay (D-26)
	BetOpen      Status = "BET"
	BetWon       Status = "WIN"
	BetLost      Status = "LOSE"
	BetDrawn     Status = "DRAW" // as much came back as was staked
	BetCancelled Status = "CANCEL"
)

// Settle returns how a bet stands and what it pays: the stake times the price of each leg after its outcome, times the bonus. It is
// rounded once, at the end, down to a whole minor unit, and is never more than most (0: no bound). A lost leg decides the bet, whatever
// becomes of the others.
func Settle(stake money.Amount, legs []Leg, bonuses Bonuses, most money.Amount) (Status, money.Amount) {
	void, open := 0, false
	for _, l := range legs {
		switch l.Outcome.Verdict {
		case Lost:
			return BetLost, 0
		case Void:
			void++
		case Open:
			open = true
		default:
		}
	}
	if open {
		return BetOpen, 0
	}
	if void == len(legs) {
		return BetCancelled, stake
	}
	pays := product(stake, legs, bonuses, func(l Leg) Outcome { return l.Outcome }, most)
	switch {
	case pays > stake:
		return BetWon, pays
	case pays == stake:
		return BetDrawn, pays
	default:
		return BetLost, pays
	}
}

// Estimate returns what a bet pays when every leg wins.
func Estimate(stake money.Amount, legs []Leg, bonuses Bonuses) money.Amount {
	return product(stake, legs, bonuses, func(Leg) Outcome { return won }, 0)
}

// MaxStake returns the largest stake with which a bet of these prices pays at most so much when every leg wins.
func MaxStake(legs []Leg, bonuses Bonuses, most money.Amount) money.Amount {
	low, high := money.Amount(0), most // Estimate grows with the stake
	for low < high {
		if middle := low + (high-low+1)/2; Estimate(middle, legs, bonuses) <= most {
			low = middle
		} else {
			high = middle - 1
		}
	}
	return low
}

// product is the one place where the payout of a bet that ran to its end is rounded.
func product(stake money.Amount, legs []Leg, bonuses Bonuses, of func(Leg) Outcome, most money.Amount) money.Amount {
	num, den := big.NewInt(int64(stake)), big.NewInt(1)
	ended := make([]Leg, len(legs))
	for i, l := range legs {
		ended[i] = Leg{l.Price, of(l)}
		n, d := ended[i].Outcome.factor(l.Price)
		num.Mul(num, big.NewInt(n))
		den.Mul(den, big.NewInt(d*factorUnit))
	}
	num.Mul(num, big.NewInt(int64(bonuses.Of(ended))))
	den.Mul(den, big.NewInt(int64(Unit)))
	return bounded(num.Div(num, den), most)
}

// bounded is a payout as an amount, never more than most (0: no bound).
func bounded(pays *big.Int, most money.Amount) money.Amount {
	limit := money.Max
	if most > 0 {
		limit = most
	}
	if !pays.IsInt64() || money.Amount(pays.Int64()) > limit {
		return limit
	}
	return money.Amount(pays.Int64())
}

// Combined is the price of all legs together without a bonus, rounded down to a thousandth: for showing and for limits, never for paying.
// Beyond what a Price holds it is the greatest one.
func Combined(prices ...Price) Price {
	num := big.NewInt(int64(Unit))
	for _, p := range prices {
		num.Mul(num, big.NewInt(int64(p)))
	}
	for range prices {
		num.Div(num, big.NewInt(int64(Unit)))
	}
	if !num.IsInt64() || num.Int64() > math.MaxInt32 {
		return math.MaxInt32
	}
	return Price(num.Int64())
}
