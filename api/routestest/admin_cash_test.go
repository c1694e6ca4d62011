package routestest_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	apicash "hubstake/api/admin/cash"
	"hubstake/internal/access/httpx"
	"hubstake/internal/account/personal"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func openCashDesk(t *testing.T) office {
	t.Helper()
	t.Parallel()
	return newOffice(t, func(o office) []httpx.Route {
		return apicash.New(o.desk, report.New(o.db, o.clk, o.sites, factory.Box())).Routes()
	})
}

func TestStaffDecidesOverHTTP(t *testing.T) {
	o := openCashDesk(t)
	m := factory.Member(t, o.db, func(m *factory.M) { m.Cash = 50_000 })
	who := cash.Requester{Site: "demo", Member: m.MemID}
	in, err := o.desk.Deposit(t.Context(), cash.DepositInput{Requester: who, Amount: money.In(10_000)})
	require.NoError(t, err)
	out, err := o.desk.Withdraw(t.Context(), cash.WithdrawalInput{Requester: who, Amount: money.In(20_000), PIN: factory.PIN})
	require.NoError(t, err)

	for body, want := range map[string][]int64{
		`{}`: {out.ID, in.ID}, `{"status":""}`: {out.ID, in.ID}, `{"cashType":"in","status":[0,2],"page":1}`: {in.ID},
		`{"status":"0"}`: {out.ID, in.ID}, `{"status":0,"cashType":"out"}`: {out.ID}, `{"status":[1,-1,-2]}`: nil,
		`{"memId":"` + m.MemID + `","count_per_list":1,"row":` + strconv.FormatInt(in.ID, 10) + `}`: {in.ID}, // on the second page
		`{"memId":"` + m.MemID + `","startDate":"2026-09-10"}`:                                      {out.ID, in.ID}, `{"memId":"` + m.MemID + `","endDate":"2026-09-09"}`: nil,
		`{"memId":"` + m.MemID + `"}`: {out.ID, in.ID}, `{"memId":"` + m.MemID + `","cashType":"in"}`: {in.ID}, `{"memId":"nobody"}`: nil,
	} {
		got := apitest.OK[apicash.ListAnswer](o.app.Post("/api/admin/cash/list", body))
		var ids []int64
		for _, r := range got.List {
			ids = append(ids, r.Idx)
		}
		require.Equal(t, want, ids, body)
		if got.PageInfo.CountPerList > 1 {
			require.Len(t, ids, int(got.PageInfo.Total))
		}
	}
	for _, bad := range []string{`{"startDate":"2026-09-10"}`, `{"row":1}`, `{"memId":"` + m.MemID + `","endDate":"soon"}`} {
		o.app.Post("/api/admin/cash/list", bad).Refused(200, "E001")
	}
	o.app.Post("/api/admin/cash/list", `{"status":"open"}`).Refused(400, "E001")
	o.app.Post("/api/admin/cash/list", `{"cashType":"x"}`).Refused(200, "E001")

	o.app.Post("/api/admin/cash/background", `{"idx":0}`).Refused(200, "E001")
	shown := func(r cash.Request, more string) string {
		return fmt.Sprintf(`{"idx":%d,"memId":%q,"amount":%d,"requestedAt":%q%s}`, r.ID, m.MemID, r.Amount, r.RequestedAt.Format(time.RFC3339Nano), more)
	}
	o.app.Post("/api/admin/cash/approve", fmt.Sprintf(`{"idx":%d}`, in.ID)).Refused(200, "C019")
	o.app.Post("/api/admin/cash/approve", strings.Replace(shown(in, ""), m.MemID, "another1", 1)).Refused(200, "C019")
	held := apitest.OK[apicash.Row](o.app.Post("/api/admin/cash/hold", shown(out, "")))
	require.Equal(t, apicash.Row{
		Idx: out.ID, CashType: "out", MemID: m.MemID, MemNick: m.Nick, MemName: personal.MaskName(m.Name), MemLevel: 1, Amount: 20_000,
		Bank: m.Bank, AccountNo: personal.Mask(m.Number), AccountHolder: personal.MaskName(m.Holder), Status: 2, RequestedAt: noon, ProcessedBy: "staff1", MemberCash: 30_000,
	}, held)
	done := apitest.OK[apicash.Row](o.app.Post("/api/admin/cash/approve", shown(in, "")))
	require.EqualValues(t, 1, done.Status)
	require.EqualValues(t, 40_000, done.MemberCash)
	o.app.Post("/api/admin/cash/approve", shown(in, "")).Refused(200, "C019")
	o.app.Post("/api/admin/cash/refuse", shown(out, `,"memo":""`)).Refused(200, "E001")
	refused := apitest.OK[apicash.Row](o.app.Post("/api/admin/cash/refuse", shown(out, `,"memo":"late"`)))
	require.Equal(t, "late", refused.Memo)
	require.EqualValues(t, 60_000, refused.MemberCash)
	require.Equal(t, []string{"cash.hold staff1", "cash.approve staff1", "cash.refuse staff1"},
		pgtest.Column(t, o.db, "SELECT action || ' ' || actor FROM audit_entry ORDER BY id"))
}
