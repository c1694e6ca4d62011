package wallet

import (
	"context"

	"hubstake/internal/money"
	"hubstake/internal/platform/httpx"
)

// Turnover says how much must be played before a withdrawal (D-20).
type Turnover struct {
	Needed    money.Amount `json:"needed"`
	Done      money.Amount `json:"done"`
	Remaining money.Amount `json:"remaining"`
}

func (a *API) turnover(ctx context.Context, who httpx.Caller, _ httpx.None) (Turnover, error) {
	t, err := a.cash.Turnover(ctx, who.Site, who.MemID)
	return Turnover(t), err
}

// Account is where to pay into.
type Account struct {
	Bank   string `json:"bankName"`
	Number string `json:"accountNo"`
	Holder string `json:"accountHolder"`
}

func (a *API) account(ctx context.Context, who httpx.Caller, _ httpx.None) (Account, error) {
	acc, err := a.cash.DepositAccount(ctx, who.Site)
	return Account(acc), err
}
