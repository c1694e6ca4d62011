package wallet

import (
	"context"

	"hubstake/internal/money"
	"hubstake/internal/platform/httpx"
	"hubstake/internal/wallet"
)

// Balance is what a member has.
type Balance struct {
	CashAmt  money.Amount `json:"cashAmt"`
	PointAmt money.Amount `json:"pointAmt"`
	Version  int64        `json:"version"` // counts the moves of the wallet, as CASH events do
}

func (a *API) balance(ctx context.Context, who httpx.Caller, _ httpx.None) (Balance, error) {
	s, err := a.sites.Get(ctx, who.Site)
	if err != nil {
		return Balance{}, err
	}
	w, err := wallet.Balance(ctx, a.db, who.MemID, s.Options.Currency)
	return Balance{w.Cash, w.Points, w.Version}, err
}
