package bet_test

import (
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
	"hubstake/internal/play/bet"
	"hubstake/internal/testkit/bettest"
)

// counted returns the series of a counter that are not zero, by their only label, and how many it has.
func counted(t *testing.T, reg *prometheus.Registry, name string) (map[string]float64, int) {
	t.Helper()
	all, err := reg.Gather()
	require.NoError(t, err)
	for _, family := range all {
		if family.GetName() != name {
			continue
		}
		found := map[string]float64{}
		for _, one := range family.GetMetric() {
			if n := one.GetCounter().GetValue(); n != 0 {
				found[one.GetLabel()[0].GetValue()] = n
			}
		}
		return found, len(family.GetMetric())
	}
	require.Fail(t, "there is no such metric", name)
	return nil, 0
}

// Slips are counted by the code of their refusal, each series from zero on.
func TestSlipsAreCounted(t *testing.T) {
	t.Parallel()
	b := twoMatches(t)
	b.Match("L1", -time.Hour, fixture.Live)
	reg := prometheus.NewRegistry()
	b.Bets.Measure(bet.NewSlipMetrics(reg))
	found, series := counted(t, reg, "sports_slips_total")
	require.Empty(t, found)
	require.Equal(t, 29, series, "each is there before it happens")

	m := b.Member(100_000)
	o := b.Order(m, 10_000, b.Home("M1"))
	o.Key = "k"
	for range 2 {
		_, err := b.Bets.Place(t.Context(), o)
		require.NoError(t, err)
	}
	b.Place(m, 10_000, b.Home("L1"))
	for _, refused := range []bet.Order{
		b.Order(m, 10_000, b.Home("M1")), // within three seconds
		b.Order(m, 4_000, b.Home("M1")), b.Order(m, 90_000, b.Home("M1")), b.Order(m, 10_000),
		b.Order(m, 10_000, b.Home("M1"), b.Leg("M1", odds.Total, odds.Over)),
	} {
		_, err := b.Bets.Place(t.Context(), refused)
		require.Error(t, err)
	}
	found, now := counted(t, reg, "sports_slips_total")
	require.Equal(t, map[string]float64{
		"placed": 1, "repeated": 1, "wait": 1, "form": 1, "B6005": 1, "BET_LIMIT_MIN": 1, "B6000": 1, "RATE_LIMIT_EXCEPTION": 1,
	}, found)
	require.Equal(t, series, now, "no series comes up late")
}

// Bets in play are counted by the reason of their refusal, and those that wait are measured.
func TestBetsThatWaitedAreCounted(t *testing.T) {
	t.Parallel()
	b := bettest.New(t, func(r *bet.Rules) { r.Site.SportsDelaySeconds = 0 })
	b.Match("L1", -time.Hour, fixture.Live)
	reg := prometheus.NewRegistry()
	b.Bets.Measure(bet.NewConfirmMetrics(reg))
	m := b.Member(100_000)
	confirm := func() {
		t.Helper()
		_, err := b.DB.Exec(t.Context(), `UPDATE bet_bet SET due_at = now() - interval '1 minute' WHERE state = 'wait'`)
		require.NoError(t, err)
		_, err = b.Bets.Confirm(t.Context(), 10)
		require.NoError(t, err)
	}
	b.Place(m, 10_000, b.Home("L1"))
	n, overdue, err := b.Bets.Waits(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, n)
	require.Less(t, overdue, time.Hour)
	confirm()
	b.Price("L1", 2000)
	confirm()
	b.Place(m, 11_000, b.Home("L1"))
	b.Price("L1", 1900)
	_, err = b.DB.Exec(t.Context(), `UPDATE bet_bet SET due_at = now() - interval '1 hour' WHERE state = 'wait'`)
	require.NoError(t, err)
	_, overdue, err = b.Bets.Waits(t.Context())
	require.NoError(t, err)
	require.GreaterOrEqual(t, overdue, time.Hour)
	confirm()
	found, series := counted(t, reg, "sports_confirmations_total")
	require.Equal(t, map[string]float64{"silent": 1, "accepted": 1, "changed": 1}, found)
	require.Equal(t, 12, series)
	n, overdue, err = b.Bets.Waits(t.Context())
	require.NoError(t, err)
	require.Zero(t, n)
	require.Zero(t, overdue)
}

func TestTheLiabilityOfASite(t *testing.T) {
	t.Parallel()
	b := twoMatches(t)
	m := b.Member(100_000)
	of := func() bet.Liability {
		all, err := b.Bets.Liabilities(t.Context())
		require.NoError(t, err)
		require.Len(t, all, 1)
		return all[0]
	}
	require.Equal(t, bet.Liability{Site: b.Site}, of(), "a site without bets has none")
	b.Place(m, 10_000, b.Home("M1"))
	b.Place(m, 10_000, b.Home("M1"), b.Home("M2"))
	cancelled := b.Place(m, 30_000, b.Home("M2"))
	require.NoError(t, b.Bets.Cancel(t.Context(), m, "KRW", cancelled.ID, ""))
	require.Equal(t, bet.Liability{Site: b.Site, Bets: 2, Stakes: 20_000, Pays: 60_000, MatchPays: 60_000}, of())
	b.Place(m, 10_000, b.Home("M2"))
	require.Equal(t, bet.Liability{Site: b.Site, Bets: 3, Stakes: 30_000, Pays: 80_000, MatchPays: 60_000}, of(), "each match has the folder and a single")
}

// A match that should be over by the clock of its sport and has bets should have a result: one without bets, or that was put off, does not matter.
func TestMatchesThatShouldBeOverAreFound(t *testing.T) {
	t.Parallel()
	b := twoMatches(t)
	b.Match("M3", 2*time.Hour, fixture.Scheduled)
	m := b.Member(100_000)
	b.Place(m, 10_000, b.Home("M1"), b.Home("M2"))
	overdue := func(sport odds.Sport) (found bet.Overdue) {
		t.Helper()
		all, err := b.Bets.Overdue(t.Context())
		require.NoError(t, err)
		require.Len(t, all, len(odds.Sports), "each sport, whether it waits or not")
		for _, o := range all {
			require.True(t, o.Sport == sport || o.Matches == 0 && o.Oldest == 0, "%v", o)
			if o.Sport == sport {
				found = o
			}
		}
		return found
	}
	began := func(ago string) {
		t.Helper()
		_, err := b.DB.Exec(t.Context(), `UPDATE sports_event SET starts_at = now() - CASE feed_id WHEN 'M2' THEN interval '1 h' ELSE interval '0' END - $1::interval`, ago)
		require.NoError(t, err)
	}
	began("50 m")
	require.Equal(t, bet.Overdue{Sport: odds.Soccer}, overdue(odds.Soccer))
	began("90 m")
	found := overdue(odds.Soccer)
	require.Equal(t, 1, found.Matches)
	require.GreaterOrEqual(t, found.Oldest, 30*time.Minute)
	began("4 h")
	require.Equal(t, 2, overdue(odds.Soccer).Matches)
	_, err := b.DB.Exec(t.Context(), `UPDATE sports_event SET sport = 'baseball'`)
	require.NoError(t, err)
	began("3 h")
	require.Equal(t, 1, overdue(odds.Baseball).Matches, "its matches take longer")
	_, err = b.DB.Exec(t.Context(), `UPDATE sports_event SET sport = 'soccer'`)
	require.NoError(t, err)
	b.Result("M2", 1, 0)
	began("3 h")
	require.Equal(t, 1, overdue(odds.Soccer).Matches)
	_, err = b.DB.Exec(t.Context(), `UPDATE sports_event SET state = 'postponed' WHERE feed_id = 'M1'`)
	require.NoError(t, err)
	require.Zero(t, overdue(odds.Soccer).Matches)
}
