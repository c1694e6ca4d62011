package draw_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/draw"
)

// D-20: two bets are both sides of a draw when no draw lets both win.
func TestSelectionsThatCannotBothWinExcludeEachOther(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		game, a, b string
		exclude    bool
	}{
		{"pwball", "power.odd", "power.even", true},
		{"pwball", "power.odd", "power.odd", false},
		{"pwball", "power.odd", "sum.even", false},
		{"pwball", "power_size.under", "power_range.d", true},
		{"pwball", "power.even", "power_combo.odd_under", true},
		{"pwball", "sum_size.under", "sum_range.large", true},
		{"pwball", "sum_size.over", "sum_range.medium", false},
		{"ladders", "end.odd", "combo.left_3", true},
		{"ladders", "end.odd", "combo.left_4", false},
		{"kenoladder", "start.left", "lines.3", false},
		{"coin3", "heads.3", "first.tail", true},
		{"coin5", "same.yes", "heads.1", true},
		{"coin5", "same.no", "second.head", false},
		{"keno", "sum.odd", "sum.even", true},
		{"keno", "spots:3", "spots:4", false},
		{"keno", "spots:3", "sum.odd", false},
		{"meta3", "power.odd", "nothing", false},
	} {
		g, ok := draw.Of(c.game)
		require.True(t, ok)
		require.Equal(t, c.exclude, g.Exclude(c.a, c.b), "%s: %s and %s", c.game, c.a, c.b)
		require.Equal(t, c.exclude, g.Exclude(c.b, c.a), "%s: %s and %s", c.game, c.b, c.a)
	}
}

// Every selection can win, and in each market exactly one does, whatever is drawn: the outcomes that are told apart are all that matter.
func TestEverySelectionOfAMarketExcludesTheOthers(t *testing.T) {
	t.Parallel()
	for _, g := range draw.Games() {
		for _, m := range g.Markets() {
			for _, a := range m.Selections {
				for _, b := range m.Selections {
					require.Equal(t, a.Key != b.Key, g.Exclude(a.Key, b.Key), "%s: %s and %s", g.Code, a.Key, b.Key)
				}
			}
		}
	}
}
