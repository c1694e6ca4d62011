package routestest_test

import (
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	apiapproval "hubstake/api/admin/approval"
	apisettings "hubstake/api/admin/settings"
	apisite "hubstake/api/site"
	"hubstake/internal/account/member"
	"hubstake/internal/account/staff"
	"hubstake/internal/core/clock"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/settings"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

const settingsPath = "/api/admin/site/settings"

func openSettings(t *testing.T) (apitest.App, *pgxpool.Pool) {
	t.Helper()
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	factory.Site(t, db)
	sites := site.New(db, clk)
	members := member.New(db, clk, sites, factory.Hashing())
	approvals := approval.New(db, clk, sites, staff.New(db, clk, members, staff.Keys{}).HoldRights)
	routes := apisettings.New(settings.New(db, clk, sites, approvals)).Routes()
	app := apitest.New(t, clk, routes, apiapproval.New(approvals, nil, nil).Routes(), apisite.New(apisite.Services{Sites: sites, NeedsReferrer: members.NeedsReferrer}).Routes())
	return app.Staff("staff1"), db
}

func TestSettingsAreReadSavedAndRestored(t *testing.T) {
	app, _ := openSettings(t)
	s := apitest.OK[apisettings.Answer](app.Post(settingsPath, "{}"))
	require.EqualValues(t, 0, s.Version)
	require.Equal(t, apisettings.Fixed{Currency: "KRW", TimeZone: "Asia/Seoul", Country: "KR", PinLength: 4}, s.Fixed)
	require.Contains(t, s.Limits, apisettings.Limit{Option: "autoLogoutMinutes", Min: 5, Max: 30})
	require.Contains(t, s.SecondPerson, "depositMin")

	s = apitest.OK[apisettings.Answer](app.Post(settingsPath+"/save", `{"version":0,"values":{"autoLogoutMinutes":20},"note":"audit"}`))
	require.EqualValues(t, 1, s.Version)
	require.Equal(t, 20, *s.Values.AutoLogoutMinutes)
	require.Equal(t, 30, *s.Defaults.AutoLogoutMinutes)
	require.Equal(t, 20, apitest.OK[apisite.Options](app.Post("/api/etc/siteOption", "{}")).AutoLogoutMinutes, "what pages ask at once is not of a second ago")

	h := apitest.OK[apisettings.HistoryAnswer](app.Post(settingsPath+"/history", "{}"))
	require.EqualValues(t, 1, h.PageInfo.Total)
	require.Equal(t, []any{"staff1", "audit", 30, 20}, []any{h.List[0].SetBy, h.List[0].Note, *h.List[0].Before.AutoLogoutMinutes, *h.List[0].After.AutoLogoutMinutes})
	require.Nil(t, h.List[0].After.DepositMin)

	s = apitest.OK[apisettings.Answer](app.Post(settingsPath+"/restore", `{"version":1,"restore":0}`))
	require.EqualValues(t, 2, s.Version)
	require.Equal(t, 30, *s.Values.AutoLogoutMinutes)
}

// S-101: what a page cannot send is refused with its code, and changes nothing.
func TestSettingsThatCannotBeSavedAreRefused(t *testing.T) {
	app, db := openSettings(t)
	for name, c := range map[string]struct {
		status     int
		code, body string
	}{
		"an unknown option":             {400, "E001", `{"version":0,"values":{"autoLogoutMinuts":20}}`},
		"an option that is kept":        {400, "E001", `{"version":0,"values":{"currency":"VND"}}`},
		"a switch of maintenance":       {400, "E001", `{"version":0,"values":{"depositPaused":true}}`},
		"a limit that levels have not":  {400, "E001", `{"version":0,"values":{"levels":{"3":{"pinTries":1}}}}`},
		"a level that is none":          {200, "U039", `{"version":0,"values":{"levels":{"11":{"maxStake":7000000}}}}`},
		"a field beside the options":    {400, "E001", `{"version":0,"values":{},"setBy":"boss"}`},
		"a part of an option":           {400, "E001", `{"version":0,"values":{"rollingWeights":{"horses":1}}}`},
		"a number as a text":            {400, "E001", `{"version":0,"values":{"autoLogoutMinutes":"20"}}`},
		"a fraction":                    {400, "E001", `{"version":0,"values":{"autoLogoutMinutes":20.5}}`},
		"another site":                  {403, "U030", `{"siteId":"other","version":0,"values":{"autoLogoutMinutes":20}}`},
		"a stale form":                  {200, "C019", `{"version":3,"values":{"autoLogoutMinutes":20}}`},
		"outside the limits":            {200, "U038", `{"version":0,"values":{"autoLogoutMinutes":31}}`},
		"a value that cannot be":        {200, "U039", `{"version":0,"values":{"multiLogin":"maybe"}}`},
		"two that do not fit":           {200, "U040", `{"version":0,"values":{"depositMin":6000000}}`},
		"a note that cannot be printed": {200, "E001", `{"version":0,"values":{"autoLogoutMinutes":20},"note":"a\tb"}`},
		"a note that is too long":       {200, "E001", `{"version":0,"values":{"autoLogoutMinutes":20},"note":"` + strings.Repeat("x", 201) + `"}`},
		"money without a second person": {200, "U035", `{"version":0,"values":{"depositMin":20000}}`},
	} {
		t.Log(name)
		app.Post(settingsPath+"/save", c.body).Refused(c.status, c.code)
	}
	app.Post(settingsPath+"/restore", `{"version":0,"restore":0}`).Refused(200, "E001")
	app.Post(settingsPath+"/restore", `{"version":1,"restore":0}`).Refused(200, "C019")
	require.Empty(t, pgtest.Column(t, db, "SELECT set_by FROM settings_change"))
	require.Equal(t, []string{"{}"}, pgtest.Column(t, db, "SELECT coalesce(options ->> 'autoLogoutMinutes', '{}') FROM site_site"))
	_, _, answer := app.Send(settingsPath+"/save", `{"version":0,"values":{"depositMin":6000000}}`)
	require.Contains(t, string(answer), `"option":"depositMin"`, "the page shows it at its field")

	waiting := apitest.OK[apiapproval.ListAnswer](app.Post("/api/admin/approval/list", `{}`)).List
	require.Len(t, waiting, 1)
	require.EqualValues(t, 10_000, *waiting[0].Before.DepositMin)
	require.EqualValues(t, 20_000, *waiting[0].After.DepositMin, "the second person sees what would change")
}

// S-101: scheduled changes over HTTP.
func TestSettingsAreScheduledAndCancelled(t *testing.T) {
	app, db := openSettings(t)
	app.Post(settingsPath+"/save", `{"version":0,"values":{"autoLogoutMinutes":20},"at":"2026-09-10T02:59:00Z"}`).Refused(200, "U047")
	app.Post(settingsPath+"/save", `{"version":0,"values":{"autoLogoutMinutes":20},"at":"tomorrow"}`).Refused(400, "E001")
	s := apitest.OK[apisettings.Answer](app.Post(settingsPath+"/save", `{"version":0,"values":{"autoLogoutMinutes":20},"note":"audit","at":"2026-09-11T00:00:00+09:00"}`))
	require.EqualValues(t, 0, s.Version)
	require.Equal(t, 30, *s.Values.AutoLogoutMinutes, "it waits for its time")
	list := apitest.OK[apisettings.PlansAnswer](app.Post(settingsPath+"/plans", "{}")).List
	require.Len(t, list, 1)
	p := list[0]
	require.Equal(t, []any{"waiting", "2026-09-10T15:00:00Z", "staff1", "audit", 30, 20},
		[]any{string(p.State), p.At.UTC().Format(time.RFC3339), p.SetBy, p.Note, *p.Before.AutoLogoutMinutes, *p.After.AutoLogoutMinutes})

	app.Post(settingsPath+"/plans/cancel", `{"idx":1,"reason":""}`).Refused(200, "E001")
	app.Post(settingsPath+"/plans/cancel", `{"idx":7,"reason":"why"}`).Refused(200, "E001")
	apitest.OK[struct{}](app.Post(settingsPath+"/plans/cancel", `{"idx":1,"reason":"why"}`))
	app.Post(settingsPath+"/plans/cancel", `{"idx":1,"reason":"why"}`).Refused(200, "C019")
	require.Equal(t, []string{"cancelled staff1 why"}, pgtest.Column(t, db, "SELECT concat_ws(' ', state, finished_by, reason) FROM settings_plan"))
}
