package waterfall

import (
	"errors"
	"fmt"
	"math/big"
)

// Product is what a rate is for.
type Product int

// The products, by their numbers in rows.
const (
	Casino Product = iota
	Slot
	Minigame
	Sports
)

// Products are their names in statements.
var Products = [...]string{"casino", "slot", "minigame", "sports"}

// String is the name of a product in statements.
func (p Product) String() string { return Products[p] }

// ProductOf returns the product whose rates pay for a group of games. Groups without rates of their own take those of the group that they are
// most like: fishing games those of slots, virtual sports those of minigames, e-sports those of sports.
func ProductOf(group string) Product {
	switch group {
	case "slot", "fishing":
		return Slot
	case "minigame", "virtual":
		return Minigame
	case "sports", "esport":
		return Sports
	default:
		return Casino
	}
}

// rolling returns the kind of rate that pays on the stake of a bet.
func (p Product) rolling(folders int) Kind {
	switch p {
	case Slot:
		return SlotRolling
	case Minigame:
		return MinigameRolling
	case Sports:
		return SportsRolling1 + Kind(min(max(folders, 1), 7)-1)
	default:
		return CasinoRolling
	}
}

// losing returns the kind of rate that pays on what the house kept; ok is false for sports, which has none (product.txt §3).
func (p Product) losing() (k Kind, ok bool) {
	switch p {
	case Slot:
		return SlotLosing, true
	case Minigame:
		return MinigameLosing, true
	case Sports:
		return 0, false
	default:
		return CasinoLosing, true
	}
}

// Level is a partner above a bet with the two rates that the bet is paid by, basis points, and its insurance.
type Level struct {
	MemID           string
	Rolling, Losing int32
	Insured         Insurance
}

// LevelOf picks from the rates of a partner those of a bet.
func LevelOf(memID string, r Rates, in Insurance, p Product, folders int) Level {
	l := Level{MemID: memID, Rolling: r[p.rolling(folders)], Insured: in}
	if k, ok := p.losing(); ok {
		l.Losing = r[k]
	}
	return l
}

// BonusLevelOf picks the rate by which a gift of the house lessens what is lost: that of slots, where gifts are mostly played.
func BonusLevelOf(memID string, r Rates) Level { return Level{MemID: memID, Losing: r[SlotLosing]} }

// Sum is an exact sum: 128 bits with a sign.
type Sum struct {
	hi int64
	lo uint64
}

// Share is what a level gets: Rolling in ten-thousandths of a minor unit, Losing in hundred-millionths.
type Share struct{ Rolling, Losing Sum }

// The parts of a minor unit in which shares are exact.
const (
	RollingParts = Whole
	LosingParts  = Whole * Whole
)

// amountMax is the greatest amount of a line: money.Max. With it no intermediate result leaves its type.
const amountMax = 1_000_000_000_000_000

// errAmount says that an amount is beyond what any movement may carry.
var errAmount = errors.New("waterfall: an amount is out of range")

func checkAmounts(list ...int64) error {
	for _, n := range list {
		if n > amountMax || n < -amountMax {
			return fmt.Errorf("%w: %d", errAmount, n)
		}
	}
	return nil
}

// Shares appends to out what each level gets of a bet, nearest first. A level gets its own rate less that of the level below it. Its losing rate
// is for what the house kept less the rolling that it and its downline get. The result of the insured part of the stake passes from the losing
// share of a level to the level above; the last level has none above and keeps it. A bet that is taken back has negative amounts, and shares that
// are exactly the negative ones.
func Shares(out []Share, levels []Level, stake, payout, valid int64) ([]Share, error) {
	if err := checkAmounts(stake, payout, valid); err != nil {
		return nil, err
	}
	net := stake - payout
	var below Level
	var belowBase, passed Sum
	for i, l := range levels {
		base := mul(net, Whole).add(mul(valid, -int64(l.Rolling)))
		own := base.times(int64(l.Losing)).add(belowBase.times(-int64(below.Losing)))
		own = own.add(passed)
		passed = Sum{}
		if i < len(levels)-1 {
			passed = mul(insuredNet(l.Insured, stake, net), Whole).times(int64(l.Losing - below.Losing))
			own = own.add(passed.times(-1))
		}
		out = append(out, Share{Rolling: mul(valid, int64(l.Rolling-below.Rolling)), Losing: own})
		below, belowBase = l, base
	}
	return out, nil
}

// BonusShares appends what a gift of the house takes off each level's losing share.
func BonusShares(out []Share, levels []Level, amount int64) ([]Share, error) {
	if err := checkAmounts(amount); err != nil {
		return nil, err
	}
	below := int32(0)
	for _, l := range levels {
		out = append(out, Share{Losing: mul(-amount, Whole).times(int64(l.Losing - below))})
		below = l.Losing
	}
	return out, nil
}

// insuredNet returns the result of the insured part of a bet, minor units, rounded towards zero, so that a bet that is taken back takes back the same.
func insuredNet(in Insurance, stake, net int64) int64 {
	size := max(stake, -stake)
	if in.Part <= 0 || size <= in.From {
		return 0
	}
	excess := (size - in.From) / Whole * int64(in.Part)
	excess += (size - in.From) % Whole * int64(in.Part) / Whole
	n := new(big.Int).Mul(big.NewInt(net), big.NewInt(excess))
	return n.Quo(n, big.NewInt(size)).Int64()
}
