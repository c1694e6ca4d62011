package odds_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
)

func TestBonusesAreKeptAsTheyWere(t *testing.T) {
	t.Parallel()
	for text, b := range map[string]odds.Bonuses{
		"":                   odds.StandardBonuses(),
		"1500":               {MinPrice: 1500},
		"1001 2:1005":        {MinPrice: 1001, Steps: []odds.Bonus{{Legs: 2, Factor: 1005}}},
		"1300 9:1090 3:1031": {MinPrice: 1300, Steps: []odds.Bonus{{Legs: 9, Factor: 1090}, {Legs: 3, Factor: 1031}}},
	} {
		require.Equal(t, text, b.String())
		got, err := odds.ParseBonuses(text)
		require.NoError(t, err)
		require.Equal(t, b, got)
	}
	for _, bad := range []string{"x", "1300 3", "1300 3:x", "1300 x:1030", "1300 3:999", " "} {
		_, err := odds.ParseBonuses(bad)
		require.ErrorIs(t, err, odds.ErrBonuses, bad)
	}
}

// Each site has its own bonuses: the step with the most legs that a folder reaches holds, and only legs of at least the smallest price count.
func TestAFolderIsPaidByItsOwnBonuses(t *testing.T) {
	t.Parallel()
	legs := []odds.Leg{{Price: 2000, Outcome: odds.Outcome{Verdict: odds.Won}}, {Price: 1400, Outcome: odds.Outcome{Verdict: odds.Won}}}
	own := odds.Bonuses{MinPrice: 1400, Steps: []odds.Bonus{{Legs: 2, Factor: 1500}, {Legs: 1, Factor: 1100}}}
	require.Equal(t, odds.Price(1500), own.Of(legs))
	require.Equal(t, money.Amount(4_200), odds.Estimate(1_000, legs, own))
	_, pays := odds.Settle(1_000, legs, own, 0)
	require.Equal(t, money.Amount(4_200), pays)
	require.Equal(t, money.Amount(238), odds.MaxStake(legs, own, 1_000))
	own.MinPrice = 1401
	_, pays = odds.Settle(1_000, legs, own, 0)
	require.Equal(t, money.Amount(3_080), pays)
	_, pays = odds.Settle(1_000, legs, odds.Bonuses{}, 0)
	require.Equal(t, money.Amount(2_800), pays)
}
