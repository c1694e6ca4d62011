// Package partner is the partner area's part of the API: doorways to the domains, no rules of its own. Each area is a package.
package partner

import (
	"context"
	"slices"

	apiagents "hubstake/api/partner/agents"
	apilower "hubstake/api/partner/lower"
	apimessage "hubstake/api/partner/message"
	apimoney "hubstake/api/partner/money"
	apiplay "hubstake/api/partner/play"
	apirate "hubstake/api/partner/rate"
	apireports "hubstake/api/partner/reports"
	apisession "hubstake/api/partner/session"
	apisettlement "hubstake/api/partner/settlement"
	"hubstake/internal/access/httpx"
	"hubstake/internal/account/member"
	"hubstake/internal/accounting/report"
	"hubstake/internal/funds/cash"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/agent"
	"hubstake/internal/partners/commission"
	"hubstake/internal/partners/partner"
)

// Services are what the partner area calls.
type Services struct {
	Sites    *site.Service
	Members  *member.Service
	Agents   *agent.Service
	Partners *partner.Service
	Sends    *partner.Sends
	Cash     *cash.Service
	Reports  *report.Service

	Commissions *commission.Service

	// Present tells who of a site has a live connection.
	Present func(ctx context.Context, siteID string) ([]member.Present, error)
}

// Routes lists the calls.
func Routes(s Services) []httpx.Route {
	return slices.Concat(
		apisession.New(s.Agents, s.Members, s.Sites).Routes(),
		apiagents.New(s.Agents).Routes(),
		apilower.New(s.Partners, s.Reports, s.Present).Routes(),
		apirate.New(s.Partners).Routes(),
		apimoney.New(s.Sends, s.Reports, s.Cash).Routes(),
		apisettlement.New(s.Commissions).Routes(),
		apiplay.New(s.Reports).Routes(),
		apireports.New(s.Reports, s.Present).Routes(),
		apimessage.New(s.Partners).Routes(),
	)
}
