package member

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMaskShowsAtMostTheLastFour(t *testing.T) { // S-98
	t.Parallel()
	for in, want := range map[string]string{"+821012345678": "*********5678", "1234": "**34", "1": "*", "": ""} {
		require.Equal(t, want, Mask(in))
	}
}
