// Package list has the parts that the lists of the partner area share: the size of a page, and lists as files.
package list

import (
	"context"
	"net/netip"

	"hubstake/internal/access/httpx"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/sheet"
)

// Size is how many rows a page has.
func Size(asked int) int32 { return paging.Request{CountPerList: asked}.Slice().Count }

// IP is an address as text; empty: not known.
func IP(ip netip.Addr) string {
	if !ip.IsValid() {
		return ""
	}
	return ip.String()
}

// Page is a page of rows and the cursor of the next one; empty: there is none.
type Page[Row any] struct {
	Rows []Row
	Next string
}

// File is a list as a file. Its rows are those of the pages that Read returns, the first of which was read already.
type File[Row any] struct {
	Name, Title string
	Days        *paging.Days
	Columns     []string
	Totals      []sheet.Cells
	First       Page[Row]
	Read        func(ctx context.Context, after string) (Page[Row], error)
	Cells       func(r Row) sheet.Cells
}

// List returns the list of the file.
func (f File[Row]) List(ctx context.Context, reports *report.Service, who httpx.Caller) (sheet.List, error) {
	page, started := f.First, false
	return reports.DownlineFile(ctx, report.DownlineFile{
		Site: who.Site, Partner: who.MemID, Name: f.Name, Title: f.Title, Days: f.Days, Columns: f.Columns, Totals: f.Totals,
		Next: func(ctx context.Context) (rows []sheet.Cells, more bool, err error) {
			if started {
				if page, err = f.Read(ctx, page.Next); err != nil {
					return nil, false, err
				}
			}
			started = true
			for _, r := range page.Rows {
				rows = append(rows, f.Cells(r))
			}
			return rows, page.Next != "", nil
		},
	})
}

// Sum is a line of the totals of a file: a name, how many, and amounts.
func Sum(name string, count int64, amounts ...money.Amount) sheet.Cells {
	out := sheet.Cells{sheet.Text(name), sheet.Number(count)}
	for _, a := range amounts {
		out = append(out, sheet.Money(a))
	}
	return out
}
