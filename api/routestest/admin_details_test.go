package routestest_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/api/admin/details"
	"hubstake/internal/access/httpx"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/account/personal"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// Staff with the right sees a change masked and with an open withdrawal, and decides about it once.
func TestStaffDecidesAboutDetails(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	factory.Site(t, db, func(s *factory.S) { s.Options["approvals"] = map[string]any{"details": map[string]any{"off": true}} })
	sites := site.New(db, clk)
	members := member.New(db, clk, sites, factory.Hashing())
	routes := details.New(members, report.New(db, clk, sites, factory.Box())).Routes()
	staff := factory.Staff(t, db)
	app := apitest.New(t, clk, routes).Staff(staff.ID)
	m := factory.Member(t, db)
	ask := func(phone string) int64 {
		id, err := members.AskDetails(t.Context(), member.DetailsAsk{
			Site: "demo", MemID: m.MemID, Kind: member.DetailsPhone, Details: member.Details{Phone: phone}, Password: factory.Password, Origin: credential.Origin{},
		})
		require.NoError(t, err)
		return id
	}
	_, err := db.Exec(t.Context(), `INSERT INTO cash_request (site_id, member_id, kind, amount, currency, status, requested_at)
		VALUES ('demo', $1, 'out', 70000, 'KRW', 0, $2)`, m.MemID, clk.Now())
	require.NoError(t, err)
	id := ask("01012344321")
	list := func(body string) []details.Row {
		return apitest.OK[details.ListAnswer](app.Post("/api/admin/details/list", body)).List
	}
	rows := list("{}")
	require.Len(t, rows, 1)
	require.Equal(t, []any{id, "*********4321", personal.Mask(m.Phone), int64(70_000), ""},
		[]any{rows[0].Idx, rows[0].After.Phone, rows[0].Before.Phone, int64(rows[0].OpenOut), rows[0].After.MemName})
	require.Empty(t, list(`{"memId":"nosuch1"}`))
	reasons := apitest.OK[details.ReasonsAnswer](app.Post("/api/admin/details/reasons", `{"lang":"en","memberLang":"ko"}`)).List
	require.Len(t, reasons, 4)
	require.NotEqual(t, reasons[0].Text, reasons[0].MemberText)

	app.Post("/api/admin/details/refuse", fmt.Sprintf(`{"idx":%d}`, id)).Refused(200, "E001")
	app.Post("/api/admin/details/approve", `{"idx":99}`).Refused(200, "U001")
	apitest.OK[httpx.None](app.Post("/api/admin/details/refuse", fmt.Sprintf(`{"idx":%d,"template":"notReached"}`, id)))
	app.Post("/api/admin/details/approve", fmt.Sprintf(`{"idx":%d}`, id)).Refused(200, "C019")
	require.Empty(t, list("{}"))
	require.Equal(t, member.DetailsRefused, list(`{"all":true}`)[0].State)
	next := ask("01012344321")
	apitest.OK[httpx.None](app.Post("/api/admin/details/approve", fmt.Sprintf(`{"idx":%d}`, next)))
	p, err := members.Profile(t.Context(), db, m.MemID)
	require.NoError(t, err)
	require.Equal(t, "+821012344321", p.Phone)
	for _, r := range routes {
		require.Equal(t, right.Reset, r.Right, r.Path)
	}
}
