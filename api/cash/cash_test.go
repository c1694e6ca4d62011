package cash_test

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
	desk := cash.New(db, clk, sites, member.New(db, clk, sites, member.Keys{Hasher: factory.Hasher()}), message.New(db, clk), nil)
	app := apitest.New(t, clk, apicash.New(desk).Routes())
	app.Post("/api/cash/in", `{"amount":10000}`).Refused(401, "U029")
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
