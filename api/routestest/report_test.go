package routestest_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	apireport "hubstake/api/report"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/clock"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func TestReportsOverHTTP(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Now())
	p := factory.Partner(t, db)
	m := factory.Member(t, db, func(m *factory.M) { m.Parent, m.Cash = p.MemID, 125_000 })
	app := apitest.New(t, clk, apireport.New(report.New(db, clk, site.New(db, clk), factory.Box())).Routes())
	for _, path := range []string{"/api/report/winlose", "/api/report/statement", "/api/report/statement.csv"} {
		app.Member(p.MemID).Post(path, `{"startDate":"2026-02-30"}`).Refused(200, "E001")
	}
	who := app.Member(m.MemID)
	require.Empty(t, apitest.OK[apireport.WinLoseAnswer](who.Post("/api/report/winlose", `{}`)).List)
	s := apitest.OK[apireport.StatementAnswer](who.Post("/api/report/statement", `{}`))
	require.EqualValues(t, 1, s.PageInfo.Total)
	require.EqualValues(t, 125_000, s.List[0].Amount)

	status, header, body := who.Send("/api/report/statement.csv", `{}`)
	require.Equal(t, 200, status)
	require.Equal(t, "text/csv; charset=utf-8", header.Get("Content-Type"))
	require.Equal(t, `attachment; filename="statement.csv"`, header.Get("Content-Disposition"))
	require.Equal(t, "private, no-store", header.Get("Cache-Control"))
	require.Len(t, strings.Split(strings.TrimSpace(string(body)), "\n"), 3)
	require.Contains(t, string(body), ",125000,,125000,")
}
