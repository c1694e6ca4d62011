package routestest_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	apiaudit "hubstake/api/admin/audit"
	"hubstake/internal/core/clock"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// A person with the right reads, verifies and exports the record of the own site; the right is checked with every other route's.
func TestTheRecordIsReadVerifiedAndExported(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.System{}
	factory.Site(t, db)
	app := apitest.New(t, clk, apiaudit.New(site.New(db, clk), audit.NewReader(db, clk)).Routes())
	auditor := app.Staff("auditor")

	require.Empty(t, apitest.OK[apiaudit.ListAnswer](auditor.Post("/api/admin/audit/list", "{}")).List)
	require.Equal(t, apiaudit.VerifyAnswer{Complete: true, Faults: []apiaudit.Fault{}}, apitest.OK[apiaudit.VerifyAnswer](auditor.Post("/api/admin/audit/verify", "{}")))
	for _, e := range []audit.Entry{
		{Site: "demo", Action: "site.level", Target: "1", Detail: map[string]any{"was": map[string]int{"min": 1}, "is": map[string]int{"min": 2}}},
		{Site: "other", Action: "site.level", Target: "2"},
		{Site: "demo", Action: "cash.approve", Target: "41", Detail: map[string]any{"memId": "minsu"}},
		{Site: "demo", Action: "inquiry.close", Target: "7", Detail: map[string]any{"member": "minsu"}},
		{Site: "demo", Action: "member.note", Target: "minsu"},
		{Site: "demo", Action: "member.note", Target: "other1"},
	} {
		e.ID = "kim"
		require.NoError(t, audit.Act(t.Context(), db, func(pgx.Tx) (*audit.Entry, error) { return &e, nil }))
	}
	got := apitest.OK[apiaudit.ListAnswer](auditor.Post("/api/admin/audit/list", `{"actor":"kim","target":"1"}`))
	require.EqualValues(t, 1, got.PageInfo.Total)
	require.WithinDuration(t, time.Now(), got.List[0].At, time.Hour)
	got.List[0].At = time.Time{}
	require.Equal(t, apiaudit.Row{
		Idx: 1, Actor: "kim", Action: "site.level", Target: "1",
		Detail: map[string]any{"was": map[string]any{"min": 1.0}, "is": map[string]any{"min": 2.0}},
	}, got.List[0])
	ofMember := apitest.OK[apiaudit.ListAnswer](auditor.Post("/api/admin/audit/list", `{"memId":"minsu"}`))
	var actions []string
	for _, row := range ofMember.List {
		actions = append(actions, row.Action)
	}
	require.Equal(t, []string{"member.note", "inquiry.close", "cash.approve"}, actions, "also decisions about what the member asked for")
	require.EqualValues(t, 3, ofMember.PageInfo.Total)
	auditor.Post("/api/admin/audit/list", `{"startDate":"2026-13-01"}`).Refused(200, "E001")
	auditor.Post("/api/admin/audit/export.csv", `{"startDate":"2026-01-01","endDate":"2026-12-01"}`).Refused(200, "E001")

	span := apitest.OK[apiaudit.VerifyAnswer](auditor.Post("/api/admin/audit/verify", "{}"))
	require.True(t, span.Complete)
	require.EqualValues(t, 5, span.To)
	require.NotNil(t, span.Since)
	require.Empty(t, span.Faults)
}
