// Package cash is the back office's list of deposits and withdrawals, and the decisions about them.
package cash

import (
	"cmp"
	"context"
	"slices"
	"strings"
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
		httpx.Post("/api/admin/cash/list", httpx.Staff, a.list, needs, httpx.Searches(ListRequest.searches)),
		httpx.Post("/api/admin/cash/requests", httpx.Staff, a.requests, needs),
		httpx.Post("/api/admin/cash/requests.csv", httpx.Staff, a.export, needs, httpx.Fresh),
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
	CashType string   `json:"cashType,omitzero"` // in, out, through (paid by a partner), pt (of a partner), or empty for all
	Status   Statuses `json:"status,omitzero"`
	MemID    string   `json:"memId,omitzero"` // requests of this member only, also those off the member's own list
	// A whole name, depositor, holder or account number, or the last four digits of one: among the newest 500 that wait.
	Search      string `json:"search,omitzero"`
	Row         int64  `json:"row,omitzero"` // with memId: the page that has this request, instead of page
	paging.Days        // with memId only: the queue of all members has none
	paging.Request
}

// searches reports whether this is the first page of a search.
func (r ListRequest) searches() bool { return r.Search != "" && r.Page <= 1 }

// Row is a request as the back office sees it.
type Row struct {
	Idx           int64        `json:"idx"`
	CashType      string       `json:"cashType"`
	MemID         string       `json:"memId"`
	MemNick       string       `json:"memNick"`
	MemName       string       `json:"memName"` // name, depositor, account and holder are masked; /api/admin/personal/show shows them
	MemLevel      int          `json:"memLevel"`
	Amount        money.Amount `json:"amount"`
	Depositor     string       `json:"depositor"`
	Bank          string       `json:"bank"`
	AccountNo     string       `json:"accountNo"` // withdrawals: where to pay
	AccountHolder string       `json:"accountHolder"`
	NameDiffers   bool         `json:"nameDiffers"` // depositor or holder has another name than the member
	Status        int16        `json:"status"`      // D-11
	RequestedAt   time.Time    `json:"requestedAt"`
	Memo          string       `json:"memo"`
	ProcessedAt   *time.Time   `json:"processedAt"` // null: open
	ProcessedBy   string       `json:"processedBy"` // who claimed or decided it; the memId when the member cancelled it
	MemberCash    money.Amount `json:"memberCash"`  // what the member has now; of pt, its PT
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
	if (req.MemID == "" || req.Search != "") && (req.Days != paging.Days{} || req.Row != 0) {
		return ListAnswer{}, fault.Failed
	}
	q := report.CashQuery{Member: req.MemID, Kinds: kinds, Statuses: req.Status, Text: strings.TrimSpace(req.Search), Days: req.Days}
	if req.Row != 0 {
		before, err := a.reports.CashBefore(ctx, who.Site, q, req.Row)
		if err != nil {
			return ListAnswer{}, err
		}
		req.Request = req.At(before)
	}
	q.Slice = req.Slice()
	found, total, err := a.reports.CashRequests(ctx, who.Site, q)
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

// Shared is another account of the site that has something in common with the member.
type Shared struct {
	MemID   string `json:"memId"`
	MemNick string `json:"memNick"`
	Status  string `json:"status"`
	Address bool   `json:"address"` // of a login, of the signup or of this request
	Device  bool   `json:"device"`  // the same browser at the same address
	Account bool   `json:"account"` // the bank account
}

// LastRequest is another request of the member.
type LastRequest struct {
	Idx         int64        `json:"idx"`
	CashType    string       `json:"cashType"`
	Amount      money.Amount `json:"amount"`
	Status      int16        `json:"status"` // D-11
	RequestedAt time.Time    `json:"requestedAt"`
	ProcessedBy string       `json:"processedBy"`
	Memo        string       `json:"memo"`
}

// LastBet is a round of the member.
type LastBet struct {
	Idx      int64        `json:"idx"`
	GameName string       `json:"gameName"` // its code when the catalogue does not have it
	Stake    money.Amount `json:"stake"`
	Payout   money.Amount `json:"payout"`
	State    string       `json:"state"` // open, closed or void
	At       time.Time    `json:"at"`
}

// Reason is a usual reason of a refusal.
type Reason struct {
	Template cash.Refusal `json:"template"`
	Text     string       `json:"text"`       // in the language of the caller
	Member   string       `json:"memberText"` // as the member reads it
}

// BackgroundAnswer is what a decision about a request rests on, as it is now.
type BackgroundAnswer struct {
	Bonuses     []ExpectedBonus `json:"bonuses"`  // of a deposit that is approved now
	Deposits    Total           `json:"deposits"` // the member's completed ones, without this one
	Withdrawals Total           `json:"withdrawals"`
	Net         money.Amount    `json:"net"`      // deposits less withdrawals
	First       bool            `json:"first"`    // the member's first completed request of this kind, if it is approved
	Reopened    money.Amount    `json:"reopened"` // turnover that was met when the withdrawal was asked for, and is open again: paying needs a reason
	Second      bool            `json:"second"`   // an approval by the caller needs a second person now
	Owed        money.Amount    `json:"owed"`     // by the member after a correction; taken from wins and before a withdrawal
	Turnover    money.Amount    `json:"turnover"` // what the member must still play before a withdrawal (D-20)
	// The code with which an approval would refuse to pay an open withdrawal now (the member's status, U022, U042); empty: it would not.
	PayoutRefusal string        `json:"payoutRefusal"`
	HandledBy     string        `json:"handledBy"`  // the member of staff who claimed it; empty: not claimed, or decided
	AskedBy       string        `json:"askedBy"`    // who asked for the second person of the approval; empty: not asked for
	Shared        []Shared      `json:"shared"`     // at most 20 of each address and of the account
	SharedMore    bool          `json:"sharedMore"` // an address has more of them
	Requests      []LastRequest `json:"requests"`   // the last five others
	Bets          []LastBet     `json:"bets"`       // the last five
	Language      string        `json:"language"`   // the member's
	Reasons       []Reason      `json:"reasons"`    // the usual ones of a refusal
}

// BackgroundRequest names a request.
type BackgroundRequest struct {
	Idx int64 `json:"idx"`
}

func (a *API) background(ctx context.Context, who httpx.Caller, req BackgroundRequest) (BackgroundAnswer, error) {
	b, err := a.cash.Background(ctx, who.Site, req.Idx, who.MemID, who.Lang)
	if err != nil {
		return BackgroundAnswer{}, err
	}
	beside, err := a.reports.Beside(ctx, who.Site, req.Idx)
	if err != nil {
		return BackgroundAnswer{}, err
	}
	out := BackgroundAnswer{
		Bonuses: make([]ExpectedBonus, len(b.Bonuses)), Deposits: Total(b.Deposits), Withdrawals: Total(b.Withdrawals),
		Net: b.Deposits.Amount - b.Withdrawals.Amount, First: b.First, Second: b.Second, Reopened: b.Reopened, Owed: b.Owed, Turnover: b.Turnover, PayoutRefusal: b.PayoutRefusal,
		HandledBy: beside.HandledBy, AskedBy: beside.AskedBy, Shared: make([]Shared, len(beside.Shared)), SharedMore: beside.SharedMore,
		Requests: make([]LastRequest, len(beside.Requests)), Bets: make([]LastBet, len(beside.Rounds)),
		Language: b.Language, Reasons: make([]Reason, len(b.Reasons)),
	}
	for i, g := range b.Bonuses {
		out.Bonuses[i] = ExpectedBonus{g.Rule, g.Unit, g.Amount, g.Turnover}
	}
	for i, o := range beside.Shared {
		out.Shared[i] = Shared{MemID: o.MemID, MemNick: o.Nick, Status: o.Status, Address: o.Address, Device: o.Device, Account: o.Account}
	}
	for i, r := range beside.Requests {
		out.Requests[i] = LastRequest{
			Idx: r.ID, CashType: r.Kind, Amount: r.Amount, Status: r.Status, RequestedAt: r.RequestedAt, ProcessedBy: r.ProcessedBy, Memo: r.Memo,
		}
	}
	for i, r := range beside.Rounds {
		name := cmp.Or(r.NameENG, r.Game)
		if who.Lang == "ko" {
			name = cmp.Or(r.NameKOR, name)
		}
		out.Bets[i] = LastBet{Idx: r.ID, GameName: name, Stake: r.Stake, Payout: r.Payout, State: r.State, At: r.At}
	}
	for i, r := range b.Reasons {
		out.Reasons[i] = Reason{r.Name, r.Text, r.Member}
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

// ApproveRequest approves a request; the reason is needed when its turnover is open again (C033).
type ApproveRequest struct {
	Request
	Reason string `json:"reason,omitzero"` // up to 300 characters, for the audit
}

func (a *API) approve(ctx context.Context, who httpx.Caller, req ApproveRequest) (Row, error) {
	fresh, err := who.Fresh(ctx)
	if err != nil {
		return Row{}, err
	}
	return a.decided(ctx, who, req.Idx, a.cash.ApproveBecause(ctx, who.Site, caller.Actor(who), req.shown(), fresh, req.Reason))
}

// RefuseRequest refuses a request for a usual reason, for one in own words, or both: the member reads the usual one in the own
// language, then the memo.
type RefuseRequest struct {
	Request
	Template cash.Refusal `json:"template,omitzero"`
	Memo     string       `json:"memo,omitzero"`
}

func (a *API) refuse(ctx context.Context, who httpx.Caller, req RefuseRequest) (Row, error) {
	return a.decided(ctx, who, req.Idx, a.cash.Refuse(ctx, who.Site, caller.Actor(who), req.shown(), cash.Because{Usual: req.Template, Words: req.Memo}))
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
		NameDiffers: r.NameDiffers, Status: r.Status, RequestedAt: r.RequestedAt, Memo: r.Memo,
		ProcessedAt: r.ProcessedAt, ProcessedBy: r.ProcessedBy, MemberCash: r.MemberCash,
		InBreak: r.InBreak, TurnoverOpen: r.TurnoverOpen, Forfeited: r.Forfeited, ForfeitedPoints: r.ForfeitedPoints,
	}
}
