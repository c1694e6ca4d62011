// Package admin is the back office's part of the API: doorways to the domains, no rules of its own.
package admin

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/access/httpx"
	"hubstake/internal/account/member"
	"hubstake/internal/account/protection"
	"hubstake/internal/accounting/report"
	"hubstake/internal/funds/cash"
	"hubstake/internal/funds/promo"
	"hubstake/internal/operator/board"
	"hubstake/internal/operator/content"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
	"hubstake/internal/support/inquiry"
)

// Services are what the back office calls.
type Services struct {
	DB       *pgxpool.Pool
	Sites    *site.Service
	Members  *member.Service
	Messages *message.Service
	Cash     *cash.Service
	Reports  *report.Service

	Protection *protection.Service

	Boards    *board.Service
	Inquiries *inquiry.Service
	Content   *content.Service
	Promos    *promo.Service

	// Online counts the members of a site with a live connection; -1 when that is not known now.
	Online func(ctx context.Context, siteID string) int64
}

// API is the back office.
type API struct{ Services }

// New returns the back office's API.
func New(s Services) *API { return &API{s} }

// Routes lists all calls of the back office.
func (a *API) Routes() []httpx.Route {
	return slices.Concat(a.sessionRoutes(), a.memberRoutes(), a.cashRoutes(), a.transferRoutes(), a.messageRoutes(), a.siteRoutes(), a.boardRoutes(), a.inquiryRoutes(),
		a.contentRoutes(), a.documentRoutes(), a.promoRoutes())
}
