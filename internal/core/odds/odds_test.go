package odds_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/odds"
)

func TestPricesAreReadExactly(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]odds.Price{"1.85": 1850, "11": 11000, "1.001": 1001, "2.3759": 2375, "1000": 1_000_000, "1.5": 1500} {
		got, err := odds.ParsePrice(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", ".", "1.", ".5", "-1.5", "+1.5", "1e3", "1,85", "NaN", "1000.001", "9999999", "1.85 ", "0x10", "１.5"} {
		_, err := odds.ParsePrice(text)
		require.ErrorIs(t, err, odds.ErrPrice, text)
	}
	require.False(t, odds.Price(1000).Valid())
	require.True(t, odds.MinPrice.Valid())
	require.True(t, odds.MaxPrice.Valid())
	require.False(t, (odds.MaxPrice + 1).Valid())
}

func TestAMarginLowersWhatAPriceWins(t *testing.T) {
	t.Parallel()
	require.Equal(t, odds.Price(1850), odds.Price(1850).Less(0))
	require.Equal(t, odds.Price(1807), odds.Price(1850).Less(500), "5 % of 850, rounded down")
	require.Equal(t, odds.MinPrice, odds.Price(1001).Less(3000), "something is always won")
	require.Equal(t, odds.Price(999_000*7/10+1000), odds.MaxPrice.Less(3000))
}

func TestPricesInEachForm(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		price                                          odds.Price
		decimal, hongKong, malay, indonesian, american string
	}{
		{1850, "1.85", "0.85", "0.85", "-1.176", "-118"},
		{2000, "2.00", "1.00", "1.00", "1.00", "+100"},
		{3250, "3.25", "2.25", "-0.444", "2.25", "+225"},
		{1001, "1.001", "0.001", "0.001", "-1000.00", "-100000"},
		{odds.Unit, "1.00", "0.00", "0.00", "0.00", "0.00"},
	} {
		for form, want := range map[odds.Form]string{
			odds.Decimal: c.decimal, odds.HongKong: c.hongKong, odds.Malay: c.malay, odds.Indonesian: c.indonesian, odds.American: c.american,
		} {
			require.Equal(t, want, c.price.Write(form), "%s of %s", form, c.price)
		}
	}
}

func TestLinesAreWholeQuarters(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]odds.Line{"-1.25": -5, "2.5": 10, "0": 0, "+0.75": 3, "-0.0": 0, "2.50": 10, "220.5": 882, "-2.000": -8} {
		got, err := odds.ParseLine(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
		again, err := odds.ParseLine(got.String())
		require.NoError(t, err)
		require.Equal(t, want, again, text)
	}
	for _, text := range []string{"", "-", "--1", "+-1", "1.3", "2.505", "501", "x", "1.", ".5"} {
		_, err := odds.ParseLine(text)
		require.ErrorIs(t, err, odds.ErrLine, text)
	}
	require.True(t, odds.Line(-5).Quarter())
	require.False(t, odds.Line(-6).Quarter())
	require.Equal(t, "-0.25", odds.Line(-1).String())
}

func TestSelectionsOfMarkets(t *testing.T) {
	t.Parallel()
	for _, k := range odds.Kinds {
		for _, key := range k.Keys() {
			require.True(t, k.Has(key), "%s %s", k, key)
		}
	}
	require.False(t, odds.Winner.Has(odds.Draw))
	require.True(t, odds.CorrectScore.Has("2-1"))
	for _, key := range []odds.Key{"02-1", "2-", "-1-1", "21-0", "2-1-0", "2 - 1", "", "home"} {
		require.False(t, odds.CorrectScore.Has(key), key)
	}
	require.False(t, odds.OneXTwo.Has("2-1"))
	require.Equal(t, odds.Key("3-0"), odds.ScoreKey(3, 0))
}
