// Package race holds the mathematics of a race of six boats: who runs with which chance, the prices, the order and the course.
package race

import (
	"fmt"
	"math/big"
	"strings"

	"hubstake/internal/core/fairness"
	"hubstake/internal/core/money"
)

// Boats take part in each race. They are numbered from 1.
const Boats = 6

// whole is the sum of the chances of a race.
const whole = 1000

// fields are the chances, in thousandths, that the boats of a race share out among themselves.
var fields = [][Boats]int{
	{300, 220, 180, 130, 100, 70},
	{260, 210, 180, 150, 120, 80},
	{380, 200, 150, 120, 90, 60},
	{220, 200, 180, 160, 140, 100},
}

// Kinds of bets. A spot is "win.3" (boat 3 is first), "place.3" (it is first or second) or "exacta.3-1" (boat 3 is first and boat 1
// second).
const (
	Win    = "win"
	Place  = "place"
	Exacta = "exacta"
)

// aims are the return that the prices of a kind are cut to, in thousandths. A price is rounded down to a twentieth.
var aims = map[string]int64{Win: 955, Place: 950, Exacta: 930}

// units is how many parts of a stake a price counts.
const units = 20

// stream returns the numbers that decide one part of a race.
func stream(seed fairness.Hash, part string) *fairness.Stream {
	return fairness.NewStream(seed[:], "hubstake/race/1/"+part)
}

// Chances returns the chance of each boat to be first, in thousandths.
func Chances(seed fairness.Hash) [Boats]int {
	numbers := stream(seed, "field")
	field, chances := fields[numbers.Intn(int64(len(fields)))], [Boats]int{}
	for boat, place := range numbers.Sample(Boats, Boats) {
		chances[boat] = field[place-1]
	}
	return chances
}

// Order returns the boats in the order in which they finish. The first is drawn by the chances, each next one by the chances of those
// that are left.
func Order(seed fairness.Hash) []int {
	numbers, chances := stream(seed, "order"), Chances(seed)
	left, order := whole, []int{}
	for range Boats {
		ticket := int(numbers.Intn(int64(left)))
		for boat, chance := range chances {
			if ticket -= chance; ticket < 0 {
				order = append(order, boat+1)
				left -= chance
				chances[boat] = 0
				break
			}
		}
	}
	return order
}

// second returns the chance that boat b finishes right behind the winner a.
func second(chances [Boats]int, a, b int) *big.Rat {
	first := big.NewRat(int64(chances[a]), whole)
	return first.Mul(first, big.NewRat(int64(chances[b]), int64(whole-chances[a])))
}

// chance returns how likely each spot is.
func chance(chances [Boats]int) map[string]*big.Rat {
	out := map[string]*big.Rat{}
	for a := range Boats {
		out[spot(Win, a)] = big.NewRat(int64(chances[a]), whole)
		place := big.NewRat(int64(chances[a]), whole)
		for b := range Boats {
			if a != b {
				out[fmt.Sprintf("%s.%d-%d", Exacta, a+1, b+1)] = second(chances, a, b)
				place.Add(place, second(chances, b, a))
			}
		}
		out[spot(Place, a)] = place
	}
	return out
}

func spot(kind string, boat int) string { return fmt.Sprintf("%s.%d", kind, boat+1) }

// Kind returns the kind of a spot.
func Kind(spot string) string {
	kind, _, _ := strings.Cut(spot, ".")
	return kind
}

// Prices returns what each spot of a race returns when it wins, in twentieths of the stake and with the stake.
func Prices(chances [Boats]int) map[string]money.Amount {
	prices := map[string]money.Amount{}
	for code, p := range chance(chances) {
		price := new(big.Rat).Quo(big.NewRat(units*aims[Kind(code)], whole), p)
		prices[code] = money.Amount(new(big.Int).Quo(price.Num(), price.Denom()).Int64())
	}
	return prices
}

// Returned lists the spots that win with an order.
func Returned(order []int) []string {
	return []string{
		spot(Win, order[0]-1), spot(Place, order[0]-1), spot(Place, order[1]-1), fmt.Sprintf("%s.%d-%d", Exacta, order[0], order[1]),
	}
}

// Returns are the lowest and the highest return of a kind of bets over all boats of all fields, in basis points and rounded down.
func Returns(kind string) (lowest, highest int) {
	for i, field := range fields {
		prices := Prices(field)
		for code, p := range chance(field) {
			if Kind(code) != kind {
				continue
			}
			r := new(big.Rat).Mul(p, big.NewRat(int64(prices[code])*10_000, units))
			points := int(new(big.Int).Quo(r.Num(), r.Denom()).Int64())
			if i == 0 && lowest == 0 {
				lowest = points
			}
			lowest, highest = min(lowest, points), max(highest, points)
		}
	}
	return lowest, highest
}

// Course is how the boats come to their places. At t milliseconds a boat has gone the part p(u) of the way, with u = e(t / its time):
// p(u) = u + Σ pace[k]/10000 × sin((k+1)πu), which rises from 0 to 1, and e a short start from rest. A window draws it; it decides nothing.
type Course struct {
	Times []int    `json:"times"` // milliseconds from the start to the finish, by boat
	Pace  [][3]int `json:"pace"`  // by boat
}

// Bounds of a course.
const (
	fastest = 23_000 // milliseconds of the winner, at the least
	spread  = 1_500
	gap     = 160 // milliseconds between two boats, at the least
	gaps    = 520
)

// bends bound the pace. With them p rises everywhere: Σ kπ × bends[k] < 1.
var bends = [3]int{1000, 500, 280}

// Run returns the course of a race, whose times are in the order of the result. It knows nothing of bets.
func Run(seed fairness.Hash) Course {
	numbers := stream(seed, "course")
	below := func(n int) int { return int(numbers.Intn(int64(n))) }
	c := Course{Times: make([]int, Boats), Pace: make([][3]int, Boats)}
	at := fastest + below(spread)
	for _, boat := range Order(seed) {
		c.Times[boat-1] = at
		at += gap + below(gaps)
	}
	for boat := range Boats {
		for k, most := range bends {
			c.Pace[boat][k] = below(2*most+1) - most
		}
	}
	return c
}
