package routestest_test

import (
	"context"
	"fmt"
	"maps"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	apibet "hubstake/api/bet"
	apiminigame "hubstake/api/minigame"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/draw"
	"hubstake/internal/core/money"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/game"
	"hubstake/internal/play/minigame"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/drawtest"
)

// serveDraws serves the calls of draws, which are in the catalogue, and of the games of providers.
func serveDraws(t *testing.T, d *drawtest.Table, providers ...map[string]provider.Client) apitest.App {
	t.Helper()
	clk := clock.System{}
	sites := site.New(d.DB, clk)
	clients := map[string]provider.Client{}
	for _, more := range providers {
		maps.Copy(clients, more)
	}
	games := game.New(d.DB, clk, zerolog.Nop(), sites, clients, nil, "")
	require.NoError(t, game.Upsert(t.Context(), d.DB, game.DemoDraws(casino.Draws)))
	network := d.Beacon.Network()
	return apitest.New(t, clk, apiminigame.New(d.Draws, games, sites, clk, &network).Routes(), apibet.New(games, nil, sites, nil, d.Draws).Routes())
}

// S-57, S-64: guests read the games, their rules, their rounds and all that proves them.
func TestGuestsReadTheDraws(t *testing.T) {
	t.Parallel()
	d := drawtest.New(t)
	app := serveDraws(t, d)
	r := d.Open("pwball")
	games := apitest.OK[apiminigame.GamesAnswer](app.Post("/api/minigame/games", `{}`))
	require.Len(t, games.Games, len(draw.Games()))
	require.WithinDuration(t, time.Now(), games.Now, testkit.Patience)
	require.Equal(t, &apiminigame.Beacon{Chain: d.Beacon.Hash(), PublicKey: games.Beacon.PublicKey, Genesis: d.Beacon.Network().Genesis.Unix(), Period: 3}, games.Beacon)
	first := games.Games[0]
	require.Equal(t, []any{"pwball", draw.KindBalls, 300, 5, 28, false}, []any{first.Code, first.Kind, first.Every, first.Drawn, first.Pool, first.Off})
	require.Nil(t, first.Stands.Last)
	require.Equal(t, r.No, first.Stands.Rounds[len(first.Stands.Rounds)-1].No)

	rules := apitest.OK[apiminigame.RulesAnswer](app.Post("/api/minigame/rules", `{"gameCode":"keno"}`))
	require.Equal(t, draw.Version, rules.Version)
	require.Equal(t, "spots", rules.Markets[len(rules.Markets)-1].Key)
	require.Len(t, rules.Markets[len(rules.Markets)-1].Spots, 10)
	app.Post("/api/minigame/rules", `{"gameCode":"bingo"}`).Refused(200, "G005")

	name := fmt.Sprintf(`{"game":"pwball","no":%d}`, r.No)
	before := apitest.OK[apiminigame.RoundAnswer](app.Post("/api/minigame/round", name))
	require.Equal(t, []any{minigame.RoundOpen, "", true}, []any{before.State, before.Seed, before.Outcome == nil})
	p := d.Draw(r)
	after := apitest.OK[apiminigame.RoundAnswer](app.Post("/api/minigame/round", name))
	require.Equal(t, p.Seed, after.Seed)
	require.Equal(t, before.Commitment, after.Commitment)
	app.Post("/api/minigame/round", `{"game":"pwball","no":1}`).Refused(200, "B0099")

	day := p.DrawsAt.UTC().AddDate(0, 0, -1).Format(time.DateOnly)
	for _, call := range []string{"rounds", "powerballResult"} {
		body := `{"startDate":"` + day + `"}`
		if call == "rounds" {
			body = `{"gameCode":"pwball","startDate":"` + day + `"}`
		}
		list := apitest.OK[apiminigame.RoundsAnswer](app.Post("/api/minigame/"+call, body))
		require.Equal(t, []any{int64(1), r.No}, []any{list.PageInfo.Total, list.List[0].No}, call)
		require.Empty(t, apitest.OK[apiminigame.RoundsAnswer](app.Post("/api/minigame/"+call, body[:len(body)-1]+`,"page":2}`)).List)
	}
	app.Post("/api/minigame/rounds", `{"gameCode":"bingo"}`).Refused(200, "G005")
	app.Post("/api/minigame/rounds", `{"gameCode":"keno","startDate":"2026-13-01"}`).Refused(200, "E001")
}

// D-42, G004, G005: a game's window is a page of the site, for the session's member alone.
func TestAGameIsOpenedForTheSessionsMember(t *testing.T) {
	t.Parallel()
	d := drawtest.New(t)
	guest := serveDraws(t, d)
	m := d.Member(0)
	app := guest.Member(m)
	want := apiminigame.OpenAnswer{GameURL: "/minigameViewer/coin3", LowerURL: "/minigameViewer/coin3"}
	require.Equal(t, want, apitest.OK[apiminigame.OpenAnswer](app.Post("/api/minigame/getGame", `{"gameCode":"coin3","siteName":"`+d.Site+`","id":"`+m+`","isMobile":1,"lang":"ko"}`)))
	require.Equal(t, want, apitest.OK[apiminigame.OpenAnswer](app.Post("/api/minigame/getGame/coin3", `{}`)))
	app.Post("/api/minigame/getGame", `{"gameCode":"coin3","id":"somebody"}`).Refused(200, "G004")
	app.Post("/api/minigame/getGame", `{"gameCode":"coin3","siteName":"elsewhere"}`).Refused(200, "G004")
	app.Post("/api/minigame/getGame", `{"gameCode":"evopb1"}`).Refused(200, "G005")
	app.Post("/api/minigame/getGame/bingo", `{}`).Refused(200, "G005")
	_, err := d.DB.Exec(t.Context(), `UPDATE game_game SET active = false WHERE code = 'coin3'`)
	require.NoError(t, err)
	app.Post("/api/minigame/getGame", `{"gameCode":"coin3"}`).Refused(200, "B0099")
	games := apitest.OK[apiminigame.GamesAnswer](app.Post("/api/minigame/games", `{}`))
	for _, g := range games.Games {
		require.Equal(t, g.Code == "coin3", g.Off, g.Code)
	}
}

// gameWindow is a provider that says which game it was asked for.
type gameWindow struct{}

func (gameWindow) Launch(_ context.Context, l provider.Launch) (string, error) {
	return "https://games.example/" + l.Game, nil
}

// D-50: evopb1 to evopb5, epw and pbg are games of providers. The same calls open them, in the provider's window.
func TestMinigamesOfProvidersAreOpenedByTheirPort(t *testing.T) {
	t.Parallel()
	d := drawtest.New(t)
	m := d.Member(0)
	app := serveDraws(t, d, map[string]provider.Client{"hall": gameWindow{}}).Member(m)
	require.NoError(t, provider.Ensure(t.Context(), d.DB, "hall", "seamless"))
	entry := game.Entry{Vendor: "hall", Order: 9, Product: game.Product{ProcID: "801", Group: "minigame", Name: "Hall", LobbySymbol: "hall", Image: "/a.svg"}}
	codes := []string{"evopb1", "evopb2", "evopb3", "evopb4", "evopb5", "epw", "pbg"}
	for _, code := range codes {
		entry.Games = append(entry.Games, game.Game{Code: code, NameKOR: code, NameENG: code, Thumbnail: "/a.svg"})
	}
	require.NoError(t, game.Upsert(t.Context(), d.DB, entry))
	for _, code := range codes {
		want := apiminigame.OpenAnswer{GameURL: "https://games.example/" + code, LowerURL: "https://games.example/" + code}
		require.Equal(t, want, apitest.OK[apiminigame.OpenAnswer](app.Post("/api/minigame/getGame", fmt.Sprintf(`{"gameCode":%q,"isMobile":1}`, code))))
		require.Equal(t, want, apitest.OK[apiminigame.OpenAnswer](app.Post("/api/minigame/getGame/"+code, `{}`)))
	}
}

// A bet on a draw is placed by the slip's call, is in the history with its round, and is shown with what was drawn.
func TestABetOnADrawOverHTTP(t *testing.T) {
	t.Parallel()
	d := drawtest.New(t)
	guest := serveDraws(t, d)
	m := d.Member(100_000)
	app := guest.Member(m)
	r := d.Open("keno")
	o := d.Order(m, r, "spots:1-2-3", 10_000)
	slip := func(selection string, stake, price, no int64) string {
		return fmt.Sprintf(`{"stake":%d,"draw":{"game":"keno","no":%d,"selection":%q,"price":%d}}`, stake, no, selection, price)
	}
	app.Post("/api/bet/betProc", slip("spots:3-2-1", 10_000, int64(o.Price), r.No)).Refused(200, "E001")
	app.Post("/api/bet/betProc", `{"stake":10000,"legs":[{"marketIdx":1,"key":"home","price":2000,"version":1}],"draw":{"game":"keno","no":1,"selection":"sum.odd","price":1950}}`).Refused(200, "E001")
	app.Post("/api/bet/betProc", slip("spots:1-2-3", 10_000, int64(o.Price)+1, r.No)).Refused(200, "RATE_LIMIT_EXCEPTION")
	app.Post("/api/bet/betProc", slip("spots:1-2-3", 10, int64(o.Price), r.No)).Refused(200, "BET_LIMIT_MIN")
	app.Post("/api/bet/betProc", slip("spots:1-2-3", 10_000, int64(o.Price), r.No+9)).Refused(200, "B0099")
	placed := apitest.OK[apibet.Placed](app.Post("/api/bet/betProc", slip("spots:1-2-3", 10_000, int64(o.Price), r.No)))
	require.Equal(t, []any{"BET", o.Price, money.Amount(90_000)}, []any{placed.BetStatus, placed.Odds, placed.Balance})
	app.Post("/api/bet/betProc", slip("spots:1-2-3", 10_000, int64(o.Price), r.No)).Refused(200, "B6005")

	p := d.Draw(r)
	d.Settle()
	list := apitest.OK[apibet.ListAnswer](app.Post("/api/bet/betlist", `{"gameType":"minigame"}`))
	require.Len(t, list.List, 1)
	require.Equal(t, []string{fmt.Sprintf("Speed Keno #%d", r.No), "mg", placed.BetID}, []string{list.List[0].GameName, list.List[0].VendorCode, list.List[0].RoundID})
	detail := apitest.OK[apibet.DetailAnswer](app.Post("/api/bet/detail", fmt.Sprintf(`{"betIdx":%d}`, list.List[0].Idx)))
	require.Nil(t, detail.Slip)
	require.Equal(t, []any{"keno", r.No, "spots:1-2-3", minigame.RoundDrawn, p.Outcome}, []any{detail.Draw.Game, detail.Draw.No, detail.Draw.Selection, detail.Draw.Round, detail.Draw.Outcome})
	require.Equal(t, []any{o.Price, detail.Draw.Win}, []any{list.List[0].Odds, list.List[0].Win}, "D-72")
	require.Equal(t, detail.BetWinAmt > 0, detail.Draw.State == minigame.Won)
	bets := apitest.OK[apiminigame.BetsAnswer](app.Post("/api/minigame/bets", `{"gameCode":"keno"}`))
	require.Equal(t, []any{placed.BetID, r.No, detail.Draw.State}, []any{bets.List[0].BetID, bets.List[0].No, bets.List[0].State})
	require.Empty(t, apitest.OK[apiminigame.BetsAnswer](guest.Member(d.Member(0)).Post("/api/minigame/bets", `{"gameCode":"keno"}`)).List)
	d.Sound()
}
