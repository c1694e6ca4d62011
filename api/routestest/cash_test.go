package routestest_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	apicash "hubstake/api/cash"
	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/paging"
	"hubstake/internal/funds/cash"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func TestTheCashDeskOverHTTP(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC)
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	m := factory.Member(t, db, func(m *factory.M) { m.Cash, m.Number = 100_000, "12345678901234" })
	sites := site.New(db, clk)
	desk := cash.New(db, clk, sites, member.New(db, clk, sites, factory.Hashing()), message.New(db, clk), nil)
	app := apitest.New(t, clk, apicash.New(desk).Routes())
	app = app.Member(m.MemID)

	for _, amount := range []string{"-1", "0", "1.5", `"1,000"`, "1e3", "null", `"１００００"`} {
		app.Post("/api/cash/in", `{"amount":`+amount+`}`).Refused(200, "C009")
		app.Post("/api/cash/out", `{"cashPin":"1234","amount":`+amount+`}`).Refused(200, "C009")
	}
	app.Post("/api/cash/in", `{}`).Refused(200, "C009")
	app.Post("/api/cash/in", `{"amount":10000,"status":1}`).Refused(400, "E001")
	app.Post("/api/cash/out", `{"amount":10000,"cashPin":1234}`).Refused(400, "E001")
	app.Post("/api/cash/out", `{"amount":10000}`).Refused(200, "C028")

	undo := noon.Add(time.Minute)
	out := apitest.OK[apicash.Row](app.Post("/api/cash/out", `{"siteId":"demo","amount":30000,"cashPin":"1234"}`))
	require.Equal(t, apicash.Row{
		Idx: out.Idx, CashType: "out", Amount: 30_000, Bank: "Kookmin", AccountMasked: "**********1234", RequestedAt: noon, UndoUntil: &undo,
	}, out)
	in := apitest.OK[apicash.Row](app.Post("/api/cash/in", `{"amount":"20000","depositor":"Kim","bank":"우리은행"}`))
	require.Equal(t, apicash.Row{Idx: in.Idx, CashType: "in", Amount: 20_000, Depositor: "Kim", Bank: "우리은행", RequestedAt: noon}, in)

	for _, path := range []string{"/api/cash/list/", "/api/cash/list"} {
		got := apitest.OK[apicash.ListAnswer](app.Post(path, `{"cashType":"","page":1,"count_per_list":5,"startDate":"2026-09-10","endDate":"2026-09-10"}`))
		require.Equal(t, apicash.ListAnswer{
			List: []apicash.Row{in, out}, PageInfo: paging.Info{Page: 1, CountPerList: 5, Total: 2, Pages: 1},
			Totals: apicash.Totals{DepositOpenAmt: 20_000, WithdrawOpenAmt: 30_000},
		}, got)
	}
	app.Post("/api/cash/list/", `{"cashType":"both"}`).Refused(200, "E001")
	app.Post("/api/cash/list/", `{"startDate":"now"}`).Refused(200, "E001")

	app.Post("/api/cash/del", `{}`).Refused(200, "E001")
	n := apitest.OK[apicash.RemoveAnswer](app.Post("/api/cash/del", fmt.Sprintf(`{"idx":%d}`, in.Idx)))
	require.Equal(t, 1, n.Changed)
	require.NoError(t, desk.Hold(t.Context(), "demo", audit.Actor{ID: "staff1"}, cash.Shown{ID: out.Idx, Member: m.MemID, Amount: out.Amount, RequestedAt: out.RequestedAt}))
	app.Post("/api/cash/del", fmt.Sprintf(`{"idxList":[%d]}`, out.Idx)).Refused(200, "C007")
	list := apitest.OK[apicash.ListAnswer](app.Post("/api/cash/list/", `{}`)).List
	require.EqualValues(t, -1, list[0].Status)
	require.NotNil(t, list[0].ProcessedAt)
	require.Nil(t, list[1].UndoUntil, "held: nothing to undo")
}

// The totals are those of the selection: of all its pages, and of days of the site's clock, which is nine hours ahead (D-63).
func TestTotalsOfRequestsByDayOfTheSite(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	m := factory.Member(t, db)
	sites := site.New(db, clk)
	desk := cash.New(db, clk, sites, member.New(db, clk, sites, factory.Hashing()), message.New(db, clk), nil)
	app := apitest.New(t, clk, apicash.New(desk).Routes()).Member(m.MemID)
	add := func(kind string, amount, status int, at string, hidden bool) {
		t.Helper()
		_, err := db.Exec(t.Context(), `INSERT INTO cash_request (site_id, member_id, kind, currency, amount, status, requested_at, hidden)
			VALUES ($1, $2, $3, 'KRW', $4, $5, $6, $7)`, m.Site, m.MemID, kind, amount, status, at, hidden)
		require.NoError(t, err)
	}
	add("in", 1_000, 1, "2026-09-08T14:59:59Z", false) // the last second of the 8th in Seoul
	add("in", 2_000, 1, "2026-09-08T15:00:00Z", false) // the first of the 9th
	add("in", 4_000, 1, "2026-09-09T14:59:59.999Z", false)
	add("in", 8_000, 0, "2026-09-09T04:00:00Z", false)
	add("in", 16_000, -2, "2026-09-09T04:00:01Z", false)
	add("in", 32_000, 1, "2026-09-09T04:00:02Z", true)
	add("in", 64_000, 1, "2026-09-09T15:00:00Z", false) // the 10th
	add("out", 500, 1, "2026-09-09T04:00:03Z", false)
	for _, c := range []struct {
		ask    string
		total  int64
		totals apicash.Totals
	}{
		{`{"cashType":"in","startDate":"2026-09-09","endDate":"2026-09-09","count_per_list":1,"page":1}`, 4, apicash.Totals{DepositAmt: 6_000, DepositOpenAmt: 8_000}},
		{`{"cashType":"in","startDate":"2026-09-09 00:00:00","endDate":"2026-09-09 23:59:59","count_per_list":3,"page":2}`, 4, apicash.Totals{DepositAmt: 6_000, DepositOpenAmt: 8_000}},
		{`{"cashType":"out","startDate":"2026-09-09","endDate":"2026-09-09"}`, 1, apicash.Totals{WithdrawAmt: 500}},
		{`{"endDate":"2026-09-09"}`, 6, apicash.Totals{DepositAmt: 7_000, DepositOpenAmt: 8_000, WithdrawAmt: 500}},
		{`{}`, 7, apicash.Totals{DepositAmt: 71_000, DepositOpenAmt: 8_000, WithdrawAmt: 500}},
		{`{"startDate":"2026-09-11"}`, 0, apicash.Totals{}},
	} {
		got := apitest.OK[apicash.ListAnswer](app.Post("/api/cash/list/", c.ask))
		require.Equal(t, c.total, got.PageInfo.Total, c.ask)
		require.Equal(t, c.totals, got.Totals, c.ask)
	}
}
