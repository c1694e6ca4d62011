package game

import (
	"context"

	"hubstake/internal/access/httpx"
)

// ListRequest names a product.
type ListRequest struct {
	VendorKey string `json:"vendorKey,omitzero"` // procId of the product
	GameType  string `json:"gameType,omitzero"`  // its group, or empty
}

// Game is one game of a product.
type Game struct {
	Code      string `json:"code"`
	NameKOR   string `json:"name_KOR"`
	NameENG   string `json:"name_ENG"`
	Thumbnail string `json:"thumbnail"` // path of the picture
	IsNew     bool   `json:"isNew"`
	IsHot     bool   `json:"isHot"`
	OwnWallet bool   `json:"ownWallet"` // played with cash that is taken along: takeAmt of the call that opens it

	RTP        int32 `json:"rtp"`        // basis points of the stakes that are paid back in the long run; 0: not published
	Lines      int32 `json:"lines"`      // 0 for games without lines
	Volatility int32 `json:"volatility"` // 1 (calm) to 5 (wild); 0: not published
}

// ListAnswer holds the product's games in their order.
type ListAnswer struct {
	GameList []Game `json:"gameList"`
}

func (a *API) list(ctx context.Context, who httpx.Caller, req ListRequest) (ListAnswer, error) {
	games, err := a.games.Games(ctx, who.Site, req.VendorKey, req.GameType)
	if err != nil {
		return ListAnswer{}, err
	}
	out := ListAnswer{GameList: make([]Game, len(games))}
	for i, g := range games {
		out.GameList[i] = Game(g)
	}
	return out, nil
}
