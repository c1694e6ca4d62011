package site_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/money"
	"hubstake/internal/operator/site"
)

func TestFiguresOfDocumentsAreThoseOfTheOptions(t *testing.T) {
	t.Parallel()
	o, err := site.Parse([]byte(`{"maxStake":500000,"rollingBasisPoints":12500,"levels":{"2":{"maxStake":700000,"depositMax":9000000}}}`))
	require.NoError(t, err)
	f := o.Figures()
	for name, want := range map[string]money.Amount{
		"maxStake.1": 500_000, "maxStake.2": 700_000, "maxStake.10": 5_000_000, "depositMax.1": 5_000_000, "depositMax.2": 9_000_000, "depositMin": 10_000,
	} {
		require.Equal(t, want, f.Amounts[name], name)
	}
	require.Equal(t, "125", f.Words["rollingPercent"])
	require.Equal(t, "1.10", f.Words["sportsMinOdds"])
	o.RollingBasisPoints = 1_250
	require.Equal(t, "12.5", o.Figures().Words["rollingPercent"])
}
