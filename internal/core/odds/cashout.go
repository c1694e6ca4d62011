package odds

import (
	"math/big"

	"hubstake/internal/core/money"
)

const (
	basisPoints = 10_000 // are a whole
	// wholeBook is what the chances of all selections of a market come to without the margin of its prices.
	wholeBook = 1_000_000
)

// Chance is how likely an open leg is to win, by the prices of its market.
type Chance struct {
	Price Price // of the leg
	Book  int64 // of its market, as Book says
}

// Book returns what one over the price of each selection of a market comes to, in millionths, rounded up. The part above a whole is the margin of the prices: one
// over a price is a higher chance than the selection has. It is never less than a whole.
func Book(prices ...Price) int64 {
	var sum int64
	for _, p := range prices {
		if p > 0 {
			sum += (1000*wholeBook + int64(p) - 1) / int64(p)
		}
	}
	return max(sum, wholeBook)
}

// CashOut returns what a bet is worth while its matches are not over: the stake times the price of each decided leg after its outcome, times the price of each
// open leg times its chance, less a margin in basis points. It is rounded once, down to a whole minor unit, and is never more than most (0: no bound). A bonus
// belongs to bets that run to their end. now has the chance of each leg; those of decided legs are not read. A bet with a lost leg is worth 0.
func CashOut(stake money.Amount, legs []Leg, now []Chance, margin int64, most money.Amount) money.Amount {
	num, den := big.NewInt(int64(stake)), big.NewInt(basisPoints)
	num.Mul(num, big.NewInt(max(basisPoints-margin, 0)))
	times := func(n, d int64) {
		num.Mul(num, big.NewInt(n))
		den.Mul(den, big.NewInt(d))
	}
	for i, l := range legs {
		if l.Outcome.Decided() {
			n, d := l.Outcome.factor(l.Price)
			times(n, d*factorUnit)
			continue
		}
		times(int64(l.Price), int64(now[i].Price))
		times(wholeBook, max(now[i].Book, wholeBook))
	}
	return bounded(num.Div(num, den), most)
}
