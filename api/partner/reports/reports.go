// Package reports is what a partner reads of its downline besides the play: the first page, deposits and withdrawals, points, logins and addresses.
package reports

import (
	"context"
	"strconv"
	"time"

	"hubstake/api/partner/list"
	"hubstake/internal/access/httpx"
	"hubstake/internal/account/member"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
	"hubstake/internal/core/sheet"
)

// API holds what the calls need.
type API struct {
	reports *report.Service
	present func(ctx context.Context, siteID string) ([]member.Present, error)
}

// New returns the area's API. present tells who of a site has a live connection.
func New(reports *report.Service, present func(ctx context.Context, siteID string) ([]member.Present, error)) *API {
	return &API{reports: reports, present: present}
}

// Routes lists the calls. The product misspells the distributor, our affiliate (D-40), whose summary it names outside of the partner area; it is
// answered in the area's session only (D-73).
func (a *API) Routes() []httpx.Route {
	cash, lower := httpx.Needs(right.MoneyRead), httpx.Needs(right.LowerRead)
	return []httpx.Route{
		httpx.Post("/api/partner/reports/home", httpx.Partner, a.home, httpx.Passive),
		httpx.Post("/api/partner/reports/cash", httpx.Partner, a.cash, cash),
		httpx.Post("/api/partner/reports/cash/csv", httpx.Partner, a.cashFile, cash),
		httpx.Post("/api/partner/reports/points", httpx.Partner, a.points, cash),
		httpx.Post("/api/partner/reports/points/csv", httpx.Partner, a.pointsFile, cash),
		httpx.Post("/api/partner/reports/access", httpx.Partner, a.access, lower),
		httpx.Post("/api/partner/reports/access/csv", httpx.Partner, a.accessFile, lower),
		httpx.Post("/api/partner/reports/addresses", httpx.Partner, a.addresses, lower),
		httpx.Post("/api/partner/reports/addresses/csv", httpx.Partner, a.addressesFile, lower),
		httpx.Post("/api/stributor/summary", httpx.Partner, a.affiliate, httpx.Alias("/api/distributor/summary")),
	}
}

// Sum is how many there are, and how much.
type Sum struct {
	Count  int64        `json:"count"`
	Amount money.Amount `json:"amount"`
}

// HomeMoney is what the downline deposited and withdrew.
type HomeMoney struct {
	Deposits    Sum `json:"deposits"`
	Withdrawals Sum `json:"withdrawals"`
}

// HomePlay is what the downline played, of bets that ended.
type HomePlay struct {
	Bets   int64        `json:"bets"`
	BetAmt money.Amount `json:"betAmt"`
	WinAmt money.Amount `json:"betWinAmt"`
	GGR    money.Amount `json:"ggr"` // stakes less payouts
}

// HomeCommission is what the partner earned so far, before gifts of the house and what is carried over from the statement before.
type HomeCommission struct {
	Rolling money.Amount `json:"rolling"`
	Losing  money.Amount `json:"losing"` // negative: the downline won more than it lost
}

// HomeFigures are figures of some days. Those that the person has no right to see are null.
type HomeFigures struct {
	Money      *HomeMoney      `json:"money"`
	Play       *HomePlay       `json:"play"`
	Commission *HomeCommission `json:"commission"`
	Joined     *int64          `json:"joined"`
}

// HomeDay is a day of the curves.
type HomeDay struct {
	Day string `json:"day"` // yyyy-MM-dd
	HomeFigures
}

// HomeLive is counted when it is asked for (D-54). Figures that the person has no right to see are null.
type HomeLive struct {
	Now         time.Time `json:"now"`
	Online      *int64    `json:"online"`
	Deposits    *Sum      `json:"deposits"` // that wait for a decision
	Withdrawals *Sum      `json:"withdrawals"`
	OpenBets    *Sum      `json:"openBets"`
}

// HomeAnswer is the first page of the partner area.
type HomeAnswer struct {
	AsOf  *time.Time  `json:"asOf"` // of today, month and days; null: no bet was ever decided
	Today HomeFigures `json:"today"`
	Month HomeFigures `json:"month"`
	Days  []HomeDay   `json:"days"` // the last 31, the oldest first
	Live  HomeLive    `json:"live"`
}

func (a *API) home(ctx context.Context, who httpx.Caller, _ httpx.None) (HomeAnswer, error) {
	online, err := a.present(ctx, who.Site)
	if err != nil {
		return HomeAnswer{}, err
	}
	ids := make([]string, len(online))
	for i, p := range online {
		ids[i] = p.MemID
	}
	h, err := a.reports.DownlineHome(ctx, who.Site, who.MemID, ids)
	if err != nil {
		return HomeAnswer{}, err
	}
	out := HomeAnswer{Today: figures(who, h.Today), Month: figures(who, h.Month), Days: make([]HomeDay, len(h.Days)), Live: HomeLive{Now: h.Now}}
	if !h.AsOf.IsZero() {
		out.AsOf = &h.AsOf
	}
	for i, d := range h.Days {
		out.Days[i] = HomeDay{Day: d.Day, HomeFigures: figures(who, d.Figures)}
	}
	if who.Has(right.LowerRead) {
		out.Live.Online = &h.Live.Online
	}
	if who.Has(right.MoneyRead) {
		in, paid := Sum(h.Live.Deposits), Sum(h.Live.Withdrawals)
		out.Live.Deposits, out.Live.Withdrawals = &in, &paid
	}
	if who.Has(right.PlayRead) {
		bets := Sum(h.Live.OpenBets)
		out.Live.OpenBets = &bets
	}
	return out, nil
}

func figures(who httpx.Caller, f report.Figures) (out HomeFigures) {
	if who.Has(right.MoneyRead) {
		out.Money = &HomeMoney{Deposits: Sum(f.Deposits), Withdrawals: Sum(f.Withdrawals)}
	}
	if who.Has(right.PlayRead) {
		out.Play = &HomePlay{Bets: f.Bets, BetAmt: f.Stake, WinAmt: f.Payout, GGR: f.Stake - f.Payout}
	}
	if who.Has(right.CommissionRead) {
		out.Commission = &HomeCommission{Rolling: f.Rolling, Losing: f.Losing}
	}
	if who.Has(right.LowerRead) {
		out.Joined = &f.Joined
	}
	return out
}

// CashFilter selects deposits or withdrawals of the downline by the days on which they were requested, 92 at most.
type CashFilter struct {
	Kind  string       `json:"kind"`           // in or out
	State string       `json:"state,omitzero"` // waiting, done or cancelled; empty: all
	MemID string       `json:"memId,omitzero"` // empty: all
	Least money.Amount `json:"least,omitzero"` // amount from
	Most  money.Amount `json:"most,omitzero"`  // amount up to; 0: any
	paging.Days
}

// CashRequest asks for a page of them.
type CashRequest struct {
	CashFilter
	After string `json:"after,omitzero"`
	Count int    `json:"count_per_list,omitzero"`
}

// CashRow is a deposit or a withdrawal.
type CashRow struct {
	ID          int64        `json:"id"`
	MemID       string       `json:"memId"`
	MemNick     string       `json:"memNick"`
	Amount      money.Amount `json:"amount"`
	State       string       `json:"state"` // waiting, done or cancelled
	RequestedAt time.Time    `json:"requestedAt"`
	DecidedAt   *time.Time   `json:"decidedAt"` // null: not yet
}

// CashTotals add up all requests of the selection; of a large downline they may be a minute old.
type CashTotals struct {
	Waiting   Sum `json:"waiting"`
	Done      Sum `json:"done"`
	Cancelled Sum `json:"cancelled"`
}

// CashAnswer is a page, newest first.
type CashAnswer struct {
	List   []CashRow   `json:"list"`
	Totals *CashTotals `json:"totals"` // with the first page, else null
	Next   string      `json:"next"`   // empty: there is no further page
}

var statesOf = map[string][]int16{"": nil, "waiting": {0, 2}, "done": {1}, "cancelled": {-1, -2}}

func stateOf(status int16) string {
	switch {
	case status == 1:
		return "done"
	case status < 0:
		return "cancelled"
	}
	return "waiting"
}

func (a *API) cash(ctx context.Context, who httpx.Caller, req CashRequest) (CashAnswer, error) {
	return a.cashPage(ctx, who, req.CashFilter, req.After, list.Size(req.Count))
}

func (a *API) cashPage(ctx context.Context, who httpx.Caller, f CashFilter, after string, count int32) (CashAnswer, error) {
	statuses, known := statesOf[f.State]
	if !known {
		return CashAnswer{}, fault.Failed
	}
	found, err := a.reports.LowerRequests(ctx, report.LowerRequestSearch{
		Site: who.Site, Partner: who.MemID, Kind: f.Kind, Statuses: statuses, Member: f.MemID, Least: f.Least, Most: f.Most, Days: f.Days, After: after, Count: count,
	})
	if err != nil {
		return CashAnswer{}, err
	}
	out := CashAnswer{List: make([]CashRow, len(found.List)), Next: found.Next}
	if t := found.Totals; t != nil {
		out.Totals = &CashTotals{Waiting: Sum(t.Waiting), Done: Sum(t.Done), Cancelled: Sum(t.Cancelled)}
	}
	for i, c := range found.List {
		out.List[i] = CashRow{ID: c.ID, MemID: c.MemID, MemNick: c.Nick, Amount: c.Amount, State: stateOf(c.Status), RequestedAt: c.RequestedAt, DecidedAt: c.DecidedAt}
	}
	return out, nil
}

// CashFileRequest asks for deposits or withdrawals as a file.
type CashFileRequest struct {
	CashFilter
}

func (a *API) cashFile(ctx context.Context, who httpx.Caller, req CashFileRequest) (sheet.List, error) {
	first, err := a.cashPage(ctx, who, req.CashFilter, "", report.FileRows)
	if err != nil {
		return sheet.List{}, err
	}
	name, title := "deposits", "Deposits"
	if req.Kind == "out" {
		name, title = "withdrawals", "Withdrawals"
	}
	t := first.Totals
	return list.File[CashRow]{
		Name: name, Title: title, Days: &req.Days, First: list.Page[CashRow]{Rows: first.List, Next: first.Next},
		Totals: []sheet.Cells{
			sheet.Texts("", "Requests", "Amount"),
			list.Sum("Waiting", t.Waiting.Count, t.Waiting.Amount), list.Sum("Done", t.Done.Count, t.Done.Amount),
			list.Sum("Cancelled", t.Cancelled.Count, t.Cancelled.Amount),
		},
		Columns: []string{"No", "Requested", "Member", "Amount", "State", "Decided"},
		Read: func(ctx context.Context, after string) (list.Page[CashRow], error) {
			p, err := a.cashPage(ctx, who, req.CashFilter, after, report.FileRows)
			return list.Page[CashRow]{Rows: p.List, Next: p.Next}, err
		},
		Cells: func(c CashRow) sheet.Cells {
			return sheet.Cells{sheet.Number(c.ID), sheet.At(c.RequestedAt), sheet.Text(c.MemID), sheet.Money(c.Amount), sheet.Text(c.State), sheet.AtIf(c.DecidedAt)}
		},
	}.List(ctx, a.reports, who)
}

// PointsFilter selects the points of a member of the downline in days, 92 at most.
type PointsFilter struct {
	MemID string `json:"memId"`
	paging.Days
}

// PointsRequest asks for a page of them.
type PointsRequest struct {
	PointsFilter
	paging.Request
}

// PointRow is a move of points.
type PointRow struct {
	No        int64        `json:"no"`
	CreatedAt time.Time    `json:"createdAt"`
	Kind      string       `json:"kind"`   // of the ledger, for instance coupon or point.change
	Amount    money.Amount `json:"amount"` // negative: they left
	Balance   money.Amount `json:"balance"`
}

// PointsAnswer is a page, newest first, with what all moves of the selection add up to.
type PointsAnswer struct {
	List     []PointRow   `json:"list"`
	PageInfo paging.Info  `json:"pageInfo"`
	In       money.Amount `json:"in"`
	Out      money.Amount `json:"out"` // a positive figure
}

func (a *API) points(ctx context.Context, who httpx.Caller, req PointsRequest) (PointsAnswer, error) {
	lines, totals, err := a.reports.LowerPoints(ctx, who.Site, who.MemID, req.MemID, req.Days, req.Slice())
	out := PointsAnswer{List: make([]PointRow, len(lines)), PageInfo: req.Info(totals.Lines), In: totals.In, Out: totals.Out}
	for i, l := range lines {
		out.List[i] = PointRow{No: l.No, CreatedAt: l.At, Kind: l.Kind, Amount: l.Amount, Balance: l.Balance}
	}
	return out, err
}

// PointsFileRequest asks for points as a file.
type PointsFileRequest struct {
	PointsFilter
}

func (a *API) pointsFile(ctx context.Context, who httpx.Caller, req PointsFileRequest) (sheet.List, error) {
	read := func(ctx context.Context, after string) (list.Page[report.StatementLine], report.UnitTotals, error) {
		skip, err := strconv.Atoi(after)
		if err != nil {
			skip = 0
		}
		lines, totals, err := a.reports.LowerPoints(ctx, who.Site, who.MemID, req.MemID, req.Days, paging.Slice{Count: report.FileRows, Skip: int32(skip)}) //nolint:gosec // of our own pages
		page := list.Page[report.StatementLine]{Rows: lines}
		if len(lines) == report.FileRows {
			page.Next = strconv.Itoa(skip + report.FileRows)
		}
		return page, totals, err
	}
	first, totals, err := read(ctx, "")
	if err != nil {
		return sheet.List{}, err
	}
	return list.File[report.StatementLine]{
		Name: "points", Title: "Points of " + req.MemID, Days: &req.Days, First: first,
		Totals:  []sheet.Cells{sheet.Texts("", "Moves", "In", "Out"), list.Sum("Total", totals.Lines, totals.In, totals.Out)},
		Columns: []string{"No", "Time", "Kind", "Amount", "Balance"},
		Read: func(ctx context.Context, after string) (list.Page[report.StatementLine], error) {
			p, _, err := read(ctx, after)
			return p, err
		},
		Cells: func(l report.StatementLine) sheet.Cells {
			return sheet.Cells{sheet.Number(l.No), sheet.At(l.At), sheet.Text(l.Kind), sheet.Money(l.Amount), sheet.Money(l.Balance)}
		},
	}.List(ctx, a.reports, who)
}
