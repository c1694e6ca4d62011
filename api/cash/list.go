package cash

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/account/personal"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/funds/cash"
)

// Row is a request as its member sees it.
type Row struct {
	Idx           int64        `json:"idx"`
	CashType      string       `json:"cashType"` // in, out, or through: a withdrawal that the partner pays
	Amount        money.Amount `json:"amount"`
	Status        int16        `json:"status"` // 0 requested, 2 held, 1 done, -1 cancelled, -2 refused (D-11)
	Depositor     string       `json:"depositor"`
	Bank          string       `json:"bank"`
	AccountMasked string       `json:"accountMasked"`
	RequestedAt   time.Time    `json:"requestedAt"`
	ProcessedAt   *time.Time   `json:"processedAt"`
	Memo          string       `json:"memo"`
	UndoUntil     *time.Time   `json:"undoUntil"` // a requested withdrawal: until when it may be cancelled (D-15)
}

func row(r cash.Request) Row {
	out := Row{
		Idx: r.ID, CashType: string(r.Kind), Amount: r.Amount, Status: int16(r.Status), Depositor: r.Depositor, Bank: r.Bank,
		AccountMasked: personal.Mask(r.AccountNo), RequestedAt: r.RequestedAt, ProcessedAt: r.ProcessedAt, Memo: r.Memo,
	}
	if r.Status == cash.Requested {
		out.UndoUntil = r.UndoUntil
	}
	return out
}

// ListRequest asks for a page of the member's requests.
type ListRequest struct {
	CashType string `json:"cashType,omitzero"` // in, out, or empty for both
	paging.Request
	paging.Days
}

// Totals adds up the whole selection, not only the page.
type Totals struct {
	DepositAmt      money.Amount `json:"depositAmt"`      // booked
	DepositOpenAmt  money.Amount `json:"depositOpenAmt"`  // not decided yet
	WithdrawAmt     money.Amount `json:"withdrawAmt"`     // paid
	WithdrawOpenAmt money.Amount `json:"withdrawOpenAmt"` // not decided yet
}

// ListAnswer is a page of requests, newest first.
type ListAnswer struct {
	List     []Row       `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
	Totals   Totals      `json:"totals"`
}

func (a *API) list(ctx context.Context, who httpx.Caller, req ListRequest) (ListAnswer, error) {
	requests, totals, err := a.cash.List(ctx, who.Site, who.MemID, req.CashType, req.Days, req.Slice())
	if err != nil {
		return ListAnswer{}, err
	}
	in, paid := totals[cash.In], totals[cash.Out]
	out := ListAnswer{
		List: make([]Row, len(requests)), PageInfo: req.Info(in.Requests + paid.Requests),
		Totals: Totals{DepositAmt: in.Done, DepositOpenAmt: in.Open, WithdrawAmt: paid.Done, WithdrawOpenAmt: paid.Open},
	}
	for i, r := range requests {
		out.List[i] = row(r)
	}
	return out, nil
}

// RemoveRequest names what to take off the list: one or several.
type RemoveRequest struct {
	Idx     int64   `json:"idx,omitzero"`
	IdxList []int64 `json:"idxList,omitzero"`
}

// RemoveAnswer says how many requests were hidden or cancelled.
type RemoveAnswer struct {
	Changed int `json:"changed"`
}

func (a *API) remove(ctx context.Context, who httpx.Caller, req RemoveRequest) (RemoveAnswer, error) {
	ids := req.IdxList
	if req.Idx != 0 {
		ids = append(ids, req.Idx)
	}
	if len(ids) == 0 || len(ids) > paging.MaxCount {
		return RemoveAnswer{}, fault.Failed
	}
	n, err := a.cash.Remove(ctx, requester(who), ids)
	return RemoveAnswer{Changed: n}, err
}
