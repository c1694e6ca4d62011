package workerstest_test

import (
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/operator/site"
	earnings "hubstake/internal/partners/commission"
	"hubstake/internal/platform/vault"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
	"hubstake/workers/commission"
)

// A bet is noted, added up and settled by steps of the worker alone, and the figures say so.
func TestTheWorkerNotesAddsUpAndSettles(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 9, 7, 3, 0, 0, 0, time.UTC)
	db, clk := pgtest.DB(t), clock.NewManual(at)
	factory.Site(t, db)
	head := factory.Partner(t, db)
	m := factory.Member(t, db, func(m *factory.M) { m.Parent = head.MemID })
	for _, sql := range []string{
		`INSERT INTO partner_rate (member_id, site_id, since, rates, changed_by) VALUES ('` + head.MemID + `', 'demo', '2026-01-01', array_fill(100, ARRAY[13]), 'x')`,
		`INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, currency, bets, stake, state, balance_before, balance_after, created_at)
		 VALUES ('sim', 'r', '` + m.MemID + `', 'demo', 'KRW', 1, 100000, 'closed', 0, 0, '2026-09-07 03:00Z')`,
		`INSERT INTO casino_tx (vendor_id, tx_id, kind, member_id, round_id, currency, amount, req_hash, status, balance_after, created_at)
		 VALUES ('sim', 'w', 'win', '` + m.MemID + `', 'r', 'KRW', 0, '', 'OK', 0, '2026-09-07 03:00Z')`,
	} {
		_, err := db.Exec(t.Context(), sql)
		require.NoError(t, err)
	}
	box, err := vault.New(factory.Key())
	require.NoError(t, err)
	svc, reg := earnings.New(db, clk, site.New(db, clk), box), prometheus.NewRegistry()
	w := commission.New(db, svc, clk, zerolog.Nop(), reg)
	testkit.Eventually(t, func() bool { // transactions of other tests on the server hold the mark back for a while
		w.Step(t.Context())
		clk.Advance(2 * time.Minute)
		return len(pgtest.Column(t, db, "SELECT id FROM commission_line")) == 1
	})
	clk.Set(time.Date(2026, 9, 7, 15, 40, 0, 0, time.UTC)) // 00:40 in Seoul: the day is not settled yet
	p, err := svc.Progress(t.Context())
	require.NoError(t, err)
	require.Equal(t, []any{30 * time.Minute, 1}, []any{p.Sites[0].Overdue, p.Sites[0].Unsettled})
	clk.Set(at.AddDate(0, 0, 1))
	var n int
	testkit.Eventually(t, func() bool { // transactions of other tests on the server hold the mark back for a while
		clk.Advance(time.Minute)
		w.Step(t.Context())
		require.NoError(t, db.QueryRow(t.Context(), "SELECT count(*) FROM commission_statement").Scan(&n))
		return n == 1
	})
	require.Equal(t, []string{"1000 990"}, pgtest.Column(t, db, "SELECT rolling || ' ' || losing FROM commission_statement"))
	require.Equal(t, []string{"100000"}, pgtest.Column(t, db, "SELECT stake::text FROM commission_member_day"))
	count, err := testutil.GatherAndCount(reg)
	require.NoError(t, err)
	require.GreaterOrEqual(t, count, 9)
	require.InDelta(t, 1, gatherMetric(t, reg, "commission_statements_total"), 0)
	require.InDelta(t, 0, gatherMetric(t, reg, "commission_settlement_overdue_seconds"), 0)
	require.InDelta(t, float64(clk.Now().Unix()), gatherMetric(t, reg, "commission_settlement_last_timestamp_seconds"), 1)
}

func gatherMetric(t *testing.T, reg *prometheus.Registry, name string) float64 {
	t.Helper()
	families, err := reg.Gather()
	require.NoError(t, err)
	for _, f := range families {
		if f.GetName() == name {
			return f.GetMetric()[0].GetCounter().GetValue() + f.GetMetric()[0].GetGauge().GetValue()
		}
	}
	t.Fatal("no metric", name)
	return 0
}
