package routestest_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	apiapproval "hubstake/api/admin/approval"
	apicash "hubstake/api/admin/cash"
	"hubstake/internal/access/httpx"
	"hubstake/internal/account/staff"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/funds/cash"
	"hubstake/internal/operator/approval"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
)

// P9: the first person is told beforehand that a second one decides, and the card of the second person holds what the first one saw of the request.
func TestTheSecondPersonSeesWhatTheFirstOneSaw(t *testing.T) {
	t.Parallel()
	o := newOffice(t, func(o office) []httpx.Route {
		approvals := approval.New(o.db, o.clk, o.sites, staff.New(o.db, o.clk, o.members, factory.StaffKeys(t)).HoldRights)
		o.desk.Approvals(approvals)
		reports := report.New(o.db, o.clk, o.sites, factory.Box())
		return slices.Concat(apicash.New(o.desk, reports).Routes(), apiapproval.New(approvals, o.desk, reports).Routes())
	}, func(s *factory.S) {
		s.Options["approvals"] = map[string]any{"payout": map[string]any{"from": 30_000}, "deposit": map[string]any{"from": 30_000}}
		s.Options["payoutCodeFrom"] = 900_000_000
	})
	app := o.app
	first := factory.Staff(t, o.db, func(s *factory.St) { s.Rights = []right.Right{right.Cash} }).ID
	for kind, amounts := range map[string][]money.Amount{"in": {20_000, 40_000}, "out": {20_000, 40_000}} {
		for i, amount := range amounts {
			m := factory.Member(t, o.db, func(m *factory.M) { m.Cash = 100_000 }).MemID
			who := cash.Requester{Site: "demo", Member: m}
			var r cash.Request
			var err error
			if kind == "in" {
				r, err = o.desk.Deposit(t.Context(), cash.DepositInput{Requester: who, Amount: money.In(amount), Depositor: "Park", Bank: "Kookmin"})
			} else {
				r, err = o.desk.Withdraw(t.Context(), cash.WithdrawalInput{Requester: who, Amount: money.In(amount), PIN: factory.PIN})
			}
			require.NoError(t, err)
			card := apitest.OK[apicash.BackgroundAnswer](app.StaffWith(first, right.Cash).Post("/api/admin/cash/background", fmt.Sprintf(`{"idx":%d}`, r.ID)))
			require.Equal(t, i == 1, card.Second, "%s of %d", kind, amount)
			if i == 0 {
				continue
			}
			list := apitest.OK[apicash.ListAnswer](app.StaffWith(first, right.Cash).Post("/api/admin/cash/list", fmt.Sprintf(`{"cashType":%q,"memId":%q}`, kind, m))).List[0]
			asked := fmt.Sprintf(`{"idx":%d,"memId":%q,"amount":%d,"requestedAt":%q}`, r.ID, m, amount, list.RequestedAt.Format("2006-01-02T15:04:05.999999999Z07:00"))
			app.StaffWith(first, right.Cash).Post("/api/admin/cash/approve", asked).Refused(200, "U035")
			row := apitest.OK[apiapproval.ListAnswer](app.StaffWith("boss", right.Approve).Post("/api/admin/approval/list", `{}`)).List[0]
			require.NotNil(t, row.Cash)
			require.Equal(t, []any{m, r.ID}, []any{row.MemID, row.Cash.Idx})
			saw, sees := map[string]any{}, map[string]any{}
			b, err := json.Marshal(list)
			require.NoError(t, err)
			require.NoError(t, json.Unmarshal(b, &saw))
			b, err = json.Marshal(row.Cash)
			require.NoError(t, err)
			require.NoError(t, json.Unmarshal(b, &sees))
			for _, field := range []string{"memName", "depositor", "bank", "accountNo", "accountHolder", "nameDiffers", "requestedAt", "memberCash"} {
				require.Equal(t, saw[field], sees[field], "%s: %s", kind, field)
			}
			require.Len(t, row.Cash.Bonuses, len(card.Bonuses))
			require.Equal(t, []money.Amount{card.Turnover, card.Owed}, []money.Amount{row.Cash.Turnover, row.Cash.Owed})
		}
	}
}
