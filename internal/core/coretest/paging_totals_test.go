package coretest_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/paging"
)

func TestALongListIsCountedOnceAMinute(t *testing.T) {
	t.Parallel()
	var totals paging.Totals
	now, rows, whole := time.Date(2026, 11, 22, 1, 0, 0, 0, time.UTC), int64(9_999), 0
	of := func(key string) int64 {
		n, err := totals.Of(key, now, func(most int32) (int64, error) {
			if most > paging.Exact {
				whole++
			}
			return min(rows, int64(most)), nil
		})
		require.NoError(t, err)
		return n
	}
	require.EqualValues(t, 9_999, of("a"))
	rows = 10_000
	require.EqualValues(t, 10_000, of("a"), "a list that is short is counted each time")
	rows = 2_000_000
	now = now.Add(time.Minute - 1)
	require.EqualValues(t, 10_000, of("a"), "as it was less than a minute ago")
	require.EqualValues(t, 2_000_000, of("b"), "another list")
	now = now.Add(1)
	require.EqualValues(t, 2_000_000, of("a"))
	require.Equal(t, 3, whole)
	now = now.Add(-time.Hour)
	require.EqualValues(t, 2_000_000, of("a"), "a clock that was set back keeps nothing")
	require.Equal(t, 4, whole)
	for i := range 1000 {
		of(fmt.Sprint("text ", i))
	}
	rows = 500
	require.EqualValues(t, 500, of("a"), "and one that has become short is counted again")
}

func TestATotalThatCannotBeCountedIsNotKept(t *testing.T) {
	t.Parallel()
	var totals paging.Totals
	away, fail := errors.New("away"), true
	count := func(most int32) (int64, error) {
		if most > paging.Exact && fail {
			return 0, away
		}
		return int64(min(most, 20_000)), nil
	}
	_, err := totals.Of("a", time.Now(), count)
	require.ErrorIs(t, err, away)
	fail = false
	n, err := totals.Of("a", time.Now(), count)
	require.NoError(t, err)
	require.EqualValues(t, 20_000, n)
}

func TestDifferentValuesHaveDifferentKeys(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, values := range [][]any{
		{"kim", 14},
		{"kim1", 4},
		{"kim 14"},
		{"kim", "14"},
		{"kim 1", 4},
		{[]string{"a", "b"}},
		{[]string{"a b"}},
		{[]string{"a"}, "b"},
		{"a", []string{"b"}},
		{time.Unix(1, 0).UTC()},
		{time.Unix(2, 0).UTC()},
		{`"`, `"`},
		{`", "`},
	} {
		key := paging.Key(values...)
		require.False(t, seen[key], "%v", values)
		seen[key] = true
		require.Equal(t, key, paging.Key(values...))
	}
}

func TestEqualTimesHaveOneKey(t *testing.T) {
	t.Parallel()
	at := func() time.Time {
		zone, err := time.LoadLocation("Asia/Seoul") // another one each time
		require.NoError(t, err)
		return time.Date(2026, 11, 28, 0, 0, 0, 0, zone)
	}
	first := paging.Key("a", []any{at()})
	require.Equal(t, first, paging.Key("a", []any{at()}))
}
