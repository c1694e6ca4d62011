package draw

import "slices"

// Balls is the outcome of a game with a power ball.
type Balls struct {
	Balls []int `json:"balls"` // in the order in which they were drawn
	Power int   `json:"power"` // 0…9
}

func (Balls) outcome() Kind { return KindBalls }

const powers = 10 // power balls, from 0 on

// ballRules are those of the games with a power ball.
type ballRules struct {
	drawn, pool int
	line        int // the highest sum that is under
	small       int // the highest sum that is small
	medium      int // and that is medium
}

var (
	powerball = ballRules{drawn: 5, pool: 28, line: 72, small: 64, medium: 80}
	metaball  = ballRules{drawn: 4, pool: 20, line: 41, small: 37, medium: 46}
)

// draw takes the balls, then the power ball.
func (r ballRules) draw(src Source) Outcome {
	drawn := src.Sample(r.pool, r.drawn)
	return Balls{Balls: drawn, Power: int(src.Intn(powers))}
}

func (r ballRules) parse(text []byte) (Outcome, error) {
	var o struct {
		Balls []int `json:"balls"`
		Power *int  `json:"power"` // 0 is a ball, and a missing one is not
	}
	if err := decode(text, &o); err != nil {
		return nil, err
	}
	if err := checkBalls(o.Balls, r.drawn, r.pool); err != nil {
		return nil, err
	}
	if o.Power == nil || *o.Power < 0 || *o.Power >= powers {
		return nil, errImpossible
	}
	return Balls{Balls: o.Balls, Power: *o.Power}, nil
}

// totals is what bets on balls are about.
type totals struct{ sum, power int }

func (r ballRules) markets() []market {
	ways := sums(r.pool, r.drawn)
	all := func(yield func(totals, int64) bool) {
		for sum, n := range ways {
			for power := range powers {
				if n > 0 && !yield(totals{sum, power}, n) {
					return
				}
			}
		}
	}
	const half = powers/2 - 1 // the highest power ball that is under
	power, sum := func(t totals) int { return t.power }, func(t totals) int { return t.sum }
	return price(facts[totals]{
		of:  func(o Outcome) totals { b := o.(Balls); return totals{add(b.Balls), b.Power} },
		all: all,
	}, []rule[totals]{
		{"power", parities, evenReturn, func(t totals) string { return parity(t.power) }, nil},
		{"power_size", sizes, evenReturn, func(t totals) string { return size(t.power, half) }, power},
		{"power_range", []string{"a", "b", "c", "d"}, longReturn, func(t totals) string { return powerRange(t.power) }, power},
		{"power_combo", combos, longReturn, func(t totals) string { return parity(t.power) + "_" + size(t.power, half) }, nil},
		{"sum", parities, evenReturn, func(t totals) string { return parity(t.sum) }, nil},
		{"sum_size", sizes, evenReturn, func(t totals) string { return size(t.sum, r.line) }, sum},
		{"sum_range", []string{"large", "medium", "small"}, longReturn, func(t totals) string { return r.sumRange(t.sum) }, sum},
		{"sum_combo", combos, longReturn, func(t totals) string { return parity(t.sum) + "_" + size(t.sum, r.line) }, nil},
	})
}

func powerRange(n int) string {
	i, _ := slices.BinarySearch([]int{2, 4, 6, 9}, n) // the last of each range
	return "abcd"[i : i+1]
}

func (r ballRules) sumRange(n int) string {
	switch {
	case n <= r.small:
		return "small"
	case n <= r.medium:
		return "medium"
	default:
		return "large"
	}
}
