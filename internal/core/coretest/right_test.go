package coretest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/right"
)

func TestARightThatThereIsNotIsRefused(t *testing.T) {
	t.Parallel()
	require.NoError(t, right.Check(right.All()...))
	require.NoError(t, right.Check())
	require.ErrorContains(t, right.Check(right.Cash, "csah"), `"csah" is not one of`)
}

func TestNamesOfAnEarlierReleaseArePassedOver(t *testing.T) {
	t.Parallel()
	require.Equal(t, []right.Right{right.Cash, right.Content}, right.Of([]right.Right{"site", right.Content, right.Cash, right.Content}))
	require.Equal(t, []right.Right{}, right.Of(nil))
}
