package routestest_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	apisite "hubstake/api/admin/site"
	"hubstake/internal/access/httpx"
	"hubstake/internal/account/member"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash"
	"hubstake/internal/operator/notice"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func openStaffSite(t *testing.T) office {
	t.Helper()
	t.Parallel()
	online := func(context.Context, string) int64 { return 7 }
	return newOffice(t, func(o office) []httpx.Route {
		return apisite.New(o.db, o.sites, report.New(o.db, o.clk, o.sites, factory.Box()), notice.New(o.db), online).Routes()
	})
}

func TestMaintenanceBeginsAndEndsOnce(t *testing.T) {
	o := openStaffSite(t)
	for _, on := range []bool{true, true, false} {
		got := apitest.OK[apisite.MaintenanceAnswer](o.app.Post("/api/admin/site/inspect", fmt.Sprintf(`{"on":%t}`, on)))
		require.Equal(t, on, got.Maintenance)
		status := apitest.OK[apisite.StatusAnswer](o.app.Post("/api/admin/site/status", "{}"))
		require.Equal(t, on, status.Maintenance, "what the page asks at once is not of a second ago")
	}
	require.Equal(t, []string{"INSPECT Y 2 ", "QUEUE inspect 0 admin.demo", "INSPECT N 3 ", "QUEUE inspect 0 admin.demo"},
		pgtest.Column(t, o.db, "SELECT cmd || ' ' || data1 || ' ' || ver || ' ' || topic FROM outbox_event ORDER BY xid, id"))
	require.Equal(t, []string{`{"on": true, "reason": ""}`, `{"on": false, "reason": ""}`}, pgtest.Column(t, o.db, "SELECT detail::text FROM audit_entry ORDER BY id"))
}

func TestWhoSwitchedTheMaintenance(t *testing.T) {
	o := openStaffSite(t)
	switches := func() map[string]apisite.SwitchRow {
		out := map[string]apisite.SwitchRow{}
		list := apitest.OK[apisite.SwitchesAnswer](o.app.Post("/api/admin/site/switches", "{}")).List
		require.Equal(t, []string{"S001", "S002", "S007"}, []string{list[0].Code, list[1].Code, list[6].Code})
		for _, s := range list {
			out[s.Name] = s
		}
		require.Len(t, out, 7)
		return out
	}
	require.Equal(t, apisite.SwitchRow{Name: "deposit", Code: "S005"}, switches()["deposit"], "nobody so far")
	pause := func(on bool, reason string) apitest.Answer {
		return o.app.Post("/api/admin/site/pause", fmt.Sprintf(`{"function":"deposit","on":%t,"reason":%q}`, on, reason))
	}
	pause(true, strings.Repeat("x", 201)).Refused(200, "E001")
	pause(true, "a\tb").Refused(200, "E001")
	apitest.OK[apisite.PauseAnswer](pause(true, " the bank is away "))
	got := switches()["deposit"]
	require.Equal(t, []any{true, "staff1", "the bank is away", noon}, []any{got.On, got.SetBy, got.Reason, got.SetAt.UTC()})
	o.clk.Advance(time.Hour)
	apitest.OK[apisite.PauseAnswer](pause(true, "once more"))
	require.Equal(t, got, switches()["deposit"], "what is so stays whose it was")
	apitest.OK[apisite.PauseAnswer](pause(false, "it is back"))
	got = switches()["deposit"]
	require.Equal(t, []any{false, "it is back", noon.Add(time.Hour)}, []any{got.On, got.Reason, got.SetAt.UTC()})
	apitest.OK[apisite.MaintenanceAnswer](o.app.Post("/api/admin/site/inspect", `{"on":true,"reason":"a new version"}`))
	require.Equal(t, "a new version", switches()["site"].Reason)
	require.Equal(t, []string{"site.pause deposit the bank is away", "site.pause deposit it is back", "site.inspect demo a new version"},
		pgtest.Column(t, o.db, "SELECT concat_ws(' ', action, target, detail ->> 'reason') FROM audit_entry ORDER BY id"))
}

func TestMaintenanceOfAFunction(t *testing.T) {
	o := openStaffSite(t)
	pause := func(f site.Function, on bool) []site.Function {
		return apitest.OK[apisite.PauseAnswer](o.app.Post("/api/admin/site/pause", fmt.Sprintf(`{"function":%q,"on":%t}`, f, on))).Paused
	}
	require.Equal(t, []site.Function{site.Deposit}, pause(site.Deposit, true))
	require.Equal(t, []site.Function{site.Deposit}, pause(site.Deposit, true), "what is so changes nothing")
	for _, f := range site.Functions {
		pause(f, true)
	}
	status := apitest.OK[apisite.StatusAnswer](o.app.Post("/api/admin/site/status", "{}"))
	require.Equal(t, site.Functions, status.Paused)
	require.False(t, status.Maintenance)
	require.Equal(t, []site.Function{site.SignUp, site.LogIn, site.Betting, site.Withdrawal, site.Points}, pause(site.Deposit, false))
	o.app.Post("/api/admin/site/pause", `{"function":"everything","on":true}`).Refused(200, "E001")
	o.app.Post("/api/admin/site/pause", `{}`).Refused(200, "E001")

	require.Equal(t, []string{
		"site.pause deposit true", "site.pause signup true", "site.pause login true", "site.pause betting true",
		"site.pause withdrawal true", "site.pause points true", "site.pause deposit false",
	},
		pgtest.Column(t, o.db, "SELECT concat_ws(' ', action, target, detail ->> 'on') FROM audit_entry ORDER BY id"))
	told := pgtest.Column(t, o.db, "SELECT concat_ws(' ', cmd, data1, ver) FROM outbox_event WHERE topic = '' ORDER BY xid, id")
	require.Equal(t, []string{"INSPECT N 2", "INSPECT N 3", "INSPECT N 4", "INSPECT N 5", "INSPECT N 6", "INSPECT N 7", "INSPECT N 8"}, told)
	require.Len(t, pgtest.Column(t, o.db, "SELECT data1 FROM outbox_event WHERE topic = 'admin.demo'"), 7, "other staff see it at once")
}

func TestTheStatusCountsWhatWaits(t *testing.T) {
	o := openStaffSite(t)
	factory.Member(t, o.db, func(m *factory.M) { m.Status = member.Pending })
	m := factory.Member(t, o.db)
	_, err := o.desk.Deposit(t.Context(), cash.DepositInput{Requester: cash.Requester{Site: "demo", Member: m.MemID}, Amount: money.In(10_000)})
	require.NoError(t, err)
	require.Equal(t, apisite.StatusAnswer{Paused: []site.Function{}, Online: 7, PendingSignups: 1, PendingIn: 1},
		apitest.OK[apisite.StatusAnswer](o.app.Post("/api/admin/site/status", "{}")))
}
