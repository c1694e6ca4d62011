package admin_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/api/admin"
	"hubstake/internal/access/httpx"
	"hubstake/internal/account/member"
	"hubstake/internal/account/protection"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/funds/cash"
	"hubstake/internal/operator/board"
	"hubstake/internal/operator/content"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
	"hubstake/internal/support/inquiry"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

var noon = time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC)

type office struct {
	db   *pgxpool.Pool
	clk  *clock.Manual
	desk *cash.Service
	app  apitest.App

	inquiries *inquiry.Service
}

func open(t *testing.T) office {
	t.Helper()
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	factory.Site(t, db)
	sites, messages := site.New(db, clk), message.New(db, clk)
	members := member.New(db, clk, sites, member.Keys{Hasher: factory.Hasher()})
	desk := cash.New(db, clk, sites, members, messages, nil)
	inquiries := inquiry.New(db, clk, members, desk, messages)
	api := admin.New(admin.Services{
		DB: db, Sites: sites, Members: members, Messages: messages, Cash: desk, Reports: report.New(db, clk, sites),
		Boards: board.New(db, clk), Inquiries: inquiries, Content: content.New(db, clk),
		Protection: protection.New(db, clk, members), Online: func(context.Context, string) int64 { return 7 },
	})
	return office{db, clk, desk, apitest.New(t, clk, api.Routes()).Staff("staff1"), inquiries}
}

func (o office) column(t *testing.T, sql string) []string {
	t.Helper()
	rows, err := o.db.Query(t.Context(), sql)
	require.NoError(t, err)
	out, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	return out
}

func TestStaffDecidesOverHTTP(t *testing.T) {
	o := open(t)
	m := factory.Member(t, o.db, func(m *factory.M) { m.Cash = 50_000 })
	who := cash.Requester{Site: "demo", Member: m.MemID}
	in, err := o.desk.Deposit(t.Context(), cash.DepositInput{Requester: who, Amount: money.In(10_000)})
	require.NoError(t, err)
	out, err := o.desk.Withdraw(t.Context(), cash.WithdrawalInput{Requester: who, Amount: money.In(20_000), PIN: factory.PIN})
	require.NoError(t, err)

	o.app.Member(m.MemID).Post("/api/admin/cash/list", "{}").Refused(401, "U029")
	for body, want := range map[string][]int64{
		`{}`: {out.ID, in.ID}, `{"status":""}`: {out.ID, in.ID}, `{"cashType":"in","status":[0,2],"page":1}`: {in.ID},
		`{"status":"0"}`: {out.ID, in.ID}, `{"status":0,"cashType":"out"}`: {out.ID}, `{"status":[1,-1,-2]}`: nil,
		`{"memId":"` + m.MemID + `"}`: {out.ID, in.ID}, `{"memId":"` + m.MemID + `","cashType":"in"}`: {in.ID}, `{"memId":"nobody"}`: nil,
	} {
		got := apitest.OK[admin.CashListAnswer](o.app.Post("/api/admin/cash/list", body))
		var ids []int64
		for _, r := range got.List {
			ids = append(ids, r.Idx)
		}
		require.Equal(t, want, ids, body)
		require.Len(t, ids, int(got.PageInfo.Total))
	}
	o.app.Post("/api/admin/cash/list", `{"status":"open"}`).Refused(400, "E001")
	o.app.Post("/api/admin/cash/list", `{"cashType":"x"}`).Refused(200, "E001")

	require.Equal(t, admin.CashBackgroundAnswer{Bonuses: []admin.ExpectedBonus{}}, apitest.OK[admin.CashBackgroundAnswer](
		o.app.Post("/api/admin/cash/background", fmt.Sprintf(`{"idx":%d}`, in.ID))))
	o.app.Post("/api/admin/cash/background", `{"idx":0}`).Refused(200, "E001")
	shown := func(r cash.Request, more string) string {
		return fmt.Sprintf(`{"idx":%d,"memId":%q,"amount":%d,"requestedAt":%q%s}`, r.ID, m.MemID, r.Amount, r.RequestedAt.Format(time.RFC3339Nano), more)
	}
	o.app.Post("/api/admin/cash/approve", fmt.Sprintf(`{"idx":%d}`, in.ID)).Refused(200, "C019")
	o.app.Post("/api/admin/cash/approve", strings.Replace(shown(in, ""), m.MemID, "another1", 1)).Refused(200, "C019")
	held := apitest.OK[admin.CashRow](o.app.Post("/api/admin/cash/hold", shown(out, "")))
	require.Equal(t, admin.CashRow{
		Idx: out.ID, CashType: "out", MemID: m.MemID, MemNick: m.Nick, MemName: m.Name, MemLevel: 1, Amount: 20_000,
		Bank: m.Bank, AccountNo: m.Number, AccountHolder: m.Holder, Status: 2, RequestedAt: noon, MemberCash: 30_000,
	}, held)
	done := apitest.OK[admin.CashRow](o.app.Post("/api/admin/cash/approve", shown(in, "")))
	require.EqualValues(t, 1, done.Status)
	require.EqualValues(t, 40_000, done.MemberCash)
	o.app.Post("/api/admin/cash/approve", shown(in, "")).Refused(200, "C019")
	o.app.Post("/api/admin/cash/refuse", shown(out, `,"memo":""`)).Refused(200, "E001")
	refused := apitest.OK[admin.CashRow](o.app.Post("/api/admin/cash/refuse", shown(out, `,"memo":"late"`)))
	require.Equal(t, "late", refused.Memo)
	require.EqualValues(t, 60_000, refused.MemberCash)
	require.Equal(t, []string{"cash.hold staff1", "cash.approve staff1", "cash.refuse staff1"},
		o.column(t, "SELECT action || ' ' || actor FROM audit_entry ORDER BY id"))
}

func TestALetterToAMember(t *testing.T) {
	o := open(t)
	m := factory.Member(t, o.db)
	other := factory.Member(t, o.db, func(m *factory.M) { m.Site = "other" })
	send := func(memID, title string) apitest.Answer {
		return o.app.Post("/api/admin/message/send", fmt.Sprintf(`{"memId":%q,"title":%q,"content":"text"}`, memID, title))
	}
	send("nobody", "Hello").Refused(200, "U001")
	send(other.MemID, "Hello").Refused(200, "U001")
	send(m.MemID, " ").Refused(200, "E001")
	require.Empty(t, o.column(t, "SELECT action FROM audit_entry"))
	apitest.OK[httpx.None](send(m.MemID, "Hello"))
	require.Equal(t, []string{"message.send " + m.MemID}, o.column(t, "SELECT action || ' ' || target FROM audit_entry"))
	require.Equal(t, []string{"MSG 1 " + m.MemID}, o.column(t, "SELECT concat_ws(' ', cmd, data1, member) FROM outbox_event"))
}

func TestMaintenanceBeginsAndEndsOnce(t *testing.T) {
	o := open(t)
	for _, on := range []bool{true, true, false} {
		got := apitest.OK[admin.InspectAnswer](o.app.Post("/api/admin/site/inspect", fmt.Sprintf(`{"on":%t}`, on)))
		require.Equal(t, on, got.Inspect)
		status := apitest.OK[admin.StatusAnswer](o.app.Post("/api/admin/site/status", "{}"))
		require.Equal(t, on, status.Inspect, "what the page asks at once is not of a second ago")
	}
	require.Equal(t, []string{"INSPECT Y 2 ", "QUEUE inspect 0 admin.demo", "INSPECT N 3 ", "QUEUE inspect 0 admin.demo"},
		o.column(t, "SELECT cmd || ' ' || data1 || ' ' || ver || ' ' || topic FROM outbox_event ORDER BY xid, id"))
	require.Equal(t, []string{`{"on": true, "reason": ""}`, `{"on": false, "reason": ""}`}, o.column(t, "SELECT detail::text FROM audit_entry ORDER BY id"))
}

// Who switched what, when and why is seen by other staff (D-35, D-46).
func TestWhoSwitchedTheMaintenance(t *testing.T) {
	o := open(t)
	switches := func() map[string]admin.SwitchRow {
		out := map[string]admin.SwitchRow{}
		list := apitest.OK[admin.SwitchesAnswer](o.app.Post("/api/admin/site/switches", "{}")).List
		require.Equal(t, []string{"S001", "S002", "S007"}, []string{list[0].Code, list[1].Code, list[6].Code})
		for _, s := range list {
			out[s.Name] = s
		}
		require.Len(t, out, 7)
		return out
	}
	require.Equal(t, admin.SwitchRow{Name: "deposit", Code: "S005"}, switches()["deposit"], "nobody so far")
	pause := func(on bool, reason string) apitest.Answer {
		return o.app.Post("/api/admin/site/pause", fmt.Sprintf(`{"function":"deposit","on":%t,"reason":%q}`, on, reason))
	}
	pause(true, strings.Repeat("x", 201)).Refused(200, "E001")
	pause(true, "a\tb").Refused(200, "E001")
	apitest.OK[admin.PauseAnswer](pause(true, " the bank is away "))
	got := switches()["deposit"]
	require.Equal(t, []any{true, "staff1", "the bank is away", noon}, []any{got.On, got.SetBy, got.Reason, got.SetAt.UTC()})
	o.clk.Advance(time.Hour)
	apitest.OK[admin.PauseAnswer](pause(true, "once more"))
	require.Equal(t, got, switches()["deposit"], "what is so stays whose it was")
	apitest.OK[admin.PauseAnswer](pause(false, "it is back"))
	got = switches()["deposit"]
	require.Equal(t, []any{false, "it is back", noon.Add(time.Hour)}, []any{got.On, got.Reason, got.SetAt.UTC()})
	apitest.OK[admin.InspectAnswer](o.app.Post("/api/admin/site/inspect", `{"on":true,"reason":"a new version"}`))
	require.Equal(t, "a new version", switches()["site"].Reason)
	require.Equal(t, []string{"site.pause deposit the bank is away", "site.pause deposit it is back", "site.inspect demo a new version"},
		o.column(t, "SELECT concat_ws(' ', action, target, detail ->> 'reason') FROM audit_entry ORDER BY id"))
}

// D-46: S002 to S007, each function by itself; pages read again what is under maintenance.
func TestMaintenanceOfAFunction(t *testing.T) {
	o := open(t)
	pause := func(f site.Function, on bool) []site.Function {
		return apitest.OK[admin.PauseAnswer](o.app.Post("/api/admin/site/pause", fmt.Sprintf(`{"function":%q,"on":%t}`, f, on))).Paused
	}
	require.Equal(t, []site.Function{site.Deposit}, pause(site.Deposit, true))
	require.Equal(t, []site.Function{site.Deposit}, pause(site.Deposit, true), "what is so changes nothing")
	for _, f := range site.Functions {
		pause(f, true)
	}
	status := apitest.OK[admin.StatusAnswer](o.app.Post("/api/admin/site/status", "{}"))
	require.Equal(t, site.Functions, status.Paused)
	require.False(t, status.Inspect)
	require.Equal(t, []site.Function{site.SignUp, site.LogIn, site.Betting, site.Withdrawal, site.Points}, pause(site.Deposit, false))
	o.app.Post("/api/admin/site/pause", `{"function":"everything","on":true}`).Refused(200, "E001")
	o.app.Post("/api/admin/site/pause", `{}`).Refused(200, "E001")

	require.Equal(t, []string{
		"site.pause deposit true", "site.pause signup true", "site.pause login true", "site.pause betting true",
		"site.pause withdrawal true", "site.pause points true", "site.pause deposit false",
	},
		o.column(t, "SELECT concat_ws(' ', action, target, detail ->> 'on') FROM audit_entry ORDER BY id"))
	told := o.column(t, "SELECT concat_ws(' ', cmd, data1, ver) FROM outbox_event WHERE topic = '' ORDER BY xid, id")
	require.Equal(t, []string{"INSPECT N 2", "INSPECT N 3", "INSPECT N 4", "INSPECT N 5", "INSPECT N 6", "INSPECT N 7", "INSPECT N 8"}, told)
	require.Len(t, o.column(t, "SELECT data1 FROM outbox_event WHERE topic = 'admin.demo'"), 7, "other staff see it at once")
}

func TestTheStatusCountsWhatWaits(t *testing.T) {
	o := open(t)
	factory.Member(t, o.db, func(m *factory.M) { m.Status = member.Pending })
	m := factory.Member(t, o.db)
	_, err := o.desk.Deposit(t.Context(), cash.DepositInput{Requester: cash.Requester{Site: "demo", Member: m.MemID}, Amount: money.In(10_000)})
	require.NoError(t, err)
	require.Equal(t, admin.StatusAnswer{Paused: []site.Function{}, Online: 7, PendingSignups: 1, PendingIn: 1},
		apitest.OK[admin.StatusAnswer](o.app.Post("/api/admin/site/status", "{}")))
	require.Equal(t, paging.Info{Page: 1, CountPerList: 10, Total: 1, Pages: 1},
		apitest.OK[admin.MemberListAnswer](o.app.Post("/api/admin/member/list", `{"status":"pending"}`)).PageInfo)
}
