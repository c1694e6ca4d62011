// Package site is what the pages load at their start: options, maintenance, banks, codes, products, banners, popups, and the
// main page.
package site

import (
	"context"

	"hubstake/internal/access/httpx"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/jackpot"
	"hubstake/internal/funds/promo"
	"hubstake/internal/operator/board"
	"hubstake/internal/operator/content"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/game"
)

// Services are what the calls need.
type Services struct {
	Sites   *site.Service
	Boards  *board.Service
	Content *content.Service
	Games   *game.Service
	Reports *report.Service
	Promos  *promo.Service
	// Pools reads what the providers last said of their jackpots; nothing while that cannot be read.
	Pools func(ctx context.Context) map[string][]jackpot.Pool
	// NeedsReferrer reports whether a signup on a site must name a referrer.
	NeedsReferrer func(ctx context.Context, siteID string) (bool, error)
}

// API is the area.
type API struct{ Services }

// New returns the area's API.
func New(s Services) *API { return &API{s} }

// Routes lists the calls; all are for everybody.
func (a *API) Routes() []httpx.Route {
	return []httpx.Route{
		httpx.Post("/api/etc/siteOption", httpx.Public, a.options, httpx.Everywhere),
		httpx.Post("/api/etc/bank", httpx.Public, a.banks),
		httpx.Post("/api/etc/banner", httpx.Public, a.banners),
		httpx.Post("/api/etc/popupList", httpx.Public, a.popups),
		httpx.Post("/api/etc/mainInfo", httpx.Public, a.mainInfo),
		httpx.Post("/api/etc/documents", httpx.Public, a.documents),
		httpx.Post("/api/etc/document", httpx.Public, a.document),
		httpx.Post("/api/main", httpx.Public, a.main),
		httpx.Post("/api/main/cashList", httpx.Public, a.cashList),
		httpx.Post("/api/main/jackpots", httpx.Public, a.jackpots),
		httpx.Post("/api/main/popupList", httpx.Public, a.popups),
		httpx.Post("/api/main/nt/list", httpx.Public, a.notices),
		httpx.Post("/api/common/siteCheckInfo", httpx.Public, a.check, httpx.Everywhere),
		httpx.Post("/api/common/code", httpx.Public, a.codes),
		httpx.Post("/api/common/gameCodes", httpx.Public, a.gameCodes),
		httpx.Post("/api/common/productList", httpx.Public, a.products),
		httpx.Post("/api/common/gameGroupCodes", httpx.Public, a.groups),
	}
}
