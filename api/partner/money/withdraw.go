package money

import (
	"context"
	"time"

	"hubstake/api/partner/list"
	"hubstake/internal/access/httpx"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/personal"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash"
)

// Terms are what a withdrawal of the partner's PT to its own bank account is subject to.
type Terms struct {
	Own       bool         `json:"own"`       // the caller is the partner itself, who alone can ask
	Bank      string       `json:"bank"`      // where the money goes; empty: no account is registered
	AccountNo string       `json:"accountNo"` // masked
	PT        money.Amount `json:"pt"`        // free
	Held      money.Amount `json:"held"`      // set aside for a request
	Owed      money.Amount `json:"owed"`      // of the PT, for commissions and corrected bets: it cannot be withdrawn
	Min       money.Amount `json:"min"`
	Max       money.Amount `json:"max"`
	DayMax    money.Amount `json:"dayMax"`
	Left      money.Amount `json:"left"`    // of the day's maximum
	Refusal   *Refusal     `json:"refusal"` // why any request would be refused now; null: it would not
}

// Refusal is a code with the values of its text.
type Refusal struct {
	Code   string            `json:"code"`
	Params map[string]string `json:"params"`
}

func (a *API) terms(ctx context.Context, who httpx.Caller, _ httpx.None) (Terms, error) {
	t, err := a.cash.PTTerms(ctx, who.Site, who.MemID)
	out := Terms{
		Own: who.Agent == who.MemID, Bank: t.Bank, AccountNo: t.Account, PT: t.PT, Held: t.Held, Owed: t.Owed, Min: t.Min, Max: t.Max, DayMax: t.DayMax, Left: t.Left,
	}
	if t.Refusal != nil {
		out.Refusal = &Refusal{t.Refusal.Code(), t.Refusal.Params()}
	}
	return out, err
}

// WithdrawalsRequest asks for a page of the withdrawals of the partner's PT.
type WithdrawalsRequest struct {
	Before int64 `json:"before,omitzero"` // the id of the last row of the page before
	Count  int   `json:"count_per_list,omitzero"`
}

// Withdrawal is a withdrawal of the partner's PT.
type Withdrawal struct {
	ID          int64        `json:"id"`
	Amount      money.Amount `json:"amount"`
	Status      int16        `json:"status"` // 0 requested, 2 taken in hand by staff, 1 paid, -1 cancelled, -2 refused
	Bank        string       `json:"bank"`
	AccountNo   string       `json:"accountNo"` // masked
	RequestedAt time.Time    `json:"requestedAt"`
	ProcessedAt *time.Time   `json:"processedAt"` // null: open
	Memo        string       `json:"memo"`        // why it was refused
}

// WithdrawalsAnswer is a page, newest first.
type WithdrawalsAnswer struct {
	List []Withdrawal `json:"list"`
	Next int64        `json:"next"` // the next page is before it; 0: there is none
}

func (a *API) withdrawals(ctx context.Context, who httpx.Caller, req WithdrawalsRequest) (WithdrawalsAnswer, error) {
	count := list.Size(req.Count)
	rows, err := a.cash.PTRequests(ctx, who.Site, who.MemID, req.Before, count+1)
	if err != nil {
		return WithdrawalsAnswer{}, err
	}
	out := WithdrawalsAnswer{}
	if len(rows) > int(count) {
		rows = rows[:count]
		out.Next = rows[count-1].ID
	}
	out.List = make([]Withdrawal, len(rows))
	for i, r := range rows {
		out.List[i] = withdrawal(r)
	}
	return out, nil
}

func withdrawal(r cash.Request) Withdrawal {
	return Withdrawal{
		ID: r.ID, Amount: r.Amount, Status: int16(r.Status), Bank: r.Bank, AccountNo: r.AccountNo, RequestedAt: r.RequestedAt, ProcessedAt: r.ProcessedAt, Memo: r.Memo,
	}
}

// WithdrawRequest asks to be paid out of the partner's PT to its registered account.
type WithdrawRequest struct {
	Amount  money.Input `json:"amount"`
	CashPIN string      `json:"cashPin,omitzero"` // the withdrawal password of the partner's account as a member
}

// requester is the partner itself. U029: another person of it, who has its rights but is not the owner of the account.
func requester(who httpx.Caller) (cash.Requester, error) {
	if who.Agent != who.MemID {
		return cash.Requester{}, fault.NoAccess
	}
	return cash.Requester{Site: who.Site, Member: who.MemID, IP: who.IP, Trace: who.Trace, IdempotencyKey: who.IdempotencyKey}, nil
}

func (a *API) withdraw(ctx context.Context, who httpx.Caller, req WithdrawRequest) (Withdrawal, error) {
	by, err := requester(who)
	if err != nil {
		return Withdrawal{}, err
	}
	r, err := a.cash.Withdraw(ctx, cash.WithdrawalInput{Requester: by, Amount: req.Amount, PIN: credential.Secret(req.CashPIN), Kind: cash.PT})
	if err != nil {
		return Withdrawal{}, err
	}
	r.AccountNo = personal.Mask(r.AccountNo)
	return withdrawal(r), nil
}

// WithdrawalID names a withdrawal.
type WithdrawalID struct {
	ID int64 `json:"id"`
}

func (a *API) cancel(ctx context.Context, who httpx.Caller, req WithdrawalID) (httpx.None, error) {
	by, err := requester(who)
	if err != nil {
		return httpx.None{}, err
	}
	return httpx.None{}, a.cash.CancelPT(ctx, by, req.ID)
}
