package coretest_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/money"
	"hubstake/internal/testkit"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]money.Amount{
		"0": 0, "1": 1, "007": 7, "1000": 1000, "1000.0": 1000, "1000.000": 1000, "1000000000000000": money.Max,
	} {
		got, err := money.KRW.Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for text, want := range map[string]money.Amount{"0.01": 1, "12.5": 1250, "12.50": 1250, "12.500": 1250, "12": 1200, "10000000000000": money.Max} {
		got, err := money.USD.Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{
		"", ".", "1.", ".5", "-1", "+1", " 1", "1 ", "1,000", "1e3", "0x10", "1_000", "１０", "١", "NaN", "null", "1.5", "0.1", "1.0.0",
		"1000000000000001", "9223372036854775808", "99999999999999999999", strings.Repeat("9", 400), "1\x00",
	} {
		_, err := money.KRW.Parse(text)
		require.ErrorIs(t, err, money.ErrBad, "%q", text)
	}
	for _, text := range []string{"0.001", "12.505", "10000000000000.01"} {
		_, err := money.USD.Parse(text)
		require.ErrorIs(t, err, money.ErrBad, text)
	}
}

func TestFormat(t *testing.T) {
	t.Parallel()
	for a, want := range map[money.Amount]string{0: "0.00", 1: "0.01", 99: "0.99", 100: "1.00", 1250: "12.50", -1: "-0.01", -1250: "-12.50"} {
		require.Equal(t, want, money.USD.Format(a))
	}
	require.Equal(t, "-1250", money.KRW.Format(-1250))
}

func TestCurrencies(t *testing.T) {
	t.Parallel()
	for _, c := range []money.Currency{money.KRW, money.VND, money.USD} {
		got, ok := money.ByCode(c.Code)
		require.True(t, ok)
		require.Equal(t, c, got)
	}
	for _, code := range []string{"", "krw", "XXX"} {
		_, ok := money.ByCode(code)
		require.False(t, ok, code)
	}
}

// security.md 2.4: what is not an amount decodes to none, and the rule answers with its own code.
func TestInputTakesPositiveWholeNumbersOnly(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]money.Amount{`1`: 1, `10000`: 10000, `"10000"`: 10000, `1000000000000000`: money.Max} {
		var in money.Input
		require.NoError(t, json.Unmarshal([]byte(text), &in), text)
		got, given := in.Amount()
		require.True(t, given, text)
		require.Equal(t, want, got, text)
		out, err := json.Marshal(in)
		require.NoError(t, err)
		require.Equal(t, strings.Trim(text, `"`), string(out))
	}
	for _, text := range []string{
		`-1`, `0`, `1.5`, `"1,000"`, `1e3`, `null`, `true`, `[]`, `{}`, `"０１"`, `""`, `"-1"`, `" 1"`, `9223372036854775808`, `1000000000000001`,
	} {
		in := money.In(7) // what was there before does not stay
		require.NoError(t, json.Unmarshal([]byte(text), &in), text)
		_, given := in.Amount()
		require.False(t, given, text)
	}
}

func FuzzParseFormat(f *testing.F) {
	for _, s := range []string{"0", "1000", "12.50", "-1", "1e3", "0.01", "９"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, c := range []money.Currency{money.KRW, money.USD} {
			a, err := c.Parse(s)
			if err != nil {
				continue
			}
			if a < 0 || a > money.Max {
				t.Fatalf("%s %q is %d", c.Code, s, a)
			}
			again, err := c.Parse(c.Format(a))
			if err != nil || again != a {
				t.Fatalf("%s %q is %d, written %q, read %d: %v", c.Code, s, a, c.Format(a), again, err)
			}
		}
	})
}

func TestShareStaysWithin64Bits(t *testing.T) {
	t.Parallel()
	require.Equal(t, 3*money.Max, money.Max.Share(30_000))
	require.EqualValues(t, 12_345, money.Amount(12_345).Share(10_000))
	require.EqualValues(t, 0, money.Amount(12_345).Share(0))
	require.EqualValues(t, 123, money.Amount(12_345).Share(100))
}

func TestUnshareIsTheSmallestAmountWithThatShare(t *testing.T) {
	t.Parallel()
	r := testkit.Rand(t)
	for range 1_000 {
		share, rate := money.Amount(1+r.Int64N(1_000_000)), 1+r.Int64N(10_000)
		whole := share.Unshare(rate)
		require.GreaterOrEqual(t, whole.Share(rate), share, "%d at %d", share, rate)
		require.Less(t, (whole - 1).Share(rate), share, "%d at %d", share, rate)
	}
	require.Zero(t, money.Amount(0).Unshare(1))
	require.Equal(t, money.Max, money.Max.Unshare(10_000))
	require.Equal(t, money.Max, money.Max.Unshare(9_999))
}
