package odds

import (
	"math/big"

	"hubstake/internal/core/money"
)

// basisPoints are a whole.
const basisPoints = 10_000

// CashOut returns what a bet is worth while its matches are not over: the stake times the price of each decided leg after its outcome, times the price of each
// open leg over its price of now, less a margin in basis points. It is rounded once, down to a whole minor unit, and is never more than most (0: no bound). A
// bonus belongs to bets that run to their end. now has a price for each leg; those of decided legs are not read. A bet with a lost leg is worth 0.
func CashOut(stake money.Amount, legs []Leg, now []Price, margin int64, most money.Amount) money.Amount {
	num, den := big.NewInt(int64(stake)), big.NewInt(basisPoints)
	num.Mul(num, big.NewInt(max(basisPoints-margin, 0)))
	for i, l := range legs {
		n, d := int64(l.Price), int64(now[i])
		if l.Outcome.Decided() {
			n, d = l.Outcome.factor(l.Price)
			d *= factorUnit
		}
		num.Mul(num, big.NewInt(n))
		den.Mul(den, big.NewInt(d))
	}
	return bounded(num.Div(num, den), most)
}
