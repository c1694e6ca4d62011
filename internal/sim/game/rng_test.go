package game

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fairness"
)

// critical values of chi-square at 99.99 % for n-1 degrees of freedom: over all runs of this suite a false alarm is rare,
// while folding instead of rejecting, or a lost bit, is far outside.
var critical = map[int]float64{2: 15.14, 5: 23.51, 6: 25.74, 24: 57.0, 35: 72.9, 100: 158.8}

func TestDrawIsUniform(t *testing.T) {
	t.Parallel()
	for name, source := range map[string]func() Source{
		"stream": func() Source { return NewStream(fairness.Hash{}, "uniform") },
		"seeded": func() Source { return seeded{rand.NewPCG(1, 2)} },
	} {
		for n, limit := range critical {
			t.Run(fmt.Sprintf("%s/%d", name, n), func(t *testing.T) {
				t.Parallel()
				src := source()
				const draws = 100_000
				count := make([]float64, n)
				pairs := 0 // serial: how often a number follows itself
				last := -1
				for range draws {
					v := Draw(src, n)
					count[v]++
					if v == last {
						pairs++
					}
					last = v
				}
				expected, chi := float64(draws)/float64(n), 0.0
				for _, c := range count {
					chi += (c - expected) * (c - expected) / expected
				}
				require.Less(t, chi, limit)
				require.InEpsilon(t, expected, float64(pairs), 0.15)
			})
		}
	}
}

// words plays a fixed list.
type words struct{ list []uint32 }

func (w *words) Uint32() uint32 {
	v := w.list[0]
	w.list = w.list[1:]
	return v
}

func TestDrawRejectsTheUnevenRest(t *testing.T) {
	t.Parallel()
	// 2^32 = 6·715827882 + 4: the last four words would make 0 … 3 likelier.
	src := &words{[]uint32{0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD, 0xFFFFFFFC, 0xFFFFFFFB}}
	require.Equal(t, 5, Draw(src, 6))
	require.Empty(t, src.list)
	src = &words{[]uint32{0xFFFFFFFF}}
	require.Equal(t, 255, Draw(src, 256), "nothing is rejected when the number of cases is a power of two")
}
