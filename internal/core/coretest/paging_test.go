package coretest_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
)

func TestThePageOfARow(t *testing.T) {
	t.Parallel()
	for before, page := range map[int64]int{0: 1, 9: 1, 10: 2, 25: 3, 1 << 40: 100_000} {
		require.Equal(t, page, paging.Request{Page: 7}.At(before).Info(0).Page, before)
	}
	require.Equal(t, 13, paging.Request{CountPerList: 2}.At(25).Page)
}

func TestAPageIsBroughtIntoItsRange(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		ask   paging.Request
		slice paging.Slice
		info  paging.Info
	}{
		{paging.Request{}, paging.Slice{Count: 10}, paging.Info{Page: 1, CountPerList: 10, Total: 101, Pages: 11}},
		{paging.Request{Page: 3, CountPerList: 20}, paging.Slice{Count: 20, Skip: 40}, paging.Info{Page: 3, CountPerList: 20, Total: 101, Pages: 6}},
		{paging.Request{Page: -1, CountPerList: 1 << 40}, paging.Slice{Count: 100}, paging.Info{Page: 1, CountPerList: 100, Total: 101, Pages: 2}},
		{paging.Request{Page: 1 << 50}, paging.Slice{Count: 10, Skip: 999_990}, paging.Info{Page: 100_000, CountPerList: 10, Total: 101, Pages: 11}},
	} {
		require.Equal(t, c.slice, c.ask.Slice())
		require.Equal(t, c.info, c.ask.Info(101))
	}
	require.Zero(t, paging.Request{}.Info(0).Pages)
}

func TestDaysAreThoseOfTheSitesClock(t *testing.T) {
	t.Parallel()
	seoul := time.FixedZone("KST", 9*3600)
	for _, d := range []paging.Days{{StartDate: "2026-09-10", EndDate: "2026-09-10"}, {StartDate: "2026-09-10 00:00:00", EndDate: "2026-09-10 23:59:59"}} {
		p, err := d.Period(seoul)
		require.NoError(t, err)
		require.Equal(t, "2026-09-09T15:00:00Z", p.Since.UTC().Format(time.RFC3339))
		require.Equal(t, "2026-09-10T15:00:00Z", p.Until.UTC().Format(time.RFC3339))
	}
	open, err := paging.Days{}.Period(seoul)
	require.NoError(t, err)
	require.True(t, open.Since.Year() == 2000 && open.Until.Year() == 2200)
	quarter, err := paging.Days{StartDate: "2026-01-01", EndDate: "2026-04-02"}.Period(seoul)
	require.NoError(t, err)
	require.Equal(t, 92*24*time.Hour, quarter.Until.Sub(quarter.Since))
	for _, bad := range []paging.Days{
		{StartDate: "10/09/2026"},
		{EndDate: "2026-02-30"},
		{StartDate: "2026-09-10 12:00:00"},
		{EndDate: "x"},
		{StartDate: "2026-09-10", EndDate: "2026-09-09"},
		{StartDate: "2026-01-01", EndDate: "2026-04-03"},
	} {
		_, err := bad.Period(seoul)
		require.ErrorIs(t, err, fault.Failed)
	}
}
