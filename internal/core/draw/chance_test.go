package draw_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// fewest is how many draws a cell of a chi-square must expect, so that the distribution holds far out.
const fewest = 25

// cells counts what happens beside how likely it is.
type cells struct {
	counts  []int
	chances []float64
}

func newCells(chances []float64) *cells { return &cells{make([]int, len(chances)), chances} }

// p returns the chance of a chi-square at least as large. Neighboring cells that expect too few are one.
func (c *cells) p() float64 {
	total := 0
	for _, n := range c.counts {
		total += n
	}
	var counts, expected []float64
	last := 0.0
	for i, n := range c.counts {
		if len(counts) == 0 || last >= fewest {
			counts, expected, last = append(counts, 0), append(expected, 0), 0
		}
		counts[len(counts)-1] += float64(n)
		last += c.chances[i] * float64(total)
		expected[len(expected)-1] = last
	}
	if n := len(counts); n > 1 && last < fewest {
		counts[n-2], expected[n-2] = counts[n-2]+counts[n-1], expected[n-2]+expected[n-1]
		counts, expected = counts[:n-1], expected[:n-1]
	}
	if len(counts) < 2 {
		return 0 // nothing to compare: the test would say nothing
	}
	sum := 0.0
	for i, n := range counts {
		sum += (n - expected[i]) * (n - expected[i]) / expected[i]
	}
	return chiSquare(sum, len(counts)-1)
}

// chiSquare returns the chance that a chi-square with so many degrees of freedom is at least x: Q(degrees/2, x/2), the regularized gamma function.
func chiSquare(x float64, degrees int) float64 {
	a, x := float64(degrees)/2, x/2
	if x <= 0 {
		return 1
	}
	lg, _ := math.Lgamma(a)
	front := math.Exp(a*math.Log(x) - x - lg)
	if x < a+1 { // P by its series
		term, sum := 1/a, 1/a
		for n := a + 1; term > sum*1e-16; n++ {
			term *= x / n
			sum += term
		}
		return 1 - front*sum
	}
	// Q by its continued fraction 1/(x+1-a- 1(1-a)/(x+3-a- …, from behind
	f := 0.0
	for n := 10_000.0; n > 0; n-- {
		f = n * (a - n) / (x + 2*n + 1 - a + f)
	}
	return front / (x + 1 - a + f)
}

// normal returns the chance that a standard normal number is at least as far from 0 as z.
func normal(z float64) float64 { return math.Erfc(math.Abs(z) / math.Sqrt2) }

func TestChancesAreThoseOfTheTables(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		x       float64
		degrees int
		chance  float64
	}{
		{3.841459, 1, 0.05},
		{6.634897, 1, 0.01},
		{15.086272, 5, 0.01},
		{2.705544, 1, 0.1},
		{3.940299, 10, 0.95},
		{23.209251, 10, 0.01},
		{18.492661, 30, 0.95},
		{37.566235, 20, 0.01},
		{124.342113, 100, 0.05},
		{77.929465, 100, 0.95},
	} {
		require.InDelta(t, c.chance, chiSquare(c.x, c.degrees), 1e-6, "%v with %d", c.x, c.degrees)
	}
	require.InDelta(t, 0.01, normal(2.575829), 1e-6)
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(1e-6, 80).Draw(t, "x")
		require.InEpsilon(t, math.Exp(-x/2), chiSquare(x, 2), 1e-8)
		require.InEpsilon(t, normal(math.Sqrt(x)), chiSquare(x, 1), 1e-6)
		degrees := rapid.IntRange(1, 200).Draw(t, "degrees")
		a := float64(degrees) / 2
		lg, _ := math.Lgamma(a + 1)
		require.InDelta(t, chiSquare(x, degrees)+math.Exp(a*math.Log(x/2)-x/2-lg), chiSquare(x, degrees+2), 1e-9)
	})
}
