package routestest_test

import (
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	apibet "hubstake/api/bet"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/casino/casinotest"
	"hubstake/internal/play/game"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func TestBetsOverHTTP(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(clock.System{}.Now())
	require.NoError(t, provider.Upsert(t.Context(), db, "sim", "seamless", provider.Settings{}))
	require.NoError(t, game.Upsert(t.Context(), db, game.Demo("sim")...))
	m := factory.Member(t, db, func(m *factory.M) { m.Cash = 5_000 })
	wallet := casinotest.Service(t, db, clk)
	for _, o := range []provider.Operation{
		{Kind: provider.Bet, TxID: "b1", RoundID: "r1", Amount: "1000", Game: "moonjar"},
		{Kind: provider.Win, TxID: "w1", RefTxID: "b1", RoundID: "r1", Amount: "2500", Closes: true},
		{Kind: provider.Bet, TxID: "b2", RoundID: "r2", Amount: "500", Game: "comet"},
	} {
		o.Member, o.Currency = m.MemID, "KRW"
		a, err := wallet.Apply(t.Context(), "sim", o, "")
		require.NoError(t, err)
		require.Equal(t, provider.OK, a.Status)
	}
	app := apitest.New(t, clk, apibet.New(game.New(db, clk, zerolog.Nop(), site.New(db, clk), nil, nil, ""), nil, site.New(db, clk), nil, nil).Routes())
	app = app.Member(m.MemID)

	all := apitest.OK[apibet.ListAnswer](app.Post("/api/bet/betlist", `{"gameType":"slot","oldYn":"N","page":1,"count_per_list":10}`))
	require.EqualValues(t, 2, all.PageInfo.Total)
	first := all.List[1]
	if all.List[0].RoundID == "r1" { // both were begun at the clock's one moment
		first = all.List[0]
	}
	require.Equal(t, "Moon Jar", first.GameName)
	require.Equal(t, "201", first.VendorCode)
	require.EqualValues(t, 1_000, first.BetAmt)
	require.EqualValues(t, 2_500, first.BetWinAmt)
	require.Equal(t, casino.Pass, first.Result)
	require.EqualValues(t, 5_000, first.BalanceBefore)
	require.EqualValues(t, 6_500, first.BalanceAfter)
	require.NotNil(t, first.ClosedAt)
	require.Equal(t, []any{odds.BetWon, odds.Price(0), money.Amount(0), int64(10_000)}, []any{first.BetStatus, first.Odds, first.Win, first.TurnoverRate})
	korean := apitest.OK[apibet.ListAnswer](app.Lang("ko-KR").Post("/api/bet/betlist", `{"vendorCode":"203"}`))
	require.Len(t, korean.List, 1)
	require.Equal(t, "혜성 러시", korean.List[0].GameName)
	require.Equal(t, []any{casino.Wait, odds.BetOpen}, []any{korean.List[0].Result, korean.List[0].BetStatus}, "D-72: WAIT is a bet in play alone")
	require.Nil(t, korean.List[0].ClosedAt)

	totals := apibet.Totals{BetAmt: 1_000, BetWinAmt: 2_500, OpenAmt: 500}
	require.Equal(t, totals, all.Totals)
	for page := range 2 {
		part := apitest.OK[apibet.ListAnswer](app.Post("/api/bet/betlist", fmt.Sprintf(`{"page":%d,"count_per_list":1}`, page+1)))
		require.Len(t, part.List, 1)
		require.Equal(t, totals, part.Totals, "of the selection, not of the page")
	}
	waiting := apitest.OK[apibet.ListAnswer](app.Post("/api/bet/betlist", `{"betStatus":"WAIT"}`))
	require.Equal(t, "r2", waiting.List[0].RoundID)
	require.Equal(t, apibet.Totals{OpenAmt: 500}, waiting.Totals)
	require.Equal(t, apibet.Totals{OpenAmt: 500}, korean.Totals)

	latest := all.List[0].BetAt
	since := apitest.OK[apibet.ListAnswer](app.Post("/api/bet/betlist", `{"sinceAt":"`+latest.Format(time.RFC3339Nano)+`"}`))
	require.Equal(t, latest, since.List[0].BetAt, "that moment counts")
	require.Empty(t, apitest.OK[apibet.ListAnswer](app.Post("/api/bet/betlist", `{"sinceAt":"`+latest.Add(time.Second).Format(time.RFC3339Nano)+`"}`)).List)
	app.Post("/api/bet/betlist", `{"sinceAt":"today"}`).Refused(400, "E001")

	require.Empty(t, apitest.OK[apibet.ListAnswer](app.Post("/api/bet/betlist", `{"oldYn":"Y"}`)).List)
	app.Post("/api/bet/betlist", `{"gameType":"bingo"}`).Refused(200, "G006")
	app.Post("/api/bet/betlist", `{"startDate":"yesterday"}`).Refused(200, "E001")
	detail := apitest.OK[apibet.DetailAnswer](app.Post("/api/bet/detail", `{"betIdx":`+strconv.FormatInt(first.Idx, 10)+`}`))
	require.Equal(t, apibet.DetailAnswer{Bet: first}, detail)
	app.Post("/api/bet/detail", `{}`).Refused(200, "B003")
	app.Member(factory.Member(t, db).MemID).Post("/api/bet/detail", `{"betIdx":`+strconv.FormatInt(first.Idx, 10)+`}`).Refused(200, "B003")
}

// The receipt of a bet of the downline hides the member's balance from persons who have no right to see money.
func TestTheReceiptOfABetBelowShowsTheBalanceOnlyWithTheRight(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(clock.System{}.Now())
	require.NoError(t, provider.Upsert(t.Context(), db, "sim", "seamless", provider.Settings{}))
	require.NoError(t, game.Upsert(t.Context(), db, game.Demo("sim")...))
	head, foreign := factory.Partner(t, db).MemID, factory.Partner(t, db).MemID
	m := factory.Member(t, db, func(m *factory.M) { m.Parent, m.Cash = head, 5_000 })
	o := provider.Operation{Kind: provider.Bet, TxID: "b1", RoundID: "r1", Amount: "1000", Game: "moonjar", Member: m.MemID, Currency: "KRW"}
	a, err := casinotest.Service(t, db, clk).Apply(t.Context(), "sim", o, "")
	require.NoError(t, err)
	require.Equal(t, provider.OK, a.Status)

	sites := site.New(db, clk)
	bets := apibet.New(game.New(db, clk, zerolog.Nop(), sites, nil, nil, ""), nil, sites, nil, nil)
	app := apitest.New(t, clk, bets.Routes(), bets.PartnerRoutes(report.New(db, clk, sites, factory.Box()).BetBelow))
	list := apitest.OK[apibet.ListAnswer](app.Member(m.MemID).Post("/api/bet/betlist", `{}`)).List
	require.Len(t, list, 1)
	const path = "/api/partner/play/detail"
	body := fmt.Sprintf(`{"memId":%q,"betIdx":%d}`, m.MemID, list[0].Idx)
	seen := apitest.OK[apibet.DetailAnswer](app.AgentWith(head+".ann", right.PlayRead, right.MoneyRead).Post(path, body))
	require.EqualValues(t, 5_000, seen.BalanceBefore)
	require.EqualValues(t, 4_000, seen.BalanceAfter)
	seen.BalanceBefore, seen.BalanceAfter = 0, 0
	require.Equal(t, seen, apitest.OK[apibet.DetailAnswer](app.AgentWith(head+".bea", right.PlayRead).Post(path, body)))
	app.Partner(foreign).Post(path, body).Refused(200, "U001")
}
