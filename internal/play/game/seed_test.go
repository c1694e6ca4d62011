package game_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/play/game"
	vendor "hubstake/internal/sim/game"
	"hubstake/internal/sim/table"
)

// The catalogue of the demonstration site says of each game what the vendor itself publishes: nothing is invented.
func TestTheDemonstrationCatalogueHasTheVendorsFigures(t *testing.T) {
	t.Parallel()
	found := map[string]game.Game{}
	for _, entry := range slices.Concat(game.Demo("sim"), game.DemoChoice("sim"), game.DemoTables("sim")) {
		for _, g := range entry.Games {
			found[g.Code] = g
		}
	}
	for _, g := range vendor.Catalogue() {
		info := g.Info()
		mine, known := found[info.Code]
		require.True(t, known, info.Code)
		require.Equal(t, []int{info.RTP, len(info.Lines), info.Volatility}, []int{int(mine.RTP), int(mine.Lines), int(mine.Volatility)}, info.Code)
	}
	for _, g := range table.All() {
		mine, known := found[g.Info().Code]
		require.True(t, known, g.Info().Code)
		require.Zero(t, mine.RTP, "each kind of bets has its own")
	}
	require.Len(t, found, len(vendor.Catalogue())+len(table.All()))
}
