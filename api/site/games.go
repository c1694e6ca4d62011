package site

import (
	"context"
	"slices"

	"hubstake/internal/access/httpx"
	"hubstake/internal/play/game"
)

// Game of the main page, with what its launch needs.
type Game struct {
	Code      string `json:"code"`
	ProcID    string `json:"procId"`
	GroupCode string `json:"groupCode"`
	NameKOR   string `json:"name_KOR"`
	NameENG   string `json:"name_ENG"`
	Thumbnail string `json:"thumbnail"`
	IsNew     bool   `json:"isNew"`
	IsHot     bool   `json:"isHot"`
	OwnWallet bool   `json:"ownWallet"` // played with cash that is taken along: takeAmt of the call that opens it

	RTP        int32 `json:"rtp"`        // basis points of the stakes that are paid back in the long run; 0: not published
	Lines      int32 `json:"lines"`      // 0 for games without lines
	Volatility int32 `json:"volatility"` // 1 (calm) to 5 (wild); 0: not published
}

// featured are the games that the operator marked: the new ones and the popular ones. A game may be both.
func (a *API) featured(ctx context.Context, siteID string) (fresh, popular []Game, err error) {
	found, err := a.Reports.Games(ctx, siteID)
	for _, g := range found {
		w := Game(g)
		if g.IsNew {
			fresh = append(fresh, w)
		}
		if g.IsHot {
			popular = append(popular, w)
		}
	}
	return fresh, popular, err
}

// ProductRequest names a group of games; empty for all.
type ProductRequest struct {
	GroupCode string `json:"groupCode,omitzero"`
}

// Product is a vendor's offer of one group.
type Product struct {
	ProcID      string `json:"procId"`
	GroupCode   string `json:"groupCode"`
	Name        string `json:"name"` // of the site's own sportsbook in the reader's language
	LobbySymbol string `json:"lobbySymbol"`
	Image       string `json:"image"`
}

// ProductAnswer lists products.
type ProductAnswer struct {
	List []Product `json:"list"`
}

func (a *API) products(ctx context.Context, who httpx.Caller, req ProductRequest) (out ProductAnswer, err error) {
	s, err := a.Sites.Get(ctx, who.Site)
	if err != nil {
		return out, err
	}
	found, err := a.Games.Products(ctx, who.Site, req.GroupCode)
	for _, p := range found {
		name := productName(p, s.Options.Language(who.Lang))
		out.List = append(out.List, Product{ProcID: p.ProcID, GroupCode: p.Group, Name: name, LobbySymbol: p.LobbySymbol, Image: p.Image})
	}
	return out, err
}

// bookNames are the names of the site's own sportsbook by language (D-58). A provider's product has one name everywhere.
var bookNames = map[string]string{
	"vn": "Cá cược thể thao", "ko": "스포츠북", "en": "Sportsbook", "th": "เดิมพันกีฬา", "cn": "体育博彩", "jp": "スポーツブック",
}

// productName returns what readers of a language call a product.
func productName(p game.Product, lang string) string {
	if p.ProcID == game.Book {
		return bookNames[lang]
	}
	return p.Name
}

// Group of games.
type Group struct {
	Code string `json:"code"`
	Name string `json:"name"` // in the reader's language
}

// GroupAnswer lists groups.
type GroupAnswer struct {
	List []Group `json:"list"`
}

// groupNames are the names of the groups by language (D-58).
var groupNames = map[string]map[string]string{
	"vn": {"casino": "Sòng bài", "slot": "Nổ hũ", "sports": "Thể thao", "minigame": "Minigame", "fishing": "Bắn cá", "virtual": "Thể thao ảo"},
	"ko": {"casino": "카지노", "slot": "슬롯", "sports": "스포츠", "minigame": "미니게임", "fishing": "낚시게임", "virtual": "가상게임"},
	"en": {"casino": "Casino", "slot": "Slots", "sports": "Sports", "minigame": "Minigames", "fishing": "Fishing games", "virtual": "Virtual games"},
	"th": {"casino": "คาสิโน", "slot": "สล็อต", "sports": "กีฬา", "minigame": "มินิเกม", "fishing": "เกมยิงปลา", "virtual": "เกมเสมือนจริง"},
	"cn": {"casino": "真人娱乐", "slot": "老虎机", "sports": "体育", "minigame": "小游戏", "fishing": "捕鱼游戏", "virtual": "虚拟游戏"},
	"jp": {"casino": "カジノ", "slot": "スロット", "sports": "スポーツ", "minigame": "ミニゲーム", "fishing": "釣りゲーム", "virtual": "バーチャルゲーム"},
}

// groups lists those that have something to offer, in the order of the product.
func (a *API) groups(ctx context.Context, who httpx.Caller, _ httpx.None) (out GroupAnswer, err error) {
	s, err := a.Sites.Get(ctx, who.Site)
	if err != nil {
		return out, err
	}
	products, err := a.Games.Products(ctx, who.Site, "")
	if err != nil {
		return out, err
	}
	names := groupNames[s.Options.Language(who.Lang)]
	for _, code := range game.Groups {
		if slices.ContainsFunc(products, func(p game.Product) bool { return p.Group == code }) {
			out.List = append(out.List, Group{code, names[code]})
		}
	}
	return out, nil
}
