// Package admin is the back office's part of the API: doorways to the domains, no rules of its own. Each area is a package.
package admin

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5/pgxpool"

	apiaccount "hubstake/api/admin/account"
	apiapproval "hubstake/api/admin/approval"
	apiaudit "hubstake/api/admin/audit"
	apiblock "hubstake/api/admin/block"
	apiboard "hubstake/api/admin/board"
	apicash "hubstake/api/admin/cash"
	apicommission "hubstake/api/admin/commission"
	apicontent "hubstake/api/admin/content"
	apicorrection "hubstake/api/admin/correction"
	apicoupon "hubstake/api/admin/coupon"
	apidetails "hubstake/api/admin/details"
	apidocument "hubstake/api/admin/document"
	apigift "hubstake/api/admin/gift"
	apiinquiry "hubstake/api/admin/inquiry"
	apilevel "hubstake/api/admin/level"
	apimaintenance "hubstake/api/admin/maintenance"
	apimember "hubstake/api/admin/member"
	apimessage "hubstake/api/admin/message"
	apiminigame "hubstake/api/admin/minigame"
	apinotice "hubstake/api/admin/notice"
	apioffer "hubstake/api/admin/offer"
	apipartner "hubstake/api/admin/partner"
	apipersonal "hubstake/api/admin/personal"
	apipromo "hubstake/api/admin/promo"
	apiprotection "hubstake/api/admin/protection"
	apireset "hubstake/api/admin/reset"
	apisession "hubstake/api/admin/session"
	apisettings "hubstake/api/admin/settings"
	apisite "hubstake/api/admin/site"
	apisports "hubstake/api/admin/sports"
	apistaff "hubstake/api/admin/staff"
	apitoday "hubstake/api/admin/today"
	apitransfer "hubstake/api/admin/transfer"
	apiview "hubstake/api/admin/view"
	"hubstake/internal/access/httpx"
	"hubstake/internal/account/member"
	"hubstake/internal/account/protection"
	"hubstake/internal/account/staff"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/clock"
	"hubstake/internal/funds/cash"
	"hubstake/internal/funds/correction"
	"hubstake/internal/funds/promo"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/board"
	"hubstake/internal/operator/content"
	"hubstake/internal/operator/notice"
	"hubstake/internal/operator/settings"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/agent"
	"hubstake/internal/partners/commission"
	"hubstake/internal/partners/partner"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/game"
	"hubstake/internal/play/minigame"
	"hubstake/internal/play/pattern"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/settle"
	"hubstake/internal/play/sports"
	"hubstake/internal/support/inquiry"
)

// Services are what the back office calls.
type Services struct {
	DB      *pgxpool.Pool
	Sites   *site.Service
	Members *member.Service
	Staff   *staff.Service
	Cash    *cash.Service
	Reports *report.Service

	Protection *protection.Service

	Boards    *board.Service
	Inquiries *inquiry.Service
	Content   *content.Service
	Promos    *promo.Service
	Games     *game.Service

	Providers *provider.Office
	Wins      *casino.Office
	Settle    *settle.Office
	Sports    *sports.Office
	Book      *sports.Service
	Patterns  *pattern.Service
	Bets      *bet.Service
	Draws     *minigame.Service
	Rounds    *minigame.Office
	Clock     clock.Clock

	Settings *settings.Service
	Audit    *audit.Reader
	Notices  *notice.Service

	Commissions *commission.Service

	Approvals   *approval.Service
	Corrections *correction.Service

	Partners *partner.Service
	Agents   *agent.Service // logins of the partner area
	// Present tells who of a site has a live connection.
	Present func(ctx context.Context, siteID string) ([]member.Present, error)

	// Online counts the members of a site with a live connection; -1 when that is not known now.
	Online func(ctx context.Context, siteID string) int64
	// Calls returns the figures of the calls from and to providers; nil when they are not known now.
	Calls apioffer.Calls
}

// Routes lists all calls of the back office.
func Routes(s Services) []httpx.Route {
	return slices.Concat(
		apisession.New(s.Staff, s.Members, s.Sites).Routes(),
		apimember.New(s.Members, s.Reports, s.Games).Routes(),
		apireset.New(s.Members).Routes(),
		apidetails.New(s.Members, s.Reports).Routes(),
		apipersonal.New(s.Members, s.Cash, s.Inquiries).Routes(),
		apistaff.New(s.Staff).Routes(),
		apiview.New(s.Staff).Routes(),
		apiaudit.New(s.Sites, s.Audit).Routes(),
		apiprotection.New(s.Protection).Routes(),
		apiblock.New(s.Members).Routes(),
		apicash.New(s.Cash, s.Reports).Routes(),
		apiaccount.New(s.Cash).Routes(),
		apiapproval.New(s.Approvals, s.Cash, s.Reports).Routes(),
		apicorrection.New(s.Corrections).Routes(),
		apipartner.New(s.Corrections, s.Partners, s.Agents, s.Reports, s.Present).Routes(),
		apicommission.New(s.Commissions).Routes(),
		apitransfer.New(s.DB).Routes(),
		apimessage.New(s.Members).Routes(),
		apinotice.New(s.Notices).Routes(),
		apitoday.New(s.Reports, s.Online).Routes(),
		apisite.New(s.DB, s.Sites, s.Reports, s.Notices, s.Online).Routes(),
		apimaintenance.New(s.Sites, s.Games).Routes(),
		apioffer.New(s.Games, s.Reports, s.Providers, s.Wins, s.Calls).Routes(),
		apiminigame.New(s.Rounds, s.Draws, s.Clock).Routes(),
		apisports.New(s.Sports, s.Bets, s.Settle, s.Book, s.Patterns).Routes(),
		apisettings.New(s.Settings).Routes(),
		apiboard.New(s.Sites, s.Boards).Routes(),
		apiinquiry.New(s.Sites, s.Inquiries).Routes(),
		apicontent.New(s.Sites, s.Content).Routes(),
		apidocument.New(s.Sites, s.Content).Routes(),
		apipromo.New(s.Promos).Routes(),
		apilevel.New(s.Members).Routes(),
		apicoupon.New(s.Promos).Routes(),
		apigift.New(s.Promos).Routes(),
	)
}
