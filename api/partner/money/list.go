package money

import (
	"context"
	"time"

	"hubstake/api/partner/list"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/partners/partner"
)

// SendsFilter selects payments and recalls.
type SendsFilter struct {
	Kind  partner.SendKind `json:"kind,omitzero"`  // pay, recall, reverse or payout; empty: all
	MemID string           `json:"memId,omitzero"` // the other side; empty: all
	paging.Days
}

// SendsRequest asks for a page of payments and recalls.
type SendsRequest struct {
	SendsFilter
	Before int64 `json:"before,omitzero"` // the id of the last row of the page before
	Count  int   `json:"count_per_list,omitzero"`
}

// SendTotals adds up all rows that the search finds.
type SendTotals struct {
	Count    int64        `json:"count"`
	Paid     money.Amount `json:"paid"`
	Recalled money.Amount `json:"recalled"`
	PaidOut  money.Amount `json:"paidOut"`  // to members who asked for it
	Reversed money.Amount `json:"reversed"` // what reversals brought back to the PT, less what they took from it
}

// SendsAnswer is a page, newest first.
type SendsAnswer struct {
	List   []Send     `json:"list"`
	Totals SendTotals `json:"totals"`
	Next   int64      `json:"next"` // the next page is before it; 0: there is none
	Now    time.Time  `json:"now"`  // of the server: what may still be reversed
}

func (a *API) list(ctx context.Context, who httpx.Caller, req SendsRequest) (SendsAnswer, error) {
	return a.sendPage(ctx, who, req.SendsFilter, req.Before, list.Size(req.Count))
}

func (a *API) sendPage(ctx context.Context, who httpx.Caller, f SendsFilter, before int64, count int32) (SendsAnswer, error) {
	rows, totals, err := a.sends.List(ctx, partner.SendSearch{
		Site: who.Site, Partner: who.MemID, Kind: f.Kind, Member: f.MemID, Days: f.Days, Before: before, Count: count + 1,
	})
	if err != nil {
		return SendsAnswer{}, err
	}
	out := SendsAnswer{
		List: make([]Send, 0, len(rows)), Now: a.sends.Now(),
		Totals: SendTotals{Count: totals.Entries, Paid: totals.Paid, Recalled: totals.Recalled, PaidOut: totals.PaidOut, Reversed: totals.Reversed},
	}
	if len(rows) > int(count) {
		rows = rows[:count]
		out.Next = rows[count-1].ID
	}
	for _, r := range rows {
		out.List = append(out.List, send(who, r))
	}
	return out, nil
}

// LedgerRequest asks for a page of the moves of the partner's PT.
type LedgerRequest struct {
	Before int64 `json:"before,omitzero"` // the number of the last row of the page before
	Count  int   `json:"count_per_list,omitzero"`
	paging.Days
}

// Move is a move of the PT.
type Move struct {
	No     int64        `json:"no"`
	Kind   string       `json:"kind"`  // of the ledger, for instance pt.pay or correction
	Other  string       `json:"other"` // who was paid, or the partner above who paid; empty: neither
	Reason string       `json:"reason"`
	Day    string       `json:"day"`    // yyyy-MM-dd: of the statement that was paid, or that ends with the debt; empty for other kinds
	Amount money.Amount `json:"amount"` // negative: it left
	After  money.Amount `json:"after"`
	At     time.Time    `json:"at"`
}

// LedgerAnswer is a page, newest first, with the totals of all days of the search.
type LedgerAnswer struct {
	List  []Move       `json:"list"`
	Count int64        `json:"count"`
	In    money.Amount `json:"in"`
	Out   money.Amount `json:"out"`
	Next  int64        `json:"next"` // the next page is before it; 0: there is none
}

func (a *API) ledger(ctx context.Context, who httpx.Caller, req LedgerRequest) (LedgerAnswer, error) {
	return a.ledgerPage(ctx, who, req.Days, req.Before, list.Size(req.Count))
}

func (a *API) ledgerPage(ctx context.Context, who httpx.Caller, days paging.Days, before int64, count int32) (LedgerAnswer, error) {
	rows, totals, err := a.sends.Ledger(ctx, partner.LedgerSearch{Site: who.Site, Partner: who.MemID, Days: days, Before: before, Count: count + 1})
	if err != nil {
		return LedgerAnswer{}, err
	}
	out := LedgerAnswer{List: make([]Move, 0, len(rows)), Count: totals.Entries, In: totals.In, Out: totals.Out}
	if len(rows) > int(count) {
		rows = rows[:count]
		out.Next = rows[count-1].Version
	}
	for _, r := range rows {
		out.List = append(out.List, Move{No: r.Version, Kind: r.Kind, Other: r.Other, Reason: r.Reason, Day: r.Day, Amount: r.Amount, After: r.After, At: r.At})
	}
	return out, nil
}
