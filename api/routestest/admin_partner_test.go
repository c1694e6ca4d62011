package routestest_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	apipartner "hubstake/api/admin/partner"
	"hubstake/internal/account/member"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/agent"
	"hubstake/internal/partners/partner"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func TestStaffSetsRatesAndRightsOfPartners(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Now().UTC().Truncate(time.Second))
	factory.Site(t, db, factory.OnePerson(site.PartnerPower))
	sites := site.New(db, clk)
	head := factory.Partner(t, db).MemID
	low := factory.Partner(t, db, func(m *factory.M) { m.Parent, m.PartnerLevel = head, 2 }).MemID
	kim := factory.Member(t, db, func(m *factory.M) { m.Parent = low }).MemID
	present := func(context.Context, string) ([]member.Present, error) { return []member.Present{{MemID: kim}}, nil }
	members := member.New(db, clk, sites, factory.Hashing())
	partners := partner.New(db, clk, sites, members)
	agents := agent.New(db, clk, sites, members, factory.AgentKeys(t))
	app := apitest.New(t, clk, apipartner.New(nil, partners, agents, report.New(db, clk, sites, factory.Box()), present).Routes())
	boss := app.StaffWith("boss1", right.Partner)
	roots := apitest.OK[apipartner.TreeAnswer](boss.Post("/api/admin/partner/tree", `{}`))
	require.Len(t, roots.List, 1)
	require.Equal(t, []int64{1, 1, 1}, []int64{roots.List[0].Members, roots.List[0].Partners, roots.List[0].Online})
	require.Len(t, apitest.OK[apipartner.TreeAnswer](boss.Post("/api/admin/partner/tree", `{"node":"`+head+`"}`)).List, 1)
	boss.Post("/api/admin/partner/tree", `{"node":"nobody1"}`).Refused(200, "U001")
	boss.Post("/api/admin/partner/card", `{"memId":"`+kim+`"}`).Refused(200, "U001")

	boss.Post("/api/admin/partner/rates", `{"memId":"`+head+`","rates":{"sports1":50},"reason":""}`).Refused(200, "E001")
	for _, n := range []string{"50", "40"} { // no lock holds for staff
		apitest.OK[apipartner.Terms](boss.Post("/api/admin/partner/rates", `{"memId":"`+head+`","rates":{"sports1":`+n+`},"reason":"contract"}`))
	}
	boss.Post("/api/admin/partner/rates", `{"memId":"`+low+`","rates":{"sports1":41},"reason":"contract"}`).Refused(200, "G010")
	apitest.OK[apipartner.Terms](boss.Post("/api/admin/partner/rates", `{"memId":"`+low+`","rates":{"sports1":40},"reason":"contract"}`))
	boss.Post("/api/admin/partner/rates", `{"memId":"`+head+`","rates":{"sports1":39},"reason":"contract"}`).Refused(200, "U065")

	card := apitest.OK[apipartner.CardAnswer](boss.Post("/api/admin/partner/card", `{"memId":"`+low+`"}`))
	require.EqualValues(t, 40, card.Above.Rates.Sports1)
	require.Len(t, card.History, 1)
	require.Equal(t, apipartner.Rights{Version: 1}, card.Rights)
	body := `{"memId":"` + low + `","pay":true,"dayMax":5000,"approve":true,"version":1,"reason":"contract"}`
	apitest.OK[struct{}](boss.Post("/api/admin/partner/rights", body))
	boss.Post("/api/admin/partner/rights", body).Refused(200, "C019")
	card = apitest.OK[apipartner.CardAnswer](boss.Post("/api/admin/partner/card", `{"memId":"`+low+`"}`))
	require.Equal(t, apipartner.Rights{Pay: true, DayMax: 5000, Approve: true, Version: 2}, card.Rights)

	require.Zero(t, card.PT)
	require.Empty(t, card.Logins)
	factory.Agent(t, db, low)
	factory.Agent(t, db, low+".mina")
	card = apitest.OK[apipartner.CardAnswer](boss.Post("/api/admin/partner/card", `{"memId":"`+low+`"}`))
	require.Len(t, card.Logins, 2)
	require.Equal(t, []any{low, true}, []any{card.Logins[0].Login, card.Logins[0].EnrolledAt != nil})
	desk := app.StaffWith("desk1", right.Reset)
	desk.Post("/api/admin/partner/reset", `{"memId":"`+low+`","reason":" "}`).Refused(200, "E001")
	desk.Post("/api/admin/partner/reset", `{"memId":"`+kim+`","reason":"lost"}`).Refused(200, "U001")
	desk.Post("/api/admin/partner/reset", `{"memId":"`+low+`.mina","reason":"lost"}`).Refused(200, "U001")
	require.Empty(t, apitest.OK[map[string]any](desk.Post("/api/admin/partner/reset", `{"memId":"`+low+`","reason":"lost"}`)), "no password")
	card = apitest.OK[apipartner.CardAnswer](boss.Post("/api/admin/partner/card", `{"memId":"`+low+`"}`))
	require.Equal(t, []bool{true, false}, []bool{card.Logins[0].EnrolledAt == nil, card.Logins[1].EnrolledAt == nil}, "only the partner's own one")
}
