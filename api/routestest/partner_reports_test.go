package routestest_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	apireports "hubstake/api/partner/reports"
	"hubstake/internal/account/member"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func TestTheReportsOfADownlineOverHTTP(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Now().UTC().Truncate(time.Second))
	factory.Site(t, db)
	head := factory.Partner(t, db).MemID
	under := func(parent string) string {
		return factory.Member(t, db, func(m *factory.M) { m.Parent, m.At = parent, clk.Now().AddDate(0, 0, -40) }).MemID
	}
	kim, lee, foreign := under(head), under(head), under(factory.Partner(t, db).MemID)
	for _, m := range []string{kim, lee, foreign} {
		for _, sql := range []string{
			`INSERT INTO cash_request (site_id, member_id, kind, currency, amount, status, requested_at, processed_at) VALUES ('demo', $1, 'in', 'KRW', 5000, 1, $2, $2)`,
			`INSERT INTO cash_request (site_id, member_id, kind, currency, amount, status, requested_at) VALUES ('demo', $1, 'in', 'KRW', 70, 0, $2)`,
			`INSERT INTO member_login (site_id, member_id, audience, result, ip, at) VALUES ('demo', $1, 'member', '200', '10.0.0.7', $2)`,
			`UPDATE member_member SET last_login_ip = '10.0.0.7', last_login_at = $2 WHERE member_id = $1`,
			`INSERT INTO wallet_ledger (member_id, currency, version, unit, contra, kind, amount, balance_after, ref, created_at) VALUES ($1, 'KRW', 100, 'point', 'promo', 'coupon', 30, 30, '', $2)`,
		} {
			_, err := db.Exec(t.Context(), sql, m, clk.Now().Add(-time.Minute))
			require.NoError(t, err)
		}
	}
	present := func(context.Context, string) ([]member.Present, error) {
		return []member.Present{{MemID: kim}, {MemID: foreign}}, nil
	}
	app := apitest.New(t, clk, apireports.New(report.New(db, clk, site.New(db, clk), factory.Box()), present).Routes())
	own := app.Partner(head)

	for _, path := range []string{"cash", "cash/csv", "points", "points/csv", "access", "access/csv", "addresses", "addresses/csv"} {
		path = "/api/partner/reports/" + path
		if strings.Contains(path, "addresses") {
			own.Post(path, `{"within":93}`).Refused(200, "E001")
			continue
		}
		for _, other := range []string{foreign, head, "nobody1"} {
			own.Post(path, `{`+map[bool]string{true: `"kind":"in",`}[strings.Contains(path, "cash")]+`"memId":"`+other+`"}`).Refused(200, "U001")
		}
	}
	own.Post("/api/partner/reports/cash", `{"kind":"both"}`).Refused(200, "E001")
	own.Post("/api/partner/reports/cash", `{"kind":"in","state":"maybe"}`).Refused(200, "E001")
	own.Post("/api/partner/reports/access", `{"ip":"10.0.0"}`).Refused(200, "E001")

	cash := apitest.OK[apireports.CashAnswer](own.Post("/api/partner/reports/cash", `{"kind":"in","count_per_list":3}`))
	require.Len(t, cash.List, 3)
	require.Equal(t, apireports.CashTotals{Waiting: apireports.Sum{Count: 2, Amount: 140}, Done: apireports.Sum{Count: 2, Amount: 10_000}}, *cash.Totals)
	rest := apitest.OK[apireports.CashAnswer](own.Post("/api/partner/reports/cash", `{"kind":"in","count_per_list":3,"after":"`+cash.Next+`"}`))
	require.Len(t, rest.List, 1)
	require.Nil(t, rest.Totals)
	done := apitest.OK[apireports.CashAnswer](own.Post("/api/partner/reports/cash", `{"kind":"in","state":"done","memId":"`+strings.ToUpper(kim)+`"}`))
	require.Len(t, done.List, 1)
	_, _, body := own.Send("/api/partner/reports/cash/csv", `{"kind":"in"}`)
	require.Contains(t, string(body), "Waiting,2,140\nDone,2,10000\nCancelled,0,0\nNo,Requested,")
	require.Equal(t, 4, strings.Count(string(body), ",5000,done,")+strings.Count(string(body), ",70,waiting,"))
	require.NotContains(t, string(body), foreign)
	_, _, body = own.Send("/api/partner/reports/cash/csv", `{"kind":"out"}`)
	require.Contains(t, string(body), "No activity")

	points := apitest.OK[apireports.PointsAnswer](own.Post("/api/partner/reports/points", `{"memId":"`+kim+`"}`))
	require.Equal(t, []any{int64(1), money.Amount(30)}, []any{points.PageInfo.Total, points.In})
	_, _, body = own.Send("/api/partner/reports/points/csv", `{"memId":"`+kim+`"}`)
	require.Contains(t, string(body), "Total,1,30,0\n")
	access := apitest.OK[apireports.AccessAnswer](own.Post("/api/partner/reports/access", `{"failed":false,"ip":"10.0.0.7"}`))
	require.Len(t, access.List, 2)
	require.Equal(t, "10.0.0.7", access.List[0].IP)
	_, _, body = own.Send("/api/partner/reports/access/csv", `{"failed":true}`)
	require.Contains(t, string(body), "No activity")
	groups := apitest.OK[apireports.AddressesAnswer](own.Post("/api/partner/reports/addresses", `{}`))
	require.Len(t, groups.List, 1)
	require.Equal(t, []any{int64(2), money.Amount(10_000)}, []any{groups.List[0].Accounts, *groups.List[0].Deposits})
	_, _, body = own.Send("/api/partner/reports/addresses/csv", `{}`)
	require.Equal(t, 2, strings.Count(string(body), "10.0.0.7,2,10000,"))

	online := func() int64 {
		return *apitest.OK[apireports.HomeAnswer](own.Post("/api/partner/reports/home", `{}`)).Live.Online
	}
	require.Zero(t, online(), "a connection whose session is over")
	_, err := db.Exec(t.Context(), `INSERT INTO member_session (session_id, site_id, member_id, audience, topic, hub_key, expires_at)
		SELECT 's-' || m, 'demo', m, 'member', 't', 'k', now() + interval '1 hour' FROM unnest($1::text[]) m`, []string{kim, foreign})
	require.NoError(t, err)
	require.EqualValues(t, 1, online())
	home := apitest.OK[apireports.HomeAnswer](own.Post("/api/partner/reports/home", `{}`))
	require.Equal(t, apireports.Sum{Count: 2, Amount: 140}, *home.Live.Deposits)
	require.Len(t, home.Days, 31)
	require.Nil(t, home.AsOf, "no bet was ever decided")
	seen := apitest.OK[apireports.HomeAnswer](app.AgentWith(head+".ann", right.PlayRead).Post("/api/partner/reports/home", `{}`))
	require.Nil(t, seen.Today.Money)
	require.Nil(t, seen.Today.Commission)
	require.Nil(t, seen.Live.Online)
	require.NotNil(t, seen.Today.Play)
	who := apitest.OK[apireports.AddressesAnswer](app.AgentWith(head+".ann", right.LowerRead).Post("/api/partner/reports/addresses", `{}`))
	require.Nil(t, who.List[0].Deposits)
}
