package cash

import (
	"context"

	"hubstake/internal/access/httpx"
	"hubstake/internal/account/credential"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash"
)

// CloseAccountRequest closes the member's own account. The amounts say what the member saw there and agrees to give up; C019 answers when
// they have changed since.
type CloseAccountRequest struct {
	MemPass  credential.Secret `json:"memPass"`
	CashAmt  money.Amount      `json:"cashAmt"`
	PointAmt money.Amount      `json:"pointAmt"`
}

func (a *API) closeAccount(ctx context.Context, who httpx.Caller, req CloseAccountRequest) (httpx.None, error) {
	return httpx.None{}, a.cash.CloseAccount(ctx, cash.Closing{
		Requester: requester(who), Cash: req.CashAmt, Points: req.PointAmt, Password: req.MemPass, UserAgent: who.UserAgent,
	})
}
