package cash

import (
	"context"

	"hubstake/internal/cash"
	"hubstake/internal/money"
	"hubstake/internal/platform/httpx"
)

// DepositRequest asks to pay in.
type DepositRequest struct {
	Amount    money.Input `json:"amount"`
	Depositor string      `json:"depositor,omitzero"` // who pays; the member when empty
	Bank      string      `json:"bank,omitzero"`      // from which bank
}

func (a *API) deposit(ctx context.Context, who httpx.Caller, req DepositRequest) (Row, error) {
	r, err := a.cash.Deposit(ctx, cash.DepositAsk{Asker: asker(who), Amount: req.Amount, Depositor: req.Depositor, Bank: req.Bank})
	if err != nil {
		return Row{}, err
	}
	return row(r), nil
}

func asker(who httpx.Caller) cash.Asker {
	return cash.Asker{Site: who.Site, Member: who.MemID, IP: who.IP, Trace: who.Trace, Once: who.Once}
}
