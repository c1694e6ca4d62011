package routestest_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	apibet "hubstake/api/bet"
	apisports "hubstake/api/sports"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/game"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/bettest"
)

// serveBets serves the calls of a book.
func serveBets(t *testing.T, b *bettest.Book) apitest.App {
	t.Helper()
	clk := clock.System{}
	sites := site.New(b.DB, clk)
	return apitest.New(t, clk, apibet.New(game.New(b.DB, clk, zerolog.Nop(), sites, nil, nil, ""), b.Bets, sites, b.Sports, nil).Routes(), apisports.New(b.Sports).Routes())
}

// A slip is built from the calls of the sportsbook, refused with what would be taken, placed, read and cancelled.
func TestASlipOverHTTP(t *testing.T) {
	t.Parallel()
	b := bettest.New(t)
	b.Match("M1", 2*time.Hour, fixture.Scheduled)
	b.Match("M2", 3*time.Hour, fixture.Scheduled)
	app := serveBets(t, b)

	tree := apitest.OK[apisports.TreeAnswer](app.Post("/api/sports/tree", `{}`))
	require.Equal(t, []any{odds.Soccer, 2, "First Division"}, []any{tree.Sports[0].Sport, tree.Sports[0].Upcoming, tree.Sports[0].Leagues[0].Name})
	page := apitest.OK[apisports.MatchesAnswer](app.Post("/api/sports/matches", `{"sport":"soccer","count":1}`))
	require.Len(t, page.List, 1)
	second := apitest.OK[apisports.MatchesAnswer](app.Post("/api/sports/matches", fmt.Sprintf(`{"sport":"soccer","count":1,"after":{"startsAt":%q,"eventIdx":%d}}`,
		page.Next.StartsAt.Format(time.RFC3339Nano), page.Next.EventIdx)))
	require.Equal(t, "Home M2", second.List[0].Home)
	match := apitest.OK[apisports.Match](app.Post("/api/sports/match", fmt.Sprintf(`{"eventIdx":%d}`, page.List[0].EventIdx)))
	require.Equal(t, []any{"Home M1", "Away M1", 2}, []any{match.Home, match.Away, len(match.Markets)})
	app.Post("/api/sports/match", `{"eventIdx":0}`).Refused(200, "B0099")

	leg := func(l bet.Leg, price odds.Price) string {
		return fmt.Sprintf(`{"marketIdx":%d,"key":%q,"price":%d,"version":%d}`, l.Market, l.Key, price, l.Version)
	}
	one, two := b.Home("M1"), b.Home("M2")
	m := b.Member(100_000)
	app = app.Member(m)
	app.Post("/api/bet/betProc", `{}`).Refused(200, "E001")
	app.Post("/api/bet/betProc", `{"stake":10000,"legs":[`+leg(one, 2000)+`],"accept":"all"}`).Refused(200, "E001")
	refused := app.Post("/api/bet/betProc", `{"stake":10000,"legs":[`+leg(one, 2100)+`,`+leg(two, 2000)+`]}`)
	refused.Refused(200, "RATE_LIMIT_EXCEPTION")
	var data struct {
		Params map[string]string  `json:"params"`
		Detail apibet.RefusedSlip `json:"detail"`
	}
	require.NoError(t, json.Unmarshal(refused.Raw, &data))
	require.Equal(t, "2.10 → 2.00", data.Params["msg"])
	require.Equal(t, apibet.RefusedSlip{Reason: bet.Changed, Legs: []int{0}, Now: []apibet.Leg{
		{MarketIdx: one.Market, Key: one.Key, Price: 2000, Version: one.Version}, {MarketIdx: two.Market, Key: two.Key, Price: 2000, Version: two.Version},
	}}, data.Detail)
	now, err := json.Marshal(data.Detail.Now)
	require.NoError(t, err)
	placed := apitest.OK[apibet.Placed](app.Post("/api/bet/betProc", `{"stake":10000,"legs":`+string(now)+`}`))
	require.Equal(t, []any{"BET", odds.Price(4000), money.Amount(40_000), money.Amount(90_000)}, []any{placed.BetStatus, placed.Odds, placed.Win, placed.Balance})
	app.Post("/api/bet/betProc", `{"stake":10000,"legs":`+string(now)+`}`).Refused(200, "B6005")

	list := apitest.OK[apibet.ListAnswer](app.Post("/api/bet/betlist", `{}`))
	require.Equal(t, []string{placed.BetID, "Home M1 – Away M1 (2)", ""}, []string{list.List[0].RoundID, list.List[0].GameName, list.List[0].GameType})
	require.NoError(t, game.Upsert(t.Context(), b.DB, game.DemoBook(casino.Book, bet.Game)))
	for _, filter := range []string{`{"gameType":"sports"}`, `{"vendorCode":"sportsbook"}`} {
		of := apitest.OK[apibet.ListAnswer](app.Post("/api/bet/betlist", filter)).List
		require.Len(t, of, 1)
		require.Equal(t, []string{"Home M1 – Away M1 (2)", "sports", "sportsbook"}, []string{of[0].GameName, of[0].GameType, of[0].VendorCode})
	}
	require.Empty(t, apitest.OK[apibet.ListAnswer](app.Post("/api/bet/betlist", `{"gameType":"slot"}`)).List)
	row := list.List[0]
	require.Equal(t, []any{odds.BetOpen, 2, placed.Odds, placed.Win, int64(10_000)}, []any{row.BetStatus, row.Legs, row.Odds, row.Win, row.TurnoverRate}, "D-72: an open bet says what it may pay")
	idx := `{"betIdx":` + strconv.FormatInt(row.Idx, 10) + `}`
	detail := apitest.OK[apibet.DetailAnswer](app.Post("/api/bet/detail", idx))
	require.Equal(t, "Home M1 – Away M1 (2)", detail.GameName)
	require.Equal(t, []any{"BET", 2, odds.OneXTwo, ""}, []any{detail.Slip.BetStatus, len(detail.Slip.Folders), detail.Slip.Folders[0].Kind, detail.Slip.Folders[0].Outcome})
	open := apitest.OK[apibet.OpenAnswer](app.Post("/api/bet/sports/open", `{}`))
	require.Len(t, open.List, 1)
	require.Equal(t, []any{list.List[0].Idx, placed.BetID, "BET", placed.Odds, placed.Win, detail.Slip.Folders},
		[]any{open.List[0].BetIdx, open.List[0].BetID, open.List[0].BetStatus, open.List[0].Odds, open.List[0].Win, open.List[0].Folders})
	require.Equal(t, open.List[0].PlacedAt.Add(5*time.Minute), *open.List[0].CancelUntil)
	app.Member(b.Member(0)).Post("/api/bet/sports/cancel", idx).Refused(200, "B003")
	require.Equal(t, placed.BetID, apitest.OK[apibet.Cancelled](app.Post("/api/bet/sports/cancel", idx)).BetID)
	refused = app.Post("/api/bet/sports/cancel", idx)
	refused.Refused(200, "B0099")
	require.Contains(t, string(refused.Raw), `"why":"cancelled"`, "D-72")
	require.Equal(t, "CANCEL", apitest.OK[apibet.DetailAnswer](app.Post("/api/bet/detail", idx)).Slip.BetStatus)
	require.Equal(t, money.Amount(100_000), b.Cash(m))
	require.Empty(t, apitest.OK[apibet.OpenAnswer](app.Post("/api/bet/sports/open", `{}`)).List)

	var casinoRound int64 // with the longest name that a provider may give one
	require.NoError(t, b.DB.QueryRow(t.Context(), `
		INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, game_code, currency, bets, stake, state, balance_before, balance_after, created_at)
		SELECT 'acme', repeat('r', 128), member_id, site_id, '', 'KRW', 0, 0, 'open', 0, 0, now() FROM member_member WHERE member_id = $1 RETURNING id`, m).Scan(&casinoRound))
	app.Post("/api/bet/sports/cancel", `{"betIdx":`+strconv.FormatInt(casinoRound, 10)+`}`).Refused(200, "B003")
	_, err = b.DB.Exec(t.Context(), `DELETE FROM casino_round WHERE id = $1`, casinoRound)
	require.NoError(t, err)

	late := b.Place(m, 20_000, one)
	_, err = b.DB.Exec(t.Context(), `UPDATE bet_bet SET placed_at = placed_at - interval '1 h' WHERE id = $1`, late.ID)
	require.NoError(t, err)
	list = apitest.OK[apibet.ListAnswer](app.Post("/api/bet/betlist", `{"betStatus":"WAIT"}`))
	require.Equal(t, "Home M1 – Away M1", list.List[0].GameName, "a single")
	refused = app.Post("/api/bet/sports/cancel", `{"betIdx":`+strconv.FormatInt(list.List[0].Idx, 10)+`}`)
	refused.Refused(200, "B0099")
	require.Contains(t, string(refused.Raw), `"why":"late"`)
	b.Sound()
}
