package race

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fairness"
	"hubstake/internal/testkit"
)

// orders calls visit with every order of the boats and its chance, boat by boat without the functions that make the prices.
func orders(chances [Boats]int, visit func(order []int, p *big.Rat)) {
	var walk func(order []int, left int64, p *big.Rat)
	walk = func(order []int, left int64, p *big.Rat) {
		if len(order) == Boats {
			visit(order, p)
			return
		}
		for boat := 1; boat <= Boats; boat++ {
			if !slices.Contains(order, boat) {
				weight := int64(chances[boat-1])
				walk(append(slices.Clone(order), boat), left-weight, new(big.Rat).Mul(p, big.NewRat(weight, left)))
			}
		}
	}
	walk(nil, whole, big.NewRat(1, 1))
}

// The stated returns are those of all 720 orders of each field, and every bet stays within them.
func TestTheStatedReturnsAreExact(t *testing.T) {
	t.Parallel()
	lowest, highest := map[string]int64{}, map[string]int64{}
	for _, field := range fields {
		sum := 0
		for _, c := range field {
			sum += c
		}
		require.Equal(t, whole, sum)
		prices, mean, all := Prices(field), map[string]*big.Rat{}, new(big.Rat)
		orders(field, func(order []int, p *big.Rat) {
			all.Add(all, p)
			for _, code := range Returned(order) {
				if mean[code] == nil {
					mean[code] = new(big.Rat)
				}
				mean[code].Add(mean[code], new(big.Rat).Mul(p, big.NewRat(int64(prices[code]), units)))
			}
		})
		require.Equal(t, big.NewRat(1, 1), all)
		require.Len(t, prices, Boats+Boats+Boats*(Boats-1))
		require.Len(t, mean, len(prices), "every spot can win")
		for code, m := range mean {
			points := new(big.Rat).Mul(m, big.NewRat(10_000, 1))
			bp := new(big.Int).Quo(points.Num(), points.Denom()).Int64()
			kind := Kind(code)
			if lowest[kind] == 0 || bp < lowest[kind] {
				lowest[kind] = bp
			}
			highest[kind] = max(highest[kind], bp)
			require.Greater(t, int64(prices[code]), int64(units), "%s pays more than its stake", code)
		}
	}
	for _, kind := range []string{Win, Place, Exacta} {
		low, high := Returns(kind)
		require.EqualValues(t, lowest[kind], low, kind)
		require.EqualValues(t, highest[kind], high, kind)
		require.Greater(t, low, 9_000, kind)
		require.Less(t, high, 9_600, kind)
	}
}

func seedOf(n int) (s fairness.Hash) {
	s[0], s[1] = byte(n), byte(n>>8)
	return s
}

// The draw has the stated chances: of many races the boats of each chance win their share within four standard errors.
func TestTheDrawHasTheStatedChances(t *testing.T) {
	t.Parallel()
	races := testkit.Size(5_000, 12_000)
	ran, won := map[int]float64{}, map[int]float64{}
	for n := range races {
		seed := seedOf(n)
		chances, order := Chances(seed), Order(seed)
		sorted := slices.Sorted(slices.Values(order))
		require.Equal(t, []int{1, 2, 3, 4, 5, 6}, sorted)
		for _, c := range chances {
			ran[c]++
		}
		won[chances[order[0]-1]]++
	}
	for chance, n := range ran {
		p := float64(chance) / whole
		require.InDelta(t, p, won[chance]/n, 4*math.Sqrt(p*(1-p)/n), "chance %d", chance)
	}
}

// A course always moves forward and ends in the drawn order.
func TestACourseEndsInTheDrawnOrder(t *testing.T) {
	t.Parallel()
	steep := 0.0
	for k, most := range bends {
		steep += float64(k+1) * math.Pi * float64(most) / 10_000
	}
	require.Less(t, steep, 1.0, "a boat never goes back")
	for n := range 200 {
		seed := seedOf(n)
		course, order := Run(seed), Order(seed)
		require.Equal(t, course, Run(seed))
		for i := 1; i < Boats; i++ {
			require.GreaterOrEqual(t, course.Times[order[i]-1]-course.Times[order[i-1]-1], gap)
		}
		for _, pace := range course.Pace {
			for k, bend := range pace {
				require.LessOrEqual(t, max(bend, -bend), bends[k])
			}
		}
	}
}
