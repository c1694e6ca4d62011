package routestest_test

import (
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	apisettlement "hubstake/api/partner/settlement"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/commission"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func TestAReportOfAStatementThatDiffers(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	factory.Site(t, db)
	head, uncle := factory.Partner(t, db).MemID, factory.Partner(t, db).MemID
	_, err := db.Exec(t.Context(), `INSERT INTO commission_statement (partner_id, day, site_id, no, since, until, currency, carry, bets, stake, payout, valid, bonus, rolling, losing,
		carried_in, carried_out, owed_in, owed_out, amount, size, totals, hash, before, signature, key, made_at)
		SELECT $1, '2026-09-07', 'demo', 1, '2026-09-06 15:00Z', '2026-09-07 15:00Z', 'KRW', true, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, '{}', x, x, x || x, x, now()
		  FROM (SELECT decode(repeat('ab', 32), 'hex') AS x) h`, head)
	require.NoError(t, err)
	svc, reg := commission.New(db, clk, site.New(db, clk), nil), prometheus.NewRegistry()
	svc.Mismatches(commission.NewMismatches(reg, zerolog.Nop()))
	app := apitest.New(t, clk, apisettlement.New(svc).Routes())
	const path, report = "/api/partner/settlement/differs", `{"day":"2026-09-07","line":2}`

	reader := app.AgentWith(head+".kim", right.CommissionRead)
	for _, bad := range []string{`{"day":"yesterday","line":1}`, `{"day":"2026-09-07","line":-1}`} {
		reader.Post(path, bad).Refused(200, "E001")
	}
	reader.Post(path, `{"day":"2026-09-06","line":2}`).Refused(200, "U001")
	app.Partner(uncle).Post(path, report).Refused(200, "U001")
	n, err := testutil.GatherAndCount(reg)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	apitest.OK[httpx.None](reader.Post(path, report))
	families, err := reg.Gather()
	require.NoError(t, err)
	require.InDelta(t, 1, families[0].GetMetric()[0].GetCounter().GetValue(), 0, "what was refused does not count")
}
