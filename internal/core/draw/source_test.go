package draw_test

import (
	"math/rand/v2"

	"hubstake/internal/core/draw"
)

// numbers is a source: Intn gives the number below n, from wherever it comes.
type numbers func(n int64) int64

func (s numbers) Intn(n int64) int64 { return s(n) }

// Sample shuffles the first k of 1…n, as real sources do.
func (s numbers) Sample(n, k int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i + 1
	}
	for i := range k {
		j := i + int(s(int64(n-i)))
		all[i], all[j] = all[j], all[i]
	}
	return all[:k]
}

// seeded returns a source that gives the same numbers for the same seed.
func seeded(seed uint64) draw.Source {
	return numbers(rand.New(rand.NewPCG(seed, 1)).Int64N)
}
