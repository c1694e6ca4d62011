package bet

import (
	"context"
	"strings"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/right"
)

// Below reports U001 if a round of a member did not begin while the member stood below a partner.
type Below func(ctx context.Context, siteID, partner, member string, round int64) error

// PartnerRoutes lists the call of the partner area that shows the receipt of a bet: the one that its member sees, without the member's
// balance for persons who have no right to see money.
func (a *API) PartnerRoutes(below Below) []httpx.Route {
	return []httpx.Route{httpx.Post("/api/partner/play/detail", httpx.Partner, func(ctx context.Context, who httpx.Caller, req BelowRequest) (DetailAnswer, error) {
		memID := strings.ToLower(strings.TrimSpace(req.MemID))
		if err := below(ctx, who.Site, who.MemID, memID, req.BetIdx); err != nil {
			return DetailAnswer{}, err
		}
		out, err := a.receipt(ctx, who.Site, who.Lang, memID, req.BetIdx)
		if !who.Has(right.MoneyRead) { // what the member had is not for everyone
			out.BalanceBefore, out.BalanceAfter = 0, 0
		}
		return out, err
	}, httpx.Needs(right.PlayRead))}
}

// BelowRequest names a round of a member of the downline.
type BelowRequest struct {
	MemID  string `json:"memId"`
	BetIdx int64  `json:"betIdx"`
}
