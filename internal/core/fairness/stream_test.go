package fairness

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAStreamEndsBeforeItsNumbersRepeat(t *testing.T) {
	t.Parallel()
	s := NewStream(nil, "")
	first := s.Intn(math.MaxInt64)
	s.block = math.MaxUint32
	require.NotEqual(t, first, s.Intn(math.MaxInt64), "the last block")
	require.Panics(t, func() { s.Intn(2) })
}
