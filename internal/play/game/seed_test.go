package game_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/play/game"
	vendor "hubstake/internal/sim/game"
)

// The catalogue of the demonstration site says of each game what the vendor itself publishes: nothing is invented.
func TestTheDemonstrationCatalogueHasTheVendorsFigures(t *testing.T) {
	t.Parallel()
	found := map[string]game.Game{}
	for _, entry := range game.Demo("sim") {
		for _, g := range entry.Games {
			found[g.Code] = g
		}
	}
	for _, g := range vendor.All() {
		info := g.Info()
		mine, known := found[info.Code]
		require.True(t, known, info.Code)
		require.Equal(t, []int{info.RTP, len(info.Lines), info.Volatility}, []int{int(mine.RTP), int(mine.Lines), int(mine.Volatility)}, info.Code)
	}
	require.Len(t, found, len(vendor.All()))
}
