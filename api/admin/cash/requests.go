package cash

import (
	"context"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/sheet"
	"hubstake/internal/funds/cash"
)

// Filter selects requests of the site by the day on which they were made and by what they are. Without days: the last 31.
type Filter struct {
	CashType  string       `json:"cashType,omitzero"`  // in, out, or empty for both
	Status    Statuses     `json:"status,omitzero"`    // D-11; empty: all
	MinAmount money.Amount `json:"minAmount,omitzero"` // 0: no bound
	MaxAmount money.Amount `json:"maxAmount,omitzero"` // 0: no bound
	MemID     string       `json:"memId,omitzero"`     // of this member only
	HandledBy string       `json:"handledBy,omitzero"` // claimed or decided by this person
	paging.Days
}

func (f Filter) filter() (report.RequestFilter, error) {
	out := report.RequestFilter{
		Days: f.Days, Statuses: f.Status, Least: f.MinAmount, Most: f.MaxAmount, Member: f.MemID, By: f.HandledBy,
	}
	if f.CashType == "" {
		return out, nil
	}
	var err error
	out.Kinds, err = cash.Kinds(f.CashType)
	return out, err
}

// Cursor is the last request of a page; the next page begins behind it.
type Cursor struct {
	At  time.Time `json:"at"`
	Idx int64     `json:"idx"`
}

// RequestsRequest asks for a page of requests.
type RequestsRequest struct {
	Filter
	After *Cursor `json:"after,omitzero"` // absent: the newest
	Count int     `json:"count,omitzero"` // 50 when absent, 100 at most
}

// RequestRow is a request of the list.
type RequestRow struct {
	Idx           int64        `json:"idx"`
	CashType      string       `json:"cashType"`
	MemID         string       `json:"memId"`
	MemNick       string       `json:"memNick"`
	Amount        money.Amount `json:"amount"`
	Status        int16        `json:"status"` // D-11
	Depositor     string       `json:"depositor"`
	Bank          string       `json:"bank"`
	AccountNo     string       `json:"accountNo"`
	AccountHolder string       `json:"accountHolder"`
	RequestedAt   time.Time    `json:"requestedAt"`
	ProcessedAt   *time.Time   `json:"processedAt"` // null: open
	ProcessedBy   string       `json:"processedBy"`
	Memo          string       `json:"memo"`
}

// StatusTotal adds up the requests of one kind and status.
type StatusTotal struct {
	CashType string       `json:"cashType"`
	Status   int16        `json:"status"`
	Count    int64        `json:"count"`
	Amount   money.Amount `json:"amount"`
}

// RequestsAnswer is a page of requests, newest first.
type RequestsAnswer struct {
	List   []RequestRow  `json:"list"`
	Totals []StatusTotal `json:"totals"` // of the whole selection; with the first page only
	Next   *Cursor       `json:"next"`   // null: this is the last page
}

const usualCount = 50

func (a *API) requests(ctx context.Context, who httpx.Caller, req RequestsRequest) (RequestsAnswer, error) {
	f, err := req.filter()
	if err != nil {
		return RequestsAnswer{}, err
	}
	if req.Count == 0 {
		req.Count = usualCount
	}
	if req.Count < 1 || req.Count > paging.MaxCount || req.After != nil && req.After.At.IsZero() {
		return RequestsAnswer{}, fault.Failed
	}
	out := RequestsAnswer{Totals: []StatusTotal{}}
	var after report.After
	if req.After != nil {
		after = report.After{At: req.After.At, ID: req.After.Idx}
	} else {
		totals, err := a.reports.RequestTotals(ctx, who.Site, f)
		if err != nil {
			return RequestsAnswer{}, err
		}
		for _, t := range totals {
			out.Totals = append(out.Totals, StatusTotal{CashType: t.Kind, Status: t.Status, Count: t.Count, Amount: t.Amount})
		}
	}
	found, err := a.reports.Requests(ctx, who.Site, f, after, int32(req.Count)+1)
	if err != nil {
		return RequestsAnswer{}, err
	}
	if len(found) > req.Count {
		found = found[:req.Count]
		last := found[len(found)-1]
		out.Next = &Cursor{At: last.RequestedAt, Idx: last.ID}
	}
	out.List = make([]RequestRow, len(found))
	for i, r := range found {
		out.List[i] = RequestRow{
			Idx: r.ID, CashType: r.Kind, MemID: r.MemID, MemNick: r.MemNick, Amount: r.Amount, Status: r.Status, Depositor: r.Depositor, Bank: r.Bank,
			AccountNo: r.AccountNo, AccountHolder: r.Holder, RequestedAt: r.RequestedAt, ProcessedAt: r.ProcessedAt, ProcessedBy: r.ProcessedBy, Memo: r.Memo,
		}
	}
	return out, nil
}

// ExportRequest asks for the requests of a filter as a file.
type ExportRequest struct {
	Filter
}

func (a *API) export(ctx context.Context, who httpx.Caller, req ExportRequest) (sheet.List, error) {
	f, err := req.filter()
	if err != nil {
		return sheet.List{}, err
	}
	return a.reports.RequestsFile(ctx, caller.Actor(who), who.Site, f)
}
