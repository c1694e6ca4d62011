package money

import (
	"context"
	"strconv"

	"hubstake/api/partner/list"
	"hubstake/internal/access/httpx"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/sheet"
)

// SendsFileRequest asks for payments and recalls as a file.
type SendsFileRequest struct {
	SendsFilter
}

func (a *API) sendsFile(ctx context.Context, who httpx.Caller, req SendsFileRequest) (sheet.List, error) {
	first, err := a.sendPage(ctx, who, req.SendsFilter, 0, report.FileRows)
	if err != nil {
		return sheet.List{}, err
	}
	t, before := first.Totals, first.Next
	return list.File[Send]{
		Name: "sends", Title: "Paid and recalled", Days: &req.Days, First: list.Page[Send]{Rows: first.List, Next: cursor(first.Next)},
		Totals:  []sheet.Cells{sheet.Texts("", "Entries", "Paid", "Recalled", "Reversed", "Paid out"), list.Sum("Total", t.Count, t.Paid, t.Recalled, t.Reversed, t.PaidOut)},
		Columns: []string{"No", "Time", "Kind", "Account", "Amount", "PT afterwards", "Reason", "By", "Reversal of", "Reversed by"},
		Read: func(ctx context.Context, _ string) (list.Page[Send], error) {
			p, err := a.sendPage(ctx, who, req.SendsFilter, before, report.FileRows)
			before = p.Next
			return list.Page[Send]{Rows: p.List, Next: cursor(p.Next)}, err
		},
		Cells: func(s Send) sheet.Cells {
			return sheet.Cells{
				sheet.Number(s.ID), sheet.At(s.At), sheet.Text(string(s.Kind)), sheet.Text(s.MemID), sheet.Money(s.moved()), sheet.MoneyIf(s.PT), sheet.Text(s.Reason),
				sheet.Text(s.Agent), entry(s.Reverses), entry(s.ReversedBy),
			}
		},
	}.List(ctx, a.reports, who)
}

// LedgerFileRequest asks for the moves of the partner's PT as a file.
type LedgerFileRequest struct {
	paging.Days
}

func (a *API) ledgerFile(ctx context.Context, who httpx.Caller, req LedgerFileRequest) (sheet.List, error) {
	first, err := a.ledgerPage(ctx, who, req.Days, 0, report.FileRows)
	if err != nil {
		return sheet.List{}, err
	}
	before := first.Next
	return list.File[Move]{
		Name: "pt", Title: "PT ledger", Days: &req.Days, First: list.Page[Move]{Rows: first.List, Next: cursor(first.Next)},
		Totals:  []sheet.Cells{sheet.Texts("", "Entries", "In", "Out"), list.Sum("Total", first.Count, first.In, first.Out)},
		Columns: []string{"No", "Time", "Kind", "Amount", "PT afterwards", "Other side", "Reason", "Statement of"},
		Read: func(ctx context.Context, _ string) (list.Page[Move], error) {
			p, err := a.ledgerPage(ctx, who, req.Days, before, report.FileRows)
			before = p.Next
			return list.Page[Move]{Rows: p.List, Next: cursor(p.Next)}, err
		},
		Cells: func(m Move) sheet.Cells {
			return sheet.Cells{sheet.Number(m.No), sheet.At(m.At), sheet.Text(m.Kind), sheet.Money(m.Amount), sheet.Money(m.After), sheet.Text(m.Other), sheet.Text(m.Reason), sheet.Text(m.Day)}
		},
	}.List(ctx, a.reports, who)
}

// moved is by how much the partner's PT changed.
func (s Send) moved() money.Amount {
	if s.Gains {
		return -s.Amount
	}
	return s.Amount
}

// entry is the number of another entry; empty for 0, which stands for none.
func entry(n int64) sheet.Cell {
	if n == 0 {
		return sheet.Cell{}
	}
	return sheet.Number(n)
}

// cursor is a number as text; empty for 0, which stands for none.
func cursor(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}
