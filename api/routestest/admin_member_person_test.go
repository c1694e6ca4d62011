package routestest_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	apimember "hubstake/api/admin/member"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/game"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// The rights are checked with every other route's.
func TestTheTabsOfAMemberOverHTTP(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC)
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	factory.Site(t, db)
	sites := site.New(db, clk)
	games := game.New(db, clk, zerolog.Nop(), sites, nil, nil, "")
	app := apitest.New(t, clk, apimember.New(factory.Members(t, db, clk), report.New(db, clk, sites, factory.Box()), games).Routes()).Staff("staff1")
	m := factory.Member(t, db)
	exec := func(sql string, args ...any) {
		_, err := db.Exec(t.Context(), sql, args...)
		require.NoError(t, err)
	}
	for i, kind := range []string{"deposit", "bet", "bonus.first", "correction", "coupon"} {
		exec(`INSERT INTO wallet_ledger (member_id, currency, version, unit, contra, kind, amount, balance_after, ref, created_at)
			VALUES ($1, 'KRW', $2, 'cash', 'x', $3, 100, $4, '7', $5)`, m.MemID, i+1, kind, 100*(i+1), noon.AddDate(0, 0, i-5))
	}
	exec(`INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, game_code, currency, bets, stake, payout, state, balance_before, balance_after, created_at, closed_at)
		VALUES ('sim', 'r1', $1, 'demo', 'gone', 'KRW', 1, 1000, 2500, 'closed', 9000, 10500, $2, $2)`, m.MemID, noon.Add(-time.Hour))
	for i, result := range []string{"U003", "200"} {
		exec("INSERT INTO member_login (site_id, member_id, audience, result, ip, at) VALUES ('demo', $1, 'member', $2, '192.0.2.1', $3)", m.MemID, result, noon.Add(time.Duration(i)*time.Minute))
	}
	exec(`INSERT INTO member_session (session_id, site_id, member_id, audience, topic, hub_key, created_at, seen_at, expires_at, ip, user_agent)
		VALUES ('s1', 'demo', $1, 'member', 't', '', $2, $2, $3, '192.0.2.1', 'Browser 1')`, m.MemID, noon, noon.Add(time.Hour))

	body := fmt.Sprintf(`{"memId":%q}`, m.MemID)
	tabs := []string{"ledger", "points", "rounds", "logins"}
	for _, tab := range tabs {
		path := "/api/admin/member/" + tab
		app.Post(path, `{}`).Refused(200, "U001")
		app.Post(path, `{"memId":"another1"}`).Refused(200, "U001")
		app.Post(path, `{"memId":7}`).Refused(400, "E001")
		app.Post(path, fmt.Sprintf(`{"memId":%q,"startDate":"2026-02-30"}`, m.MemID)).Refused(200, "E001")
	}
	ledger := apitest.OK[apimember.LedgerAnswer](app.Post("/api/admin/member/ledger", body))
	require.EqualValues(t, 5, ledger.PageInfo.Total)
	var sources []string
	for _, row := range ledger.List {
		sources = append(sources, string(row.Source))
	}
	require.Equal(t, []string{"other", "correction", "bonus", "round", "request"}, sources)
	require.Equal(t, money.Amount(500), ledger.List[0].Balance)
	require.Equal(t, []apimember.LedgerTotal{{Unit: "cash", InAmt: 500}}, ledger.Totals)
	before := apitest.OK[apimember.LedgerAnswer](app.Post("/api/admin/member/ledger", fmt.Sprintf(`{"memId":%q,"endDate":"2026-09-07","count_per_list":1}`, m.MemID)))
	require.Equal(t, money.Amount(300), before.List[0].Balance, "the balance at the end of a day")

	exec(`INSERT INTO wallet_ledger (member_id, currency, version, unit, contra, kind, amount, balance_after, ref, created_at)
		VALUES ($1, 'KRW', 6, 'point', 'x', 'gift', 700, 700, '8', $2)`, m.MemID, noon)
	points := apitest.OK[apimember.LedgerAnswer](app.Post("/api/admin/member/points", body))
	require.Equal(t, []apimember.LedgerTotal{{Unit: "point", InAmt: 700}}, points.Totals)
	require.EqualValues(t, 1, points.PageInfo.Total)
	require.Equal(t, "gift", points.List[0].Kind)

	// The page with a row is found by the row, in the same selection.
	at := func(more string) apimember.LedgerAnswer {
		return apitest.OK[apimember.LedgerAnswer](app.Post("/api/admin/member/ledger", fmt.Sprintf(`{"memId":%q,"count_per_list":2%s}`, m.MemID, more)))
	}
	third := at(`,"row":3`)
	require.Equal(t, []int64{4, 3}, []int64{third.List[0].No, third.List[1].No})
	require.Equal(t, 2, third.PageInfo.Page)
	require.Equal(t, 1, at(`,"row":3,"endDate":"2026-09-08"`).PageInfo.Page)
	require.Equal(t, 1, at(`,"row":99`).PageInfo.Page, "one that there is not")

	rounds := apitest.OK[apimember.RoundsAnswer](app.Post("/api/admin/member/rounds", body))
	require.Equal(t, "gone", rounds.List[0].GameName)
	require.Equal(t, money.Amount(2500), rounds.Totals.Payout)
	require.EqualValues(t, 1, rounds.PageInfo.Total)

	exec(`INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, game_code, currency, bets, stake, payout, state, balance_before, balance_after, created_at, closed_at)
		VALUES ('sim', 'r2', $1, 'demo', 'gone', 'KRW', 1, 1000, 0, 'closed', 9000, 8000, $2, $2)`, m.MemID, noon.Add(-2*time.Hour))
	exec(`INSERT INTO casino_tx (vendor_id, tx_id, kind, round_id, member_id, currency, amount, status, balance_after, req_hash, created_at)
		VALUES ('sim', 't9', 'bet', 'r2', $1, 'KRW', 1000, 'OK', 8000, '', $2)`, m.MemID, noon)
	one := apitest.OK[apimember.RoundsAnswer](app.Post("/api/admin/member/rounds", fmt.Sprintf(`{"memId":%q,"count_per_list":1,"move":"sim:t9"}`, m.MemID)))
	require.Equal(t, []any{2, "r2", one.List[0].Idx}, []any{one.PageInfo.Page, one.List[0].RoundID, one.Row}, "an entry of the ledger leads to its round")
	none := apitest.OK[apimember.RoundsAnswer](app.Post("/api/admin/member/rounds", fmt.Sprintf(`{"memId":%q,"move":"sim:t8"}`, m.MemID)))
	require.EqualValues(t, 0, none.Row)

	logins := apitest.OK[apimember.LoginsAnswer](app.Post("/api/admin/member/logins", body))
	require.Equal(t, []string{"200", "U003"}, []string{logins.List[0].Result, logins.List[1].Result})
	require.Equal(t, "Browser 1", logins.Sessions[0].UserAgent)

	require.Empty(t, apitest.OK[apimember.LoginsAnswer](app.Post("/api/admin/member/logins", fmt.Sprintf(`{"memId":%q,"endDate":"2026-09-09"}`, m.MemID))).List)

	factory.Site(t, db, func(s *factory.S) { s.ID, s.Hosts = "other", []string{"other"} })
	exec("UPDATE member_member SET site_id = 'other' WHERE member_id = $1", m.MemID)
	for _, tab := range tabs {
		app.Post("/api/admin/member/"+tab, body).Refused(200, "U001")
	}
}
