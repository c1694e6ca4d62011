package today_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/api/admin/today"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

const path = "/api/admin/today"

func TestStaffSeesOfTheDayWhatItsRightsAreFor(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC)
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	factory.Site(t, db)
	m := factory.Member(t, db, func(m *factory.M) { m.Status = "pending" }).MemID
	for i, status := range []int{0, 1} {
		_, err := db.Exec(t.Context(), `INSERT INTO cash_request (site_id, member_id, kind, currency, amount, status, requested_at, processed_at)
			VALUES ('demo', $1, 'in', 'KRW', 10000, $2, $3, $3)`, m, status, noon.Add(-time.Duration(i+1)*time.Hour))
		require.NoError(t, err)
	}
	app := apitest.New(t, clk, today.New(report.New(db, clk, site.New(db, clk), factory.Box()), func(context.Context, string) int64 { return 7 }).Routes())
	app.Post(path, `{}`).Refused(401, "U029")
	app.Member(m).Post(path, `{}`).Refused(401, "U029")

	kinds := func(rights ...right.Right) (out []report.QueueKind, figures *today.Figures) {
		t.Helper()
		answer := apitest.OK[today.Answer](app.StaffWith("staff1", rights...).Post(path, `{}`))
		require.EqualValues(t, 7, answer.Online)
		require.Equal(t, noon, answer.AsOf.UTC())
		for _, q := range answer.Waiting {
			out = append(out, q.Kind)
		}
		return out, answer.Figures
	}
	got, figures := kinds(right.Inquiry)
	require.Empty(t, got)
	require.Nil(t, figures)
	got, figures = kinds(right.Signup)
	require.Equal(t, []report.QueueKind{report.QueueSignUps}, got)
	require.Nil(t, figures)
	got, figures = kinds(right.Cash, right.Signup)
	require.Equal(t, []report.QueueKind{report.QueueDeposits, report.QueueSignUps}, got)
	require.Equal(t, today.Compared{Now: 10_000}, figures.In)
	require.Len(t, figures.Days, 14)
	require.NotNil(t, figures.Products, "a list, though empty")
}
