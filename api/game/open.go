package game

import (
	"context"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/game"
)

// OpenRequest names the game to be opened.
type OpenRequest struct {
	GameGroup string       `json:"gameGroup,omitzero"` // casino, slot, sports, minigame, fishing or virtual; empty: what the path says
	VendorKey string       `json:"vendorKey,omitzero"` // procId of the product
	GameKey   string       `json:"gameKey,omitzero"`   // code of the game
	TakeAmt   money.Amount `json:"takeAmt,omitzero"`   // cash to take along, for a game with ownWallet; empty: none
	IsMobile  int          `json:"isMobile,omitzero"`  // 1: the mobile layout asks
	Lang      string       `json:"lang,omitzero"`      // vn, ko, en, th, cn or jp; empty: the browser's
}

// OpenAnswer is the address for the game's window, under both of its names (D-42).
type OpenAnswer struct {
	GameURL  string `json:"gameUrl"`
	LowerURL string `json:"gameurl"`
}

func (a *API) open(group string) func(context.Context, httpx.Caller, OpenRequest) (OpenAnswer, error) {
	return func(ctx context.Context, who httpx.Caller, req OpenRequest) (OpenAnswer, error) {
		if req.GameGroup != "" && req.GameGroup != group {
			return OpenAnswer{}, fault.InvalidGameType
		}
		if req.Lang == "" {
			req.Lang = who.Lang
		}
		url, err := a.games.Launch(ctx, game.Opening{
			Site: who.Site, Member: who.MemID, SID: who.SID, Group: group, Product: req.VendorKey, Game: req.GameKey, Take: req.TakeAmt,
			Mobile: req.IsMobile == 1, Lang: req.Lang, Trace: who.Trace, IP: who.IP,
		})
		return OpenAnswer{url, url}, err
	}
}

// NamedRequest is an OpenRequest whose path names the group.
type NamedRequest struct {
	Name string `path:"name" json:"-"`
	OpenRequest
}

func (a *API) openNamed(ctx context.Context, who httpx.Caller, req NamedRequest) (OpenAnswer, error) {
	return a.open(req.Name)(ctx, who, req.OpenRequest)
}

// openSports opens a sportsbook, the site's own when none is named.
func (a *API) openSports(ctx context.Context, who httpx.Caller, req OpenRequest) (OpenAnswer, error) {
	if req.VendorKey == "" {
		req.VendorKey, req.GameKey = game.Book, bet.Game
	}
	return a.open("sports")(ctx, who, req)
}

// close hears from the page that the game's window is gone.
func (a *API) close(ctx context.Context, who httpx.Caller, _ httpx.None) (httpx.None, error) {
	return httpx.None{}, a.games.Close(ctx, who.Site, who.MemID, who.SID, who.Trace)
}
