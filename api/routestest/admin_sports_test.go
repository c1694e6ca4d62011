package routestest_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	apiapproval "hubstake/api/admin/approval"
	apisports "hubstake/api/admin/sports"
	"hubstake/internal/access/httpx"
	"hubstake/internal/account/staff"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/pattern"
	"hubstake/internal/play/settle"
	"hubstake/internal/play/sports"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/bettest"
	"hubstake/internal/testkit/factory"
)

// openTrading is a book with M1, which is being played, and the back office over it.
func openTrading(t *testing.T) (*bettest.Book, apitest.App) {
	t.Helper()
	t.Parallel()
	b := bettest.New(t)
	clk := clock.System{}
	sites := site.New(b.DB, clk)
	approvals := approval.New(b.DB, clk, sites, staff.New(b.DB, clk, factory.Members(t, b.DB, clk), staff.Keys{}).HoldRights)
	office := sports.NewOffice(b.Sports, sites, approvals)
	for _, id := range []string{"staff1", "staff2"} {
		factory.Staff(t, b.DB, func(s *factory.St) { s.ID = id })
	}
	b.Match("M1", time.Hour, fixture.Scheduled)
	return b, apitest.New(t, clk, apisports.New(office, b.Bets, settle.NewOffice(clk, settle.New(b.DB, b.Bets, settle.Options{}), b.Sports, sites, approvals), b.Sports, pattern.New(b.DB, clk)).Routes(), apiapproval.New(approvals, nil, nil).Routes())
}

func TestStaffSeesWhatIsStakedOnAMatchAndSuspendsIt(t *testing.T) {
	b, app := openTrading(t)
	app = app.Staff("staff1").Lang("en")
	matches := func(body string) apisports.MatchesAnswer {
		return apitest.OK[apisports.MatchesAnswer](app.Post("/api/admin/sports/matches", body))
	}
	app.Post("/api/admin/sports/matches", `{}`).Refused(200, "E001")
	app.Post("/api/admin/sports/matches", `{"state":"live","sport":"chess"}`).Refused(200, "E001")
	require.Equal(t, apisports.Open{Winner: []apisports.Outcome{}}, matches(`{"state":"upcoming"}`).List[0].Open)
	m := b.Member(1_000_000)
	b.Place(m, 10_000, b.Home("M1"))
	b.Place(m, 5_000, b.Leg("M1", odds.OneXTwo, odds.Draw))
	one := matches(`{"state":"upcoming","sport":"soccer","search":"home m1","count":1}`)
	require.Nil(t, one.Next)
	require.Equal(t, []any{"Home M1", "Away M1", "First Division", "test", "M1", "", int64(0)},
		[]any{one.List[0].Home, one.List[0].Away, one.List[0].LeagueName, one.List[0].Feed, one.List[0].FeedID, one.List[0].HeldBy, one.List[0].Parked})
	require.Equal(t, apisports.Open{Bets: 2, Stakes: 15_000, Pays: 37_000, Winner: []apisports.Outcome{
		{Key: odds.Home, Bets: 1, Stakes: 10_000, Pays: 20_000, Worst: -5_000},
		{Key: odds.Draw, Bets: 1, Stakes: 5_000, Pays: 17_000, Worst: -2_000},
		{Key: odds.Away, Worst: 15_000},
	}}, one.List[0].Open)

	hold := func(on bool) apitest.Answer {
		return app.Post("/api/admin/sports/hold", fmt.Sprintf(`{"eventIdx":%d,"hold":%t,"reason":"odd stakes"}`, one.List[0].EventIdx, on))
	}
	apitest.OK[httpx.None](hold(true))
	hold(true).Refused(200, "C019")
	require.Equal(t, "staff1", matches(`{"state":"held"}`).List[0].HeldBy)
	apitest.OK[httpx.None](hold(false))
	require.Empty(t, matches(`{"state":"held"}`).List)
}

func TestStaffSettlesParkedChangesAndChangesTheOffer(t *testing.T) {
	b, app := openTrading(t)
	app = app.Staff("staff1").Lang("en")
	_, err := b.Sports.Apply(t.Context(), "names", "", fixture.Batch{Cursor: "1", Changes: []fixture.Change{{Seq: 1, At: clock.System{}.Now(), Event: &fixture.Event{
		ID: "X", Sport: odds.Soccer, League: "L9", Home: "Heimat", Away: "Auswaerts", StartsAt: clock.System{}.Now().Add(time.Hour), State: fixture.Scheduled,
	}}}})
	require.NoError(t, err)
	parked := func() []apisports.Parked {
		return apitest.OK[apisports.ParkedAnswer](app.Post("/api/admin/sports/parked", `{}`)).List
	}
	p := parked()
	require.Equal(t, []any{1, sports.UnknownLeague, "L9", "Heimat", "Auswaerts", []sports.Unknown{{Kind: "league", Name: "L9"}}},
		[]any{len(p), p[0].Reason, p[0].League, p[0].Home, p[0].Away, p[0].Unknown})
	leagues := apitest.OK[apisports.NamesAnswer](app.Post("/api/admin/sports/names", `{"kind":"league","sport":"soccer","search":"first"}`)).List
	require.Equal(t, "First Division", leagues[0].Name)
	require.Len(t, apitest.OK[apisports.NamesAnswer](app.Post("/api/admin/sports/names", `{"kind":"team","sport":"soccer"}`)).List, 2)
	app.Post("/api/admin/sports/names", `{"kind":"match","sport":"soccer"}`).Refused(200, "E001")
	settle := func(more string) apitest.Answer {
		return app.Post("/api/admin/sports/parked/settle", fmt.Sprintf(`{"idx":%d,%s}`, p[0].Idx, more))
	}
	for _, bad := range []string{`"how":""`, `"how":"alias"`, `"how":"alias","teamIdx":1,"leagueIdx":1`, `"how":"dismiss","teamIdx":1`} {
		settle(bad).Refused(200, "E001")
	}
	apitest.OK[httpx.None](settle(fmt.Sprintf(`"how":"alias","leagueIdx":%d`, leagues[0].Idx)))
	settle(`"how":"dismiss"`).Refused(200, "C019")
	require.Empty(t, parked())

	offer := func(more string) apitest.Answer {
		return app.Post("/api/admin/sports/offer", fmt.Sprintf(`{"sport":"soccer","leagueIdx":%d,"reason":"few stakes",%s}`, leagues[0].Idx, more))
	}
	apitest.OK[httpx.None](offer(`"off":true,"margin":250`))
	offer(`"off":true,"margin":250`).Refused(200, "C019")
	offer(`"off":true,"margin":3001`).Refused(200, "E001")
	now := apitest.OK[apisports.NamesAnswer](app.Post("/api/admin/sports/names", `{"kind":"league","sport":"soccer"}`)).List[0]
	require.Equal(t, []any{true, 250}, []any{now.Off, now.Margin})

	tennis := func() apisports.NamesAnswer {
		return apitest.OK[apisports.NamesAnswer](app.Post("/api/admin/sports/names", `{"kind":"league","sport":"tennis"}`))
	}
	require.Equal(t, apisports.NamesAnswer{List: []apisports.Name{}}, tennis())
	apitest.OK[httpx.None](app.Post("/api/admin/sports/offer", `{"sport":"tennis","leagueIdx":0,"off":true,"reason":"no trader for it"}`))
	require.Equal(t, apisports.NamesAnswer{List: []apisports.Name{}, SportOff: true}, tennis(), "a sport without leagues")
}

// A feed whose numbers went back is listed until staff lets it begin again.
func TestStaffSeesAFeedWhoseNumbersWentBackAndLetsItBeginAgain(t *testing.T) {
	b, app := openTrading(t)
	app = app.Staff("staff1").Lang("en")
	feeds := func() []apisports.Feed {
		return apitest.OK[apisports.FeedsAnswer](app.Post("/api/admin/sports/feeds", `{}`)).List
	}
	require.Empty(t, feeds())
	_, err := b.DB.Exec(t.Context(), `UPDATE sports_event SET seq = 1000`)
	require.NoError(t, err)
	b.Apply(b.Event("M1", -time.Hour, fixture.Live, odds.Score{}))
	back := feeds()
	require.Equal(t, []any{1, "test", int64(1), int64(1000), false}, []any{len(back), back[0].Feed, back[0].Refused, back[0].Stored, back[0].LastAt.IsZero()})
	require.Less(t, back[0].Seen, back[0].Stored)
	app.Post("/api/admin/sports/feeds/restart", `{"feed":"test","reason":" "}`).Refused(200, "E001")
	restart := func() apitest.Answer {
		return app.Post("/api/admin/sports/feeds/restart", `{"feed":"test","reason":"the vendor restored a backup"}`)
	}
	apitest.OK[httpx.None](restart())
	restart().Refused(200, "C019")
	require.Empty(t, feeds())
}

// S-74: unusual bets are listed with their match, and settled with a note.
func TestStaffSettlesUnusualBets(t *testing.T) {
	b, app := openTrading(t)
	app = app.Staff("staff1").Lang("en")
	b.Match("M2", 2*time.Hour, fixture.Scheduled)
	for range 3 {
		b.Place(b.Member(100_000), 10_000, b.Home("M1"), b.Home("M2"))
	}
	n, err := pattern.New(b.DB, clock.System{}).Look(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, n)
	app.Post("/api/admin/sports/patterns", `{"kind":"strange"}`).Refused(200, "E001")
	require.Empty(t, apitest.OK[apisports.PatternsAnswer](app.Post("/api/admin/sports/patterns", `{"kind":"rush"}`)).List)
	list := apitest.OK[apisports.PatternsAnswer](app.Post("/api/admin/sports/patterns", `{"count":1}`))
	require.Nil(t, list.Next)
	one := list.List[0]
	require.Equal(t, []any{pattern.Copied, "Home M1", "Away M1", 3, 3, money.Amount(30_000), (*pattern.Selection)(nil), ""},
		[]any{one.Kind, one.Home, one.Away, one.Bets, one.Members, one.Stakes, one.Selection, one.MemID})
	settle := func(note string) apitest.Answer {
		return app.Post("/api/admin/sports/patterns/settle", fmt.Sprintf(`{"idx":%d,"note":%q}`, one.Idx, note))
	}
	settle("").Refused(200, "E001")
	apitest.OK[httpx.None](settle("friends who bet together"))
	settle("again").Refused(200, "C019")
	require.Empty(t, apitest.OK[apisports.PatternsAnswer](app.Post("/api/admin/sports/patterns", `{}`)).List)
}

func TestAResultWaitsForASecondPerson(t *testing.T) {
	b, app := openTrading(t)
	b.Apply(b.Event("M1", -time.Hour, fixture.Live, odds.Score{}))
	first, second := app.Staff("staff1").Lang("en"), app.Staff("staff2").Lang("en")
	id := apitest.OK[apisports.MatchesAnswer](first.Post("/api/admin/sports/matches", `{"state":"live"}`)).List[0].EventIdx
	body := fmt.Sprintf(`{"eventIdx":%d,"version":0,"full":{"home":2,"away":1},"half":{"home":1,"away":0},"source":"the league","reason":"the feed is silent"}`, id)
	first.Post("/api/admin/sports/result", body).Refused(200, "U035")
	row := apitest.OK[apiapproval.ListAnswer](second.Post("/api/admin/approval/list", `{}`)).List[0]
	require.Equal(t, []any{site.SportsResult, "Home M1", odds.Score{Home: 2, Away: 1}, "the league", "the feed is silent"},
		[]any{row.Kind, row.Result.Home, row.Result.Full, row.Result.Source, row.Reason})
	decide := fmt.Sprintf(`{"idx":%d,"version":%d}`, row.Idx, row.Version)
	first.Post("/api/admin/approval/approve", decide).Refused(200, "U036")
	apitest.OK[httpx.None](second.Post("/api/admin/approval/approve", decide))
	over := apitest.OK[apisports.MatchesAnswer](first.Post("/api/admin/sports/matches", `{"state":"over"}`)).List[0].Result
	require.Equal(t, []any{odds.Score{Home: 2, Away: 1}, &odds.Score{Home: 1}, 1, "the league", "staff2"}, []any{over.Full, over.Half, over.Version, over.Source, over.SetBy})
}

func TestAMarketIsVoidedByTwoPersons(t *testing.T) {
	b, app := openTrading(t)
	first, second := app.Staff("staff1").Lang("en"), app.Staff("staff2").Lang("en")
	id := apitest.OK[apisports.MatchesAnswer](first.Post("/api/admin/sports/matches", `{"state":"upcoming"}`)).List[0].EventIdx
	b.Place(b.Member(1_000_000), 10_000, b.Home("M1"))
	first.Post("/api/admin/sports/markets", `{"eventIdx":0}`).Refused(200, "E001")
	markets := func() []apisports.Market {
		return apitest.OK[apisports.MarketsAnswer](first.Post("/api/admin/sports/markets", fmt.Sprintf(`{"eventIdx":%d}`, id))).List
	}
	list := markets()
	winner := b.Home("M1").Market
	require.Equal(t, []apisports.Market{
		{MarketIdx: winner, Kind: odds.OneXTwo, Period: odds.Full, State: sports.Open, Bets: 1, Stakes: 10_000},
		{MarketIdx: b.Leg("M1", odds.Total, odds.Over).Market, Kind: odds.Total, Period: odds.Full, Line: 10, State: sports.Open},
	}, list)
	void := func(reason string) apitest.Answer {
		return first.Post("/api/admin/sports/markets/void", fmt.Sprintf(`{"eventIdx":%d,"marketIdx":%d,"reason":%q}`, id, winner, reason))
	}
	void(" ").Refused(200, "E001")
	void("a palpable error").Refused(200, "U035")
	row := apitest.OK[apiapproval.ListAnswer](second.Post("/api/admin/approval/list", `{}`)).List[0]
	require.Equal(t, []any{site.SportsResult, (*sports.EnteredResult)(nil), "Home M1", odds.OneXTwo, "a palpable error"},
		[]any{row.Kind, row.Result, row.Market.Home, row.Market.Kind, row.Reason})
	apitest.OK[httpx.None](second.Post("/api/admin/approval/approve", fmt.Sprintf(`{"idx":%d,"version":%d}`, row.Idx, row.Version)))
	void("again").Refused(200, "C019")
	unvoid := func() apitest.Answer {
		return first.Post("/api/admin/sports/markets/void", fmt.Sprintf(`{"eventIdx":%d,"marketIdx":%d,"undo":true,"reason":"it was right"}`, id, winner))
	}
	defer func() { // D-66: two persons take it back, once
		unvoid().Refused(200, "U035")
		row := apitest.OK[apiapproval.ListAnswer](second.Post("/api/admin/approval/list", `{}`)).List[0]
		require.True(t, row.Market.Undo)
		apitest.OK[httpx.None](second.Post("/api/admin/approval/approve", fmt.Sprintf(`{"idx":%d,"version":%d}`, row.Idx, row.Version)))
		unvoid().Refused(200, "C019")
		require.Equal(t, sports.Closed, markets()[0].State)
	}()
	now := markets()[0]
	require.Equal(t, []any{sports.Void, "staff2", "a palpable error", true}, []any{now.State, now.VoidedBy, now.VoidReason, now.VoidedAt != nil})
	require.EqualValues(t, 1, apitest.OK[apisports.MatchesAnswer](first.Post("/api/admin/sports/matches", `{"state":"upcoming"}`)).List[0].Voided)
}

// D-66: the bets of a time, with a second person from the amount on, and the way back.
func TestTheBetsOfATimeAreVoidedAsTheyWereShown(t *testing.T) {
	b, app := openTrading(t)
	ended := settle.New(b.DB, b.Bets, settle.Options{})
	carryOut := func() {
		for ok := true; ok; {
			var err error
			_, ok, err = ended.Correct(t.Context())
			require.NoError(t, err)
		}
	}
	first, second := app.Staff("staff1").Lang("en"), app.Staff("staff2").Lang("en")
	id := apitest.OK[apisports.MatchesAnswer](first.Post("/api/admin/sports/matches", `{"state":"upcoming"}`)).List[0].EventIdx
	large := b.Place(b.Member(1_000_000), 1_000_000, b.Home("M1"))
	_, err := b.DB.Exec(t.Context(), `UPDATE bet_bet SET placed_at = '2026-11-01T12:00:00Z' WHERE id = $1`, large.ID)
	require.NoError(t, err)
	small := b.Place(b.Member(1_000_000), 10_000, b.Home("M1"))
	placed := func(from, to string) string {
		return fmt.Sprintf(`"eventIdx":%d,"marketIdx":%d,"from":%q,"to":%q`, id, b.Home("M1").Market, from, to)
	}
	for _, bad := range []string{placed("2026-11-01T12:00:00Z", "2026-11-01T11:00:00Z"), placed("2026-11-01T12:00:00Z", "2026-11-30T11:00:00Z"), `"eventIdx":1`} {
		first.Post("/api/admin/sports/placed", "{"+bad+"}").Refused(200, "E001")
	}
	that := placed("2026-11-01T11:59:00Z", "2026-11-01T12:01:00Z")
	shown := apitest.OK[settle.PlacedPreview](first.Post("/api/admin/sports/placed", "{"+that+"}"))
	require.Equal(t, []any{1, money.Amount(1_000_000), money.Amount(1_000_000), 1}, []any{shown.Bets, shown.Stakes, shown.Gain, shown.Members})
	void := func(bets int, reason string) apitest.Answer {
		return first.Post("/api/admin/sports/placed/void",
			fmt.Sprintf(`{%s,"version":%d,"bets":%d,"gain":1000000,"loss":0,"stakes":1000000,"paid":0,"goOn":0,"reason":%q}`, that, shown.Version, bets, reason))
	}
	void(1, " ").Refused(200, "E001")
	void(2, "the feed was late").Refused(200, "C019")
	void(1, "the feed was late").Refused(200, "U035")
	row := apitest.OK[apiapproval.ListAnswer](second.Post("/api/admin/approval/list", `{}`)).List[0]
	require.Equal(t, []any{site.BetCorrection, "Home M1", b.Home("M1").Market, money.Amount(1_000_000)},
		[]any{row.Kind, row.Correction.Home, row.Correction.Placed.Market, row.Correction.Stakes})
	apitest.OK[httpx.None](second.Post("/api/admin/approval/approve", fmt.Sprintf(`{"idx":%d,"version":%d}`, row.Idx, row.Version)))
	carryOut()
	require.Equal(t, []string{"void: void 0 0", "open: open 10000 0"}, []string{b.State(large.ID), b.State(small.ID)})

	windows := apitest.OK[settle.PlacedPreview](first.Post("/api/admin/sports/placed", "{"+that+"}")).Windows
	require.Len(t, windows, 1)
	undo := func(reason string) apitest.Answer {
		return first.Post("/api/admin/sports/placed/undo", fmt.Sprintf(`{"idx":%d,"reason":%q}`, windows[0].Idx, reason))
	}
	undo("").Refused(200, "E001")
	apitest.OK[httpx.None](undo("it was in time"))
	undo("again").Refused(200, "C019")
	b.Result("M1", 1, 0)
	for ok := true; ok; {
		_, ok, err = ended.Next(t.Context())
		require.NoError(t, err)
	}
	list := apitest.OK[apisports.MatchesAnswer](first.Post("/api/admin/sports/matches", `{"state":"otherwise"}`)).List
	require.Len(t, list, 1)
	require.Equal(t, apisports.Otherwise{Voids: 1}, list[0].Otherwise, "void, but the outcome is known")
	require.Empty(t, apitest.OK[apisports.MatchesAnswer](first.Post("/api/admin/sports/matches", `{"state":"lost"}`)).List)
}

func TestEndedBetsAreCorrectedAsTheyWereShown(t *testing.T) {
	b, app := openTrading(t)
	ended := settle.New(b.DB, b.Bets, settle.Options{})
	everything := func(one func() (bool, error)) {
		for ok := true; ok; {
			var err error
			ok, err = one()
			require.NoError(t, err)
		}
	}
	settled := func() (bool, error) { _, ok, err := ended.Next(t.Context()); return ok, err }
	m := b.Member(1_000_000)
	won := b.Place(m, 10_000, b.Home("M1"))
	b.Result("M1", 1, 0)
	everything(settled)
	b.Apply(fixture.Change{Result: &fixture.Result{Event: "M1", Full: odds.Score{Home: 0, Away: 0}, Correction: true}})
	everything(settled)

	app = app.Staff("staff1").Lang("en")
	id := apitest.OK[apisports.MatchesAnswer](app.Post("/api/admin/sports/matches", `{"state":"over"}`)).List[0].EventIdx
	preview := func(body string) settle.Preview {
		return apitest.OK[settle.Preview](app.Post("/api/admin/sports/correction", body))
	}
	match := fmt.Sprintf(`"eventIdx":%d`, id)
	shown := preview("{" + match + "}")
	require.Equal(t, settle.Figures{Version: 2, Bets: 1, Loss: 20_000}, shown.Figures)
	correct := func(figures, reason string) apitest.Answer {
		return app.Post("/api/admin/sports/correct", fmt.Sprintf(`{%s,%s,"reason":%q}`, match, figures, reason))
	}
	const seen = `"version":2,"bets":1,"gain":0,"loss":20000`
	for _, bad := range []string{`{}`, `{"eventIdx":1,"betIdx":1}`, `{"betIdx":987654321}`, `{"eventIdx":-1}`} {
		app.Post("/api/admin/sports/correction", bad).Refused(200, "E001")
	}
	correct(seen, " ").Refused(200, "E001")
	correct(`"version":2,"bets":1,"gain":0,"loss":19999`, "a slip").Refused(200, "C019")
	app.StaffWith("staff1", right.Sports, right.Trade).Post("/api/admin/sports/correction", "{"+match+`,"aged":true}`).Refused(200, "U029")
	apitest.OK[httpx.None](correct(seen, "the league corrected the score"))
	everything(func() (bool, error) { _, ok, err := ended.Correct(t.Context()); return ok, err })
	require.Equal(t, "lost: closed 10000 0", b.State(won.ID))
	after := preview("{" + match + "}")
	require.Zero(t, after.Bets)
	require.Equal(t, []any{"staff1", 1}, []any{after.Orders[0].By, after.Orders[0].Bets})

	var round int64
	require.NoError(t, b.DB.QueryRow(t.Context(), `SELECT id FROM casino_round WHERE round_id = $1`, won.ID).Scan(&round))
	single := fmt.Sprintf(`"betIdx":%d`, round)
	void := preview("{" + single + "}")
	require.Equal(t, settle.Figures{Bets: 1, Gain: 10_000}, void.Figures)
	apitest.OK[httpx.None](app.Post("/api/admin/sports/correct", "{"+single+`,"version":0,"bets":1,"gain":10000,"loss":0,"reason":"a palpable error"}`))
}
