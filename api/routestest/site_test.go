package routestest_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	apisite "hubstake/api/site"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/jackpot"
	"hubstake/internal/funds/promo"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/board"
	"hubstake/internal/operator/content"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/pg"
	"hubstake/internal/play/game"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func openSite(t *testing.T, options ...func(*factory.S)) (*pgxpool.Pool, *clock.Manual, apitest.App) {
	t.Helper()
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	factory.Site(t, db, options...)
	sites := site.New(db, clk)
	api := apisite.New(apisite.Services{
		Sites: sites, Boards: board.New(db, clk), Content: content.New(db, clk), Games: game.New(db, clk, zerolog.Nop(), sites, nil, nil, ""),
		Reports: report.New(db, clk, sites, factory.Box()), Promos: promo.New(db, clk, sites, factory.Members(t, db, clk), nil),
		NeedsReferrer: factory.Members(t, db, clk).NeedsReferrer,
		Pools: func(context.Context) map[string][]jackpot.Pool {
			return map[string][]jackpot.Pool{"sim": {{Group: "coins", Level: "mini", Currency: "KRW", Amount: 20_002, Games: []string{"palace"}}}}
		},
	})
	return db, clk, apitest.New(t, clk, api.Routes())
}

func TestEverybodyReadsTheOptions(t *testing.T) {
	db, _, app := openSite(t, func(s *factory.S) {
		s.Options["depositMin"] = 20_000
		s.Options["liveVideo"] = "https://video.example/watch?lang={lang}"
		s.Options["sns"] = []map[string]string{{"name": "Zalo", "link": "https://example.org/z", "id": "hub"}, {}, {}}
	})
	o := apitest.OK[apisite.Options](app.Post("/api/etc/siteOption", `{"siteId":"demo"}`))
	require.Equal(t, "demo", o.SiteID)
	require.EqualValues(t, 20_000, o.DepositMin)
	require.EqualValues(t, 10_000, o.WithdrawMin)
	require.Equal(t, []string{"Zalo", "https://example.org/z", "hub", ""}, []string{o.SNS1, o.SNS1Link, o.SNS1ID, o.SNS2})
	require.Equal(t, "https://video.example/watch?lang={lang}", o.LiveVideo)
	require.False(t, o.NeedsReferrer, "a site without partners")
	factory.Partner(t, db)
	require.True(t, apitest.OK[apisite.Options](app.Post("/api/etc/siteOption", `{"siteId":"demo"}`)).NeedsReferrer)
	require.Equal(t, []any{4, "23:30", "00:30", "Asia/Seoul"}, []any{o.PinLength, o.ExchangeClosedFrom, o.ExchangeClosedTo, o.TimeZone})
}

func TestTheCheckSaysS001DuringMaintenance(t *testing.T) {
	db, clk, app := openSite(t)
	require.Equal(t, apisite.Check{Functions: []apisite.Paused{}, Windows: []apisite.Window{}, Now: clk.Now(), Build: obs.Build()}, apitest.OK[apisite.Check](app.Post("/api/common/siteCheckInfo", "{}")))
	_, err := db.Exec(t.Context(), "UPDATE site_site SET inspect = true")
	require.NoError(t, err)
	clk.Advance(time.Second)
	for tag, text := range map[string]string{
		"en": "The site is under maintenance. Please try again later.", "ko-KR": "사이트 점검 중입니다. 점검이 끝난 뒤 다시 접속해 주세요.",
		"fr": "Trang web đang bảo trì. Vui lòng quay lại sau.",
	} {
		require.Equal(t, apisite.Check{Maintenance: true, Code: "S001", Text: text, Functions: []apisite.Paused{}, Windows: []apisite.Window{}, Now: clk.Now(), Build: obs.Build()},
			apitest.OK[apisite.Check](app.Lang(tag).Post("/api/common/siteCheckInfo", "{}")))
	}
}

// Members see what is announced, in their language if the operator wrote something in it, and nothing of what staff writes for staff.
func TestMembersSeeScheduledMaintenance(t *testing.T) {
	db, clk, app := openSite(t)
	sites := site.New(db, clk)
	begins := clk.Now().Add(time.Hour)
	id, err := sites.SaveWindow(t.Context(), audit.Actor{ID: "kim"}, "demo", site.Window{
		Name: site.Whole, Begins: begins, Ends: begins.Add(time.Hour), AnnounceMinutes: 30, Texts: map[string]string{"ko": "서버를 옮깁니다."}, Reason: "secret-reason",
	})
	require.NoError(t, err)
	check := func(lang string) apisite.Check {
		return apitest.OK[apisite.Check](app.Lang(lang).Post("/api/common/siteCheckInfo", "{}"))
	}
	require.Empty(t, check("ko").Windows)
	clk.Set(begins.Add(-30 * time.Minute))
	_, err = site.AdvanceWindows(t.Context(), db, clk.Now())
	require.NoError(t, err)
	window := apisite.Window{ID: id, Name: "site", Begins: begins, Ends: begins.Add(time.Hour), Text: "서버를 옮깁니다."}
	require.Equal(t, []apisite.Window{window}, check("ko").Windows)
	require.Empty(t, check("en").Windows[0].Text, "the page has words of its own")
	require.Equal(t, clk.Now(), check("en").Now)
	clk.Set(begins)
	_, err = site.AdvanceWindows(t.Context(), db, clk.Now())
	require.NoError(t, err)
	window.Running = true
	require.Equal(t, []apisite.Window{window}, check("ko").Windows)
	require.True(t, check("ko").Maintenance)
	_, _, raw := app.Send("/api/common/siteCheckInfo", "{}")
	require.NotContains(t, string(raw), "secret-reason")
}

func TestBanksAreThoseOfTheSitesCountry(t *testing.T) {
	t.Parallel()
	for country, first := range map[string]apisite.Bank{
		"KR": {Code: "002", Name: "KDB산업은행"}, "VN": {Code: "970403", Name: "Sacombank"},
	} {
		t.Run(country, func(t *testing.T) {
			_, _, app := openSite(t, func(s *factory.S) { s.Options["country"] = country })
			list := apitest.OK[apisite.BankAnswer](app.Post("/api/etc/bank", "{}")).List
			require.Equal(t, first, list[0])
			seen := map[string]bool{}
			for _, b := range list {
				require.False(t, seen[b.Code] || seen[b.Name], "%v twice", b)
				seen[b.Code], seen[b.Name] = true, true
			}
		})
	}
}

func TestTheMainPageShowsWhatIsReal(t *testing.T) {
	db, clk, app := openSite(t)
	empty := apitest.OK[apisite.MainAnswer](app.Post("/api/main", "{}"))
	require.Equal(t, apisite.MainAnswer{
		Winners: []apisite.Winner{}, NewGames: []apisite.Game{}, PopularGames: []apisite.Game{}, Notices: []apisite.Post{},
		Ranking: []apisite.Game{}, BestToday: []apisite.Line{}, BestWeek: []apisite.Line{}, Offers: []apisite.Offer{},
		Jackpots: []apisite.JackpotGroup{},
	}, empty)

	m := factory.Member(t, db, func(m *factory.M) { m.MemID = "minsu77" })
	_, err := db.Exec(t.Context(), "INSERT INTO provider_provider (vendor_id, family) VALUES ('sim', 'seamless')")
	require.NoError(t, err)
	require.NoError(t, game.Upsert(t.Context(), db, game.Demo("sim")...))
	_, err = db.Exec(t.Context(), `INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, game_code, currency, stake, payout, state,
		balance_before, balance_after, closed_at) VALUES ('sim', 'r', $1, 'demo', 'comet', 'KRW', 1000, 52300, 'closed', 0, 0, $2)`,
		m.MemID, noon.Add(-time.Hour))
	require.NoError(t, err)
	_, err = db.Exec(t.Context(), `INSERT INTO report_winner (site_id, closed_at, vendor_id, round_id, member_id, game_code)
		SELECT site_id, closed_at, vendor_id, round_id, member_id, game_code FROM casino_round`)
	require.NoError(t, err)
	for _, kind := range []string{"in", "out"} {
		_, err = db.Exec(t.Context(), `INSERT INTO cash_request (site_id, member_id, kind, currency, amount, status, processed_at)
			VALUES ('demo', $1, $2, 'KRW', 30000, 1, $3)`, m.MemID, kind, noon.Add(-time.Hour))
		require.NoError(t, err)
	}
	boards := board.New(db, clk)
	require.NoError(t, pg.InTx(t.Context(), db, func(tx pgx.Tx) error {
		for _, d := range []board.Draft{
			{Board: board.Notice, Texts: []board.Text{{Lang: "ko", Title: "공지"}}}, {Board: board.Notice, Texts: []board.Text{{Lang: "vn", Title: "Thông báo"}}}, {Board: board.Event, Texts: []board.Text{{Lang: "vn", Title: "Event"}}, Everyone: true},
		} {
			d.Site, d.Default = "demo", "vn"
			if _, err := boards.Create(t.Context(), tx, d); err != nil {
				return err
			}
		}
		return nil
	}))
	clk.Advance(time.Minute) // the ranking and the best withdrawals are kept so long

	at := noon.Add(-time.Hour)
	ko := apitest.OK[apisite.MainAnswer](app.Lang("ko-KR").Post("/api/main", "{}"))
	require.Equal(t, []apisite.Winner{{MemIDMasked: "mi***", Game: "혜성 러시", Amount: 52_000, At: at}}, ko.Winners)
	require.Equal(t, "공지", ko.Notices[0].Title)
	require.Len(t, ko.Notices, 1)
	require.Equal(t, []string{"tiger", "lanterns", "mekong", "comet", "nebula", "koi", "wave"}, gameCodes(ko.NewGames))
	require.Equal(t, []string{"moonjar", "lanterns", "nebula", "fox"}, gameCodes(ko.PopularGames))
	require.Equal(t, []string{"comet"}, gameCodes(ko.Ranking))
	require.Equal(t, []apisite.Line{{MemIDMasked: "mi***", Amount: 30_000, At: at}}, ko.BestToday)
	require.Equal(t, ko.BestToday, ko.BestWeek)
	require.Equal(t, "Comet Rush", apitest.OK[apisite.MainAnswer](app.Post("/api/main", "{}")).Winners[0].Game)

	line := []apisite.Line{{MemIDMasked: "mi***", Amount: 30_000, At: at}}
	require.Equal(t, apisite.CashListAnswer{In: line, Out: line}, apitest.OK[apisite.CashListAnswer](app.Post("/api/main/cashList", "{}")))
	info := apitest.OK[apisite.MainInfoAnswer](app.Post("/api/etc/mainInfo", `{"userPageType":"PC"}`))
	require.Equal(t, line, info.CashListIn)
	require.Equal(t, "Event", info.EventList[0].Title)
	require.Equal(t, "Thông báo", info.BoardList[0].Title)
	require.Equal(t, info.BoardList, apitest.OK[apisite.NoticesAnswer](app.Post("/api/main/nt/list", "{}")).List)

	require.Equal(t, apisite.GroupAnswer{List: []apisite.Group{{Code: "slot", Name: "슬롯"}}},
		apitest.OK[apisite.GroupAnswer](app.Lang("ko").Post("/api/common/gameGroupCodes", "{}")))
	products := apitest.OK[apisite.ProductAnswer](app.Post("/api/common/productList", `{"groupCode":"slot"}`)).List
	require.Equal(t, apisite.Product{
		ProcID: "201", GroupCode: "slot", Name: "Hanok Studio", LobbySymbol: "hanok", Image: "/art/studios/hanok.svg",
	}, products[0])
	require.Empty(t, apitest.OK[apisite.ProductAnswer](app.Post("/api/common/productList", `{"groupCode":"casino"}`)).List)
	app.Post("/api/common/productList", `{"groupCode":"lottery"}`).Refused(200, "G006")
}

func gameCodes(gs []apisite.Game) (out []string) {
	for _, g := range gs {
		out = append(out, g.Code)
	}
	return out
}

// The main page and its refresh say the same of the jackpots, to everybody.
func TestEverybodySeesTheJackpots(t *testing.T) {
	db, _, app := openSite(t)
	require.NoError(t, provider.Upsert(t.Context(), db, "sim", "seamless", provider.Settings{}))
	require.NoError(t, game.Upsert(t.Context(), db, game.Demo("sim")...))
	list := apitest.OK[apisite.JackpotsAnswer](app.Post("/api/main/jackpots", "{}")).List
	require.Len(t, list, 1)
	require.Equal(t, "palace", list[0].Games[0].Code)
	require.Equal(t, []apisite.Jackpot{{Level: "mini", Amount: 20_002, Wins: []apisite.Line{}}}, list[0].Levels)
	require.Equal(t, list, apitest.OK[apisite.MainAnswer](app.Post("/api/main", "{}")).Jackpots)
	app.Post("/api/main/jackpots", `[]`).Refused(400, "E001")
}
