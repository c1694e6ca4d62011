package promo

import (
	"context"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/money"
)

// ClaimsAnswer is what the member can take now.
type ClaimsAnswer struct {
	VisitPointAmt money.Amount `json:"visitPointAmt"` // of today's visit; 0: made already, or the site has no attendance
	Turn          bool         `json:"turn"`          // today's turn of the wheel is not taken
	Coupons       int64        `json:"coupons"`
	Gifts         int64        `json:"gifts"`
}

func (a *API) claims(ctx context.Context, c httpx.Caller, _ httpx.None) (ClaimsAnswer, error) {
	found, err := a.promos.Claims(ctx, who(c))
	return ClaimsAnswer{found.Visit, found.Turn, found.Coupons, found.Gifts}, err
}
