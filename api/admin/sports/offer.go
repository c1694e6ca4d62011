package sports

import (
	"context"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/odds"
	"hubstake/internal/play/sports"
)

// OfferRequest switches a sport or a league of the site, and sets the margin of a league. C019: nothing changes.
type OfferRequest struct {
	Sport     odds.Sport `json:"sport"`
	LeagueIdx int64      `json:"leagueIdx"` // 0: the whole sport
	Off       bool       `json:"off"`       // no new bets on its matches; bets that are placed stay
	// Margin is what is taken off the winnings of the feed's prices, for all sites, 0 to 3,000 basis points; missing: it stays. It holds for the prices that come
	// from then on.
	Margin *int   `json:"margin,omitzero"`
	Reason string `json:"reason"` // up to 200 characters
}

func (a *API) offer(ctx context.Context, who httpx.Caller, req OfferRequest) (httpx.None, error) {
	return httpx.None{}, a.office.ChangeOffer(ctx, who.Site, caller.Actor(who), sports.OfferChange{
		Sport: req.Sport, League: req.LeagueIdx, Off: req.Off, Margin: req.Margin, Reason: req.Reason,
	})
}
