package game

import (
	"slices"
	"strconv"
	"strings"

	"hubstake/internal/core/money"
)

// Kinds of a Spot.
const (
	SpotStraight = "straight"
	SpotSplit    = "split"
	SpotStreet   = "street" // three numbers of a row, or a trio with the zero
	SpotCorner   = "corner" // four numbers, the first four with the zero too
	SpotLine     = "line"   // six numbers of two rows
	SpotDozen    = "dozen"
	SpotColumn   = "column"
	SpotEven     = "even-money" // red, black, odd, even, low and high
)

const (
	pockets = 37 // 0 to 36
	// fair is what each winning unit would be worth on a wheel without a zero; the zero is the house's 1 in 37.
	fair = 36
)

// Spot is a place of the betting table. A chip on it wins when the number is one of Numbers, and is then worth Pays times itself and
// itself again.
type Spot struct {
	Code    string `json:"code"`
	Kind    string `json:"kind"`
	Numbers []int  `json:"numbers"` // ascending
	Pays    int    `json:"pays"`    // to one
}

var reds = []int{1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}

// spots is the betting table of European roulette: rows of three numbers from 1 to 36, the zero before the first row.
var spots = makeSpots()

func makeSpots() []Spot {
	var list []Spot
	add := func(code, kind string, numbers ...int) {
		list = append(list, Spot{Code: code, Kind: kind, Numbers: numbers, Pays: fair/len(numbers) - 1})
	}
	inside := func(kind string, numbers ...int) {
		code := kind
		for _, n := range numbers {
			code += "-" + strconv.Itoa(n)
		}
		add(code, kind, numbers...)
	}
	for n := range pockets {
		inside(SpotStraight, n)
	}
	for _, n := range []int{1, 2, 3} {
		inside(SpotSplit, 0, n)
	}
	inside(SpotStreet, 0, 1, 2)
	inside(SpotStreet, 0, 2, 3)
	inside(SpotCorner, 0, 1, 2, 3)
	for n := 1; n < pockets; n++ {
		last, right := n > 33, n%3 == 0 // the last row; the last number of a row
		if !right {
			inside(SpotSplit, n, n+1)
		}
		if !last {
			inside(SpotSplit, n, n+3)
		}
		if !right && !last {
			inside(SpotCorner, n, n+1, n+3, n+4)
		}
		if n%3 == 1 {
			inside(SpotStreet, n, n+1, n+2)
			if !last {
				inside(SpotLine, n, n+1, n+2, n+3, n+4, n+5)
			}
		}
	}
	which := func(wanted func(n int) bool) (numbers []int) {
		for n := 1; n < pockets; n++ {
			if wanted(n) {
				numbers = append(numbers, n)
			}
		}
		return numbers
	}
	for i := range 3 {
		add("dozen-"+strconv.Itoa(i+1), SpotDozen, which(func(n int) bool { return (n-1)/12 == i })...)
		add("column-"+strconv.Itoa(i+1), SpotColumn, which(func(n int) bool { return (n-1)%3 == i })...)
	}
	add("low", SpotEven, which(func(n int) bool { return n <= 18 })...)
	add("even", SpotEven, which(func(n int) bool { return n%2 == 0 })...)
	add("red", SpotEven, reds...)
	add("black", SpotEven, which(func(n int) bool { return !slices.Contains(reds, n) })...)
	add("odd", SpotEven, which(func(n int) bool { return n%2 == 1 })...)
	add("high", SpotEven, which(func(n int) bool { return n > 18 })...)
	slices.SortFunc(list, func(a, b Spot) int { return strings.Compare(a.Code, b.Code) })
	return list
}

// spotOf finds a spot by its code.
func spotOf(code string) (Spot, bool) {
	i, found := slices.BinarySearchFunc(spots, code, func(s Spot, code string) int { return strings.Compare(s.Code, code) })
	if !found {
		return Spot{}, false
	}
	return spots[i], true
}

type roulette struct{ info Info }

// Roulette is European roulette: 37 numbers, one zero, and any number of chips in a round.
func Roulette() Offered {
	return roulette{Info{
		Code: "roulette", Engine: EngineRoulette, ProcID: 103, Studio: "Riviera Tables",
		Names: map[string]string{
			"vn": "Roulette Châu Âu", "ko": "유러피언 룰렛", "en": "European Roulette", "th": "รูเล็ตยุโรป", "cn": "欧式轮盘", "jp": "ヨーロピアンルーレット",
		},
		Lines: [][]int{}, Strips: [][]int{}, Symbols: []Symbol{}, Free: []Free{}, Multipliers: []int{},
		Spots: spots,
		RTP:   9_730, MaxWin: fair * Units, Rules: "2026-11-27",
	}}
}

func (g roulette) Info() Info { return g.info }

// Accept takes chips of whole lowest stakes, at most one on each spot, whose sum is the stake and no more than the highest one.
func (g roulette) Accept(currency string, stake money.Amount, c Choice) (Ticket, error) {
	stakes := Stakes(currency)
	if stakes == nil || stake < stakes[0] || stake > stakes[len(stakes)-1] {
		return nil, ErrStake
	}
	if len(c.Chips) == 0 || len(c.Chips) > len(spots) || c.Fish != "" {
		return nil, ErrChoice
	}
	pays := [pockets]money.Amount{} // what each number is worth
	var sum money.Amount
	used := map[string]bool{}
	for _, chip := range c.Chips {
		spot, known := spotOf(chip.Spot)
		if !known || used[chip.Spot] {
			return nil, ErrChoice
		}
		used[chip.Spot] = true
		if chip.Amount <= 0 || chip.Amount > stake || chip.Amount%stakes[0] != 0 {
			return nil, ErrStake
		}
		sum += chip.Amount
		for _, n := range spot.Numbers {
			pays[n] += chip.Amount * money.Amount(spot.Pays+1)
		}
	}
	if sum != stake {
		return nil, ErrStake
	}
	return func(src Source) Outcome {
		number := Draw(src, pockets)
		return Outcome{Steps: []Step{}, Drawn: &number, Win: pays[number]}
	}, nil
}
