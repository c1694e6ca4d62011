package game_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fault"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/game"
	"hubstake/internal/play/provider"
)

func lobby(change ...func(*game.Entry)) game.Entry {
	e := game.Entry{Vendor: "sim", Product: game.Product{ProcID: "301", Group: "slot", Name: "Pine House", Image: "/art/studios/hanok.svg"}}
	for _, f := range change {
		f(&e)
	}
	return e
}

func newGame(code string) game.Game {
	return game.Game{Code: code, NameKOR: "소나무", NameENG: "Pine", Thumbnail: "/art/games/koi.svg"}
}

func TestAProductAndItsGamesAreAddedAndOffered(t *testing.T) {
	t.Parallel()
	h := enter(t)
	add := func(e game.Entry) error { return h.games.AddProduct(t.Context(), "platform", operator, e) }
	addGame := func(g game.Game, product string) error {
		return h.games.AddGame(t.Context(), "platform", operator, product, g)
	}
	require.NoError(t, add(lobby()))
	require.ErrorIs(t, add(lobby()), game.ErrExists)
	require.NoError(t, addGame(newGame("pine"), "301"))
	require.NoError(t, addGame(newGame("pine2"), "301"))
	require.ErrorIs(t, addGame(newGame("pine"), "301"), game.ErrExists)
	require.ErrorIs(t, addGame(newGame("moonjar"), "301"), game.ErrExists, "of another product")
	require.ErrorIs(t, addGame(newGame("pine3"), "999"), game.ErrUnknown)
	games, err := h.games.Games(t.Context(), "demo", "301", "")
	require.NoError(t, err)
	require.Equal(t, []string{"pine", "pine2"}, []string{games[0].Code, games[1].Code}, "each at the end of the lobby")

	require.ErrorIs(t, add(lobby(func(e *game.Entry) { e.ProcID, e.Games = "302", []game.Game{newGame("pine")} })), game.ErrExists)
	products, err := h.games.Products(t.Context(), "demo", "slot")
	require.NoError(t, err)
	require.Len(t, products, 5, "of what was refused nothing stays")
	require.Equal(t, 1, h.audited("product.add"))
	require.Equal(t, 2, h.audited("game.add"))
}

func TestWhatCannotBeInTheCatalogueIsRefused(t *testing.T) {
	t.Parallel()
	h := enter(t)
	for name, bad := range map[string]func(*game.Entry){
		"no ID":          func(e *game.Entry) { e.ProcID = "" },
		"an ID of words": func(e *game.Entry) { e.ProcID = "a b" },
		"no group":       func(e *game.Entry) { e.Group = "bingo" },
		"no name":        func(e *game.Entry) { e.Name = " " },
		"a long name":    func(e *game.Entry) { e.Name = strings.Repeat("x", 61) },
		"their picture":  func(e *game.Entry) { e.Image = "https://evil.test/x.svg" },
		"a bad game":     func(e *game.Entry) { e.Games = []game.Game{{Code: "x"}} },
		"a bad position": func(e *game.Entry) { e.Order = -1 },
	} {
		require.ErrorIs(t, h.games.AddProduct(t.Context(), "platform", operator, lobby(bad)), game.ErrForm, name)
	}
	require.ErrorIs(t, h.games.AddProduct(t.Context(), "platform", operator, lobby(func(e *game.Entry) { e.Vendor = "else" })), provider.ErrUnknown)
	for name, bad := range map[string]func(*game.Game){
		"no code": func(g *game.Game) { g.Code = "" }, "a code with a slash": func(g *game.Game) { g.Code = "a/b" },
		"no name": func(g *game.Game) { g.NameKOR = "" }, "a line": func(g *game.Game) { g.NameENG = "a\nb" },
		"a picture": func(g *game.Game) { g.Thumbnail = "/art/../x.svg" }, "more than all": func(g *game.Game) { g.RTP = 10_001 },
		"six": func(g *game.Game) { g.Volatility = 6 },
	} {
		g := newGame("pine")
		bad(&g)
		require.ErrorIs(t, h.games.AddGame(t.Context(), "platform", operator, "201", g), game.ErrForm, name)
	}
	require.Zero(t, h.audited("product.add")+h.audited("game.add"))
}

func TestManyAddTheSameGameAtOnce(t *testing.T) {
	t.Parallel()
	h := enter(t)
	var done sync.WaitGroup
	var won atomic.Int64
	for range 12 {
		done.Go(func() {
			if h.games.AddGame(t.Context(), "platform", operator, "201", newGame("pine")) == nil {
				won.Add(1)
			}
		})
	}
	done.Wait()
	require.EqualValues(t, 1, won.Load())
	require.Equal(t, 1, h.audited("game.add"))
}

// Off for all sites: bets and launches are refused, rounds under way finish (S-61), and staff sees it.
func TestAGameThatIsTakenOffForAllSites(t *testing.T) {
	t.Parallel()
	for _, o := range []site.Offer{{Kind: site.OfferGame, Key: "moonjar"}, {Kind: site.OfferProduct, Key: "201"}} {
		t.Run(string(o.Kind), func(t *testing.T) {
			t.Parallel()
			h := enter(t)
			_, err := h.games.Launch(t.Context(), h.opening())
			require.NoError(t, err)
			op := provider.Operation{
				Kind: provider.Bet, Token: (<-h.asked)["token"].(string), TxID: "b1", RoundID: "r1", Member: h.member, Currency: "KRW", Amount: "100", Game: "moonjar",
			}
			require.Equal(t, provider.OK, h.do(op))
			set := func(on bool) error { return h.games.SetActive(t.Context(), "platform", operator, o, on) }
			require.NoError(t, set(false))
			require.NoError(t, set(false), "nothing to do")
			_, err = h.games.Launch(t.Context(), h.opening())
			require.Error(t, err)
			op.TxID, op.RoundID = "b2", "r2"
			require.Equal(t, provider.Maintenance, h.do(op))
			require.Equal(t, provider.OK, h.do(provider.Operation{
				Kind: provider.Win, Token: op.Token, TxID: "w1", RefTxID: "b1", RoundID: "r1", Member: h.member, Currency: "KRW", Amount: "300", Closes: true,
			}))
			require.NoError(t, set(true))
			op.TxID = "b3"
			require.Equal(t, provider.OK, h.do(op))
			require.Equal(t, 2, h.audited(string(o.Kind)+".active"))
			require.ErrorIs(t, h.games.SetActive(t.Context(), "platform", operator, site.Offer{Kind: o.Kind, Key: "nothing"}, false), game.ErrUnknown)
			require.ErrorIs(t, h.games.SetActive(t.Context(), "platform", operator, site.Offer{Kind: site.OfferGroup, Key: "slot"}, false), game.ErrUnknown)
			_, err = h.games.Launch(t.Context(), h.opening())
			require.NotErrorIs(t, err, fault.GameUnavailable)
		})
	}
}
