// Package partner is what staff does about partners: their tree, rates and rights, and their own money.
package partner

import (
	"context"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/account/member"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/funds/correction"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/partners/agent"
	"hubstake/internal/partners/partner"
)

// API holds what the calls need.
type API struct {
	corrections *correction.Service
	partners    *partner.Service
	agents      *agent.Service
	reports     *report.Service
	present     func(ctx context.Context, siteID string) ([]member.Present, error)
}

// New returns the area's API. present tells who of a site has a live connection.
func New(
	corrections *correction.Service, partners *partner.Service, agents *agent.Service, reports *report.Service,
	present func(ctx context.Context, siteID string) ([]member.Present, error),
) *API {
	return &API{corrections: corrections, partners: partners, agents: agents, reports: reports, present: present}
}

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	needs := httpx.Needs(right.Partner)
	return []httpx.Route{
		httpx.Post("/api/admin/partner/tree", httpx.Staff, a.tree, needs),
		httpx.Post("/api/admin/partner/card", httpx.Staff, a.card, needs),
		httpx.Post("/api/admin/partner/rates", httpx.Staff, a.setRates, needs),
		httpx.Post("/api/admin/partner/rights", httpx.Staff, a.setRights, needs),
		httpx.Post("/api/admin/partner/pt/credit", httpx.Staff, a.credit, httpx.Needs(right.Correct)),
		httpx.Post("/api/admin/partner/pt/debit", httpx.Staff, a.debit, httpx.Needs(right.Correct)),
		httpx.Post("/api/admin/partner/reset", httpx.Staff, a.reset, httpx.Needs(right.Reset)),
	}
}

// Request gives PT to a head office, or takes it, by an entry of its own.
type Request struct {
	RequestID string      `json:"requestId"` // 8 to 64 letters, digits and hyphens, made by the page: the same has one effect
	MemID     string      `json:"memId"`     // a head office: a partner with none above it
	Amount    money.Input `json:"amount"`
	Reason    string      `json:"reason"` // up to 200 characters
}

// Answer is the partner's PT after it.
type Answer struct {
	PT money.Amount `json:"pt"`
}

// credit is U035 when it waits for a second person.
func (a *API) credit(ctx context.Context, who httpx.Caller, req Request) (Answer, error) {
	return a.correct(ctx, who, req, false)
}

func (a *API) debit(ctx context.Context, who httpx.Caller, req Request) (Answer, error) {
	return a.correct(ctx, who, req, true)
}

func (a *API) correct(ctx context.Context, who httpx.Caller, req Request, take bool) (Answer, error) {
	w, err := a.corrections.Correct(ctx, who.Site, caller.Actor(who), correction.Correction{
		Request: req.RequestID, Member: req.MemID, Unit: wallet.Cash, PT: true, Take: take, Amount: req.Amount, Reason: req.Reason,
	})
	return Answer{PT: w.Cash}, err
}
