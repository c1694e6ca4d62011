package money

import (
	"context"
	"strconv"

	"hubstake/api/partner/list"
	"hubstake/internal/access/httpx"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
)

// SendsFileRequest asks for payments and recalls as a file.
type SendsFileRequest struct {
	SendsFilter
}

func (a *API) sendsCSV(ctx context.Context, who httpx.Caller, req SendsFileRequest) (httpx.File, error) {
	first, err := a.sendPage(ctx, who, req.SendsFilter, 0, report.FileRows)
	if err != nil {
		return httpx.File{}, err
	}
	t, before := first.Totals, first.Next
	return list.CSV[Send]{
		Name: "sends.csv", Title: "Paid and recalled", Days: &req.Days, First: list.Page[Send]{Rows: first.List, Next: cursor(first.Next)},
		Totals:  [][]string{{"", "Entries", "Paid", "Recalled", "Reversed", "Paid out"}, list.Sum("Total", t.Count, t.Paid, t.Recalled, t.Reversed, t.PaidOut)},
		Columns: []string{"No", "Time", "Kind", "Account", "Amount", "PT afterwards", "Reason", "By", "Reversal of", "Reversed by"},
		Read: func(ctx context.Context, _ string) (list.Page[Send], error) {
			p, err := a.sendPage(ctx, who, req.SendsFilter, before, report.FileRows)
			before = p.Next
			return list.Page[Send]{Rows: p.List, Next: cursor(p.Next)}, err
		},
		Cells: func(s Send, stamp list.Zone) []string {
			return []string{
				number(s.ID), stamp(s.At), string(s.Kind), s.MemID, s.moved().String(), list.Amount(s.PT), s.Reason, s.Agent, cursor(s.Reverses), cursor(s.ReversedBy),
			}
		},
	}.File(ctx, a.reports, who)
}

// LedgerFileRequest asks for the moves of the partner's PT as a file.
type LedgerFileRequest struct {
	paging.Days
}

func (a *API) ledgerCSV(ctx context.Context, who httpx.Caller, req LedgerFileRequest) (httpx.File, error) {
	first, err := a.ledgerPage(ctx, who, req.Days, 0, report.FileRows)
	if err != nil {
		return httpx.File{}, err
	}
	before := first.Next
	return list.CSV[Move]{
		Name: "pt.csv", Title: "PT ledger", Days: &req.Days, First: list.Page[Move]{Rows: first.List, Next: cursor(first.Next)},
		Totals:  [][]string{{"", "Entries", "In", "Out"}, list.Sum("Total", first.Count, first.In, first.Out)},
		Columns: []string{"No", "Time", "Kind", "Amount", "PT afterwards", "Other side", "Reason", "Statement of"},
		Read: func(ctx context.Context, _ string) (list.Page[Move], error) {
			p, err := a.ledgerPage(ctx, who, req.Days, before, report.FileRows)
			before = p.Next
			return list.Page[Move]{Rows: p.List, Next: cursor(p.Next)}, err
		},
		Cells: func(m Move, stamp list.Zone) []string {
			return []string{number(m.No), stamp(m.At), m.Kind, m.Amount.String(), m.After.String(), m.Other, m.Reason, m.Day}
		},
	}.File(ctx, a.reports, who)
}

// moved is by how much the partner's PT changed.
func (s Send) moved() money.Amount {
	if s.Gains {
		return -s.Amount
	}
	return s.Amount
}

func number(n int64) string { return strconv.FormatInt(n, 10) }

// cursor is a number as text; empty for 0, which stands for none.
func cursor(n int64) string {
	if n == 0 {
		return ""
	}
	return number(n)
}
