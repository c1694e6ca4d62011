package cash

import (
	"context"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash"
)

// DepositRequest asks to pay in.
type DepositRequest struct {
	Amount    money.Input `json:"amount"`
	Depositor string      `json:"depositor,omitzero"` // who pays; the member when empty
	Bank      string      `json:"bank,omitzero"`      // from which bank
}

func (a *API) deposit(ctx context.Context, who httpx.Caller, req DepositRequest) (Row, error) {
	r, err := a.cash.Deposit(ctx, cash.DepositInput{Requester: requester(who), Amount: req.Amount, Depositor: req.Depositor, Bank: req.Bank})
	if err != nil {
		return Row{}, err
	}
	return row(r), nil
}

func requester(who httpx.Caller) cash.Requester {
	return cash.Requester{Site: who.Site, Member: who.MemID, IP: who.IP, Trace: who.Trace, IdempotencyKey: who.IdempotencyKey}
}
