package cash

import (
	"context"

	"hubstake/internal/access/httpx"
	"hubstake/internal/account/credential"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash"
)

// WithdrawalRequest asks to be paid out to the registered account, or by the partner directly above.
type WithdrawalRequest struct {
	Amount  money.Input `json:"amount"`
	CashPIN string      `json:"cashPin,omitzero"`
	Bank    string      `json:"bank,omitzero"` // the registered bank, or empty
	// Forfeit is the bonus money that the member agrees to lose, in a break only: forfeitCash + forfeitPoints of /api/cash/rolling/remain.
	Forfeit money.Amount `json:"forfeit,omitzero"`
	Through bool         `json:"through,omitzero"` // the partner pays; throughPartner of /api/cash/rolling/remain says whether it can
}

func (a *API) withdraw(ctx context.Context, who httpx.Caller, req WithdrawalRequest) (Row, error) {
	kind := cash.Out
	if req.Through {
		kind = cash.Through
	}
	r, err := a.cash.Withdraw(ctx, cash.WithdrawalInput{
		Requester: requester(who), Amount: req.Amount, PIN: credential.Secret(req.CashPIN), Bank: req.Bank, Forfeit: req.Forfeit, Kind: kind,
	})
	if err != nil {
		return Row{}, err
	}
	return row(r), nil
}
