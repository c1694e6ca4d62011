package workerstest_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/play/bet"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/bettest"
	"hubstake/workers/settle"
)

func TestTheWorkerSettlesAndDecidesBetsInPlay(t *testing.T) {
	t.Parallel()
	b := bettest.New(t, func(r *bet.Rules) { r.Site.SportsDelaySeconds = 0 })
	reg := prometheus.NewRegistry()
	w, err := settle.New(b.DB, clock.System{}, zerolog.Nop(), reg)
	require.NoError(t, err)
	t.Cleanup(w.Close)
	b.Match("M1", 2*time.Hour, fixture.Scheduled)
	b.Match("L1", -time.Hour, fixture.Live)
	m := b.Member(100_000)
	won, lost := b.Place(m, 10_000, b.Home("M1")), b.Place(m, 10_000, b.Leg("M1", odds.OneXTwo, odds.Away))
	live := b.Place(m, 10_000, b.Home("L1"))
	b.Price("L1", 2000)
	require.False(t, w.Confirm(t.Context()))
	require.False(t, w.Settle(t.Context()))
	require.Equal(t, "open: open 10000 0", b.State(live.ID))
	_, err = b.DB.Exec(t.Context(), `UPDATE site_site SET options = options || '{"sportsCashOut":true}'`)
	require.NoError(t, err)
	_, err = b.Bets.CashOut(t.Context(), m, "KRW", live.ID, 9_000, bet.Better, "")
	require.NoError(t, err)
	b.Price("L1", 2000)
	require.False(t, w.Confirm(t.Context()))
	require.Equal(t, "cashed: closed 10000 9043", b.State(live.ID))
	b.Result("M1", 1, 0)
	for w.Settle(t.Context()) {
	}
	require.Equal(t, []string{"won: closed 10000 20000", "lost: closed 10000 0"}, []string{b.State(won.ID), b.State(lost.ID)})
	require.Equal(t, money.Amount(99_043), b.Cash(m))
	count := func(name string, labels ...string) float64 {
		n, err := testutil.GatherAndCount(reg, name)
		require.NoError(t, err)
		require.Positive(t, n)
		all, err := reg.Gather()
		require.NoError(t, err)
		sum := 0.0
		for _, family := range all {
			for _, one := range family.GetMetric() {
				if family.GetName() == name && (len(labels) == 0 || one.GetLabel()[len(one.GetLabel())-1].GetValue() == labels[0]) {
					sum += one.GetCounter().GetValue()
				}
			}
		}
		return sum
	}
	require.Equal(t, []float64{1, 1, 2}, []float64{count("settlement_total", "won"), count("settlement_total", "lost"), count("settlement_jobs_total", "ok")})
	require.Equal(t, []float64{1, 1}, []float64{count("sports_confirmations_total", "accepted"), count("sports_cash_outs_total", "accepted")})
	for _, name := range []string{
		"sports_waiting_bets", "sports_waiting_overdue_seconds", "sports_open_bets", "sports_open_stake", "sports_open_payout", "sports_match_payout_max",
	} {
		n, err := testutil.GatherAndCount(reg, name)
		require.NoError(t, err)
		require.Equal(t, 1, n, name)
	}
	for _, name := range []string{"sports_overdue_matches", "sports_overdue_oldest_seconds"} {
		n, err := testutil.GatherAndCount(reg, name)
		require.NoError(t, err)
		require.Equal(t, len(odds.Sports), n, name)
	}
	b.Sound()
}

// A market whose settlement takes long does not hold up bets in play.
func TestBetsInPlayDoNotWaitForAMarket(t *testing.T) {
	t.Parallel()
	b := bettest.New(t, func(r *bet.Rules) { r.Site.SportsDelaySeconds = 0 })
	w, err := settle.New(b.DB, clock.System{}, zerolog.Nop(), prometheus.NewRegistry())
	require.NoError(t, err)
	t.Cleanup(w.Close)
	b.Match("M1", 2*time.Hour, fixture.Scheduled)
	b.Match("L1", -time.Hour, fixture.Live)
	m := b.Member(100_000)
	won := b.Place(m, 10_000, b.Home("M1"))
	b.Result("M1", 1, 0)
	slow, err := b.DB.Begin(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() { _ = slow.Rollback(context.Background()) })
	_, err = slow.Exec(t.Context(), `LOCK TABLE settle_outcome`)
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	var done sync.WaitGroup
	done.Go(func() { _ = w.Run(ctx) })
	t.Cleanup(func() {
		stop()
		done.Wait()
	})
	eventually := func(ok func() bool) { testkit.Eventually(t, ok) }
	eventually(func() bool {
		var waits bool
		require.NoError(t, b.DB.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM pg_locks WHERE relation = 'settle_outcome'::regclass AND NOT granted)`).Scan(&waits))
		return waits
	})
	live := b.Place(m, 10_000, b.Home("L1"))
	b.Price("L1", 2000)
	eventually(func() bool { return b.State(live.ID) == "open: open 10000 0" })
	require.NoError(t, slow.Rollback(t.Context()))
	eventually(func() bool { return b.State(won.ID) == "won: closed 10000 20000" })
}
