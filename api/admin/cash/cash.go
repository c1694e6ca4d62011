// Package cash is the back office's list of deposits and withdrawals, and the decisions about them.
package cash

import (
	"context"
	"slices"
	"time"

	"github.com/go-json-experiment/json"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
	"hubstake/internal/funds/cash"
	"hubstake/internal/ledger/wallet"
)

// API holds what the calls need.
type API struct {
	cash    *cash.Service
	reports *report.Service
}

// New returns the area's API.
func New(cash *cash.Service, reports *report.Service) *API { return &API{cash: cash, reports: reports} }

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	needs := httpx.Needs(right.Cash)
	return []httpx.Route{
		httpx.Post("/api/admin/cash/list", httpx.Staff, a.list, needs),
		httpx.Post("/api/admin/cash/background", httpx.Staff, a.background, needs),
		httpx.Post("/api/admin/cash/hold", httpx.Staff, a.hold, needs),
		httpx.Post("/api/admin/cash/approve", httpx.Staff, a.approve, needs),
		httpx.Post("/api/admin/cash/refuse", httpx.Staff, a.refuse, needs),
	}
}

// Statuses are those that a list shows: a list of numbers, one number, or "" for all.
type Statuses []int16

// UnmarshalJSON implements json.Unmarshaler. An unknown status is E001.
func (s *Statuses) UnmarshalJSON(b []byte) error {
	*s = nil
	if len(b) > 1 && b[0] == '"' { // "" for all, "0" for one
		b = b[1 : len(b)-1]
	}
	if len(b) == 0 || string(b) == "null" {
		return nil
	}
	if b[0] != '[' {
		b = slices.Concat([]byte("["), b, []byte("]"))
	}
	if err := json.Unmarshal(b, (*[]int16)(s)); err != nil {
		return fault.Failed.Wrap(err)
	}
	return nil
}

// every status of D-11.
var every = Statuses{int16(cash.Requested), int16(cash.Held), int16(cash.Done), int16(cash.Cancelled), int16(cash.Refused)}

// ListRequest searches the requests of the site.
type ListRequest struct {
	CashType string   `json:"cashType,omitzero"` // in, out, or empty for both
	Status   Statuses `json:"status,omitzero"`
	MemID    string   `json:"memId,omitzero"` // requests of this member only, also those off the member's own list
	paging.Request
}

// Row is a request as the back office sees it.
type Row struct {
	Idx           int64        `json:"idx"`
	CashType      string       `json:"cashType"`
	MemID         string       `json:"memId"`
	MemNick       string       `json:"memNick"`
	MemName       string       `json:"memName"`
	MemLevel      int          `json:"memLevel"`
	Amount        money.Amount `json:"amount"`
	Depositor     string       `json:"depositor"`
	Bank          string       `json:"bank"`
	AccountNo     string       `json:"accountNo"` // withdrawals: where to pay, in the clear
	AccountHolder string       `json:"accountHolder"`
	Status        int16        `json:"status"` // D-11
	RequestedAt   time.Time    `json:"requestedAt"`
	Memo          string       `json:"memo"`
	MemberCash    money.Amount `json:"memberCash"` // what the member has now
	// A withdrawal that was asked for in a break: what was still to be played then, and the bonus money that was forfeited for it.
	InBreak         bool         `json:"inBreak"`
	TurnoverOpen    money.Amount `json:"turnoverOpen"`
	Forfeited       money.Amount `json:"forfeited"`
	ForfeitedPoints money.Amount `json:"forfeitedPoints"`
}

// ListAnswer is a page of requests, newest first.
type ListAnswer struct {
	List     []Row       `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) list(ctx context.Context, who httpx.Caller, req ListRequest) (ListAnswer, error) {
	kinds, err := cash.Kinds(req.CashType)
	if err != nil {
		return ListAnswer{}, err
	}
	if len(req.Status) == 0 {
		req.Status = every
	}
	found, total, err := a.reports.CashRequests(ctx, who.Site, report.CashQuery{
		Member: req.MemID, Kinds: kinds, Statuses: req.Status, Slice: req.Slice(),
	})
	if err != nil {
		return ListAnswer{}, err
	}
	out := ListAnswer{List: make([]Row, len(found)), PageInfo: req.Info(total)}
	for i, r := range found {
		out.List[i] = row(r)
	}
	return out, nil
}

// Total counts completed requests and adds them up.
type Total struct {
	Count  int64        `json:"count"`
	Amount money.Amount `json:"amount"`
}

// ExpectedBonus is a bonus that an approval pays.
type ExpectedBonus struct {
	Rule     string       `json:"rule"` // new, first, again or weekend
	Unit     wallet.Unit  `json:"unit"` // cash or point
	Amount   money.Amount `json:"amount"`
	Turnover money.Amount `json:"turnover"` // what must be played for it
}

// BackgroundAnswer is what a decision about a request rests on, as it is now.
type BackgroundAnswer struct {
	Bonuses     []ExpectedBonus `json:"bonuses"`  // of a deposit that is approved now
	Deposits    Total           `json:"deposits"` // the member's completed ones, without this one
	Withdrawals Total           `json:"withdrawals"`
	Turnover    money.Amount    `json:"turnover"` // what the member must still play before a withdrawal (D-20)
}

// BackgroundRequest names a request.
type BackgroundRequest struct {
	Idx int64 `json:"idx"`
}

func (a *API) background(ctx context.Context, who httpx.Caller, req BackgroundRequest) (BackgroundAnswer, error) {
	b, err := a.cash.Background(ctx, who.Site, req.Idx)
	if err != nil {
		return BackgroundAnswer{}, err
	}
	out := BackgroundAnswer{
		Bonuses: make([]ExpectedBonus, len(b.Bonuses)), Deposits: Total(b.Deposits), Withdrawals: Total(b.Withdrawals), Turnover: b.Turnover,
	}
	for i, g := range b.Bonuses {
		out.Bonuses[i] = ExpectedBonus{g.Rule, g.Unit, g.Amount, g.Turnover}
	}
	return out, nil
}

// Request names a request by what the list showed of it. Another member, amount or moment is C019: after a restore of the database,
// ids are given out again.
type Request struct {
	Idx         int64        `json:"idx"`
	MemID       string       `json:"memId"`
	Amount      money.Amount `json:"amount"`
	RequestedAt time.Time    `json:"requestedAt"`
}

func (r Request) shown() cash.Shown {
	return cash.Shown{ID: r.Idx, Member: r.MemID, Amount: r.Amount, RequestedAt: r.RequestedAt}
}

func (a *API) hold(ctx context.Context, who httpx.Caller, req Request) (Row, error) {
	return a.decided(ctx, who, req.Idx, a.cash.Hold(ctx, who.Site, caller.Actor(who), req.shown()))
}

func (a *API) approve(ctx context.Context, who httpx.Caller, req Request) (Row, error) {
	return a.decided(ctx, who, req.Idx, a.cash.Approve(ctx, who.Site, caller.Actor(who), req.shown()))
}

// RefuseRequest refuses a request; the member reads the memo.
type RefuseRequest struct {
	Request
	Memo string `json:"memo"`
}

func (a *API) refuse(ctx context.Context, who httpx.Caller, req RefuseRequest) (Row, error) {
	return a.decided(ctx, who, req.Idx, a.cash.Refuse(ctx, who.Site, caller.Actor(who), req.shown(), req.Memo))
}

// decided shows a request as the decision left it.
func (a *API) decided(ctx context.Context, who httpx.Caller, idx int64, err error) (Row, error) {
	if err != nil {
		return Row{}, err
	}
	r, err := a.reports.CashRequest(ctx, who.Site, idx)
	return row(r), err
}

func row(r report.CashRequest) Row {
	return Row{
		Idx: r.ID, CashType: r.Kind, MemID: r.MemID, MemNick: r.MemNick, MemName: r.MemName, MemLevel: r.MemLevel,
		Amount: r.Amount, Depositor: r.Depositor, Bank: r.Bank, AccountNo: r.AccountNo, AccountHolder: r.Holder,
		Status: r.Status, RequestedAt: r.RequestedAt, Memo: r.Memo, MemberCash: r.MemberCash,
		InBreak: r.InBreak, TurnoverOpen: r.TurnoverOpen, Forfeited: r.Forfeited, ForfeitedPoints: r.ForfeitedPoints,
	}
}
