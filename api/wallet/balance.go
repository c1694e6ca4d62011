package wallet

import (
	"context"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
)

// Balance is what a member has.
type Balance struct {
	CashAmt  money.Amount `json:"cashAmt"`
	PointAmt money.Amount `json:"pointAmt"`
	Version  int64        `json:"version"` // counts the moves of the wallet, as CASH events do
}

// balance answers TK999 while the session's game is over and its page may not know it: without a socket this poll is how it hears it.
func (a *API) balance(ctx context.Context, who httpx.Caller, _ httpx.None) (Balance, error) {
	over, err := a.games.Over(ctx, who.SID)
	if err != nil {
		return Balance{}, err
	}
	if over {
		return Balance{}, fault.GameTokenExpired
	}
	s, err := a.sites.Get(ctx, who.Site)
	if err != nil {
		return Balance{}, err
	}
	w, err := wallet.Balance(ctx, a.db, who.MemID, s.Options.Currency)
	return Balance{w.Cash, w.Points, w.Version}, err
}
