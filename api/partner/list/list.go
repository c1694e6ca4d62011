// Package list has the parts that the lists of the partner area share: the size of a page, and lists as files.
package list

import (
	"context"
	"net/netip"
	"strconv"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
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

// Zone writes a moment on the clock of the site.
type Zone func(time.Time) string

// Page is a page of rows and the cursor of the next one; empty: there is none.
type Page[Row any] struct {
	Rows []Row
	Next string
}

// CSV is a list as a file. Its rows are those of the pages that read returns, the first of which was read already.
type CSV[Row any] struct {
	Name, Title string
	Days        *paging.Days
	Columns     []string
	Totals      [][]string
	First       Page[Row]
	Read        func(ctx context.Context, after string) (Page[Row], error)
	Cells       func(r Row, stamp Zone) []string
}

// File returns the file.
func (c CSV[Row]) File(ctx context.Context, reports *report.Service, who httpx.Caller) (httpx.File, error) {
	page, started := c.First, false
	body, err := reports.DownlineFile(ctx, report.DownlineFile{
		Site: who.Site, Partner: who.MemID, Title: c.Title, Days: c.Days, Columns: c.Columns, Totals: c.Totals,
		Next: func(ctx context.Context, stamp func(time.Time) string) (rows [][]string, more bool, err error) {
			if started {
				if page, err = c.Read(ctx, page.Next); err != nil {
					return nil, false, err
				}
			}
			started = true
			for _, r := range page.Rows {
				rows = append(rows, c.Cells(r, stamp))
			}
			return rows, page.Next != "", nil
		},
	})
	return httpx.File{Name: c.Name, Type: "text/csv; charset=utf-8", Body: body}, err
}

// Amount is a cell of a file; empty for nil, an amount that the person has no right to see.
func Amount(a *money.Amount) string {
	if a == nil {
		return ""
	}
	return a.String()
}

// Sum is a line of the totals of a file: a name, how many, and amounts.
func Sum(name string, count int64, amounts ...money.Amount) []string {
	out := []string{name, strconv.FormatInt(count, 10)}
	for _, a := range amounts {
		out = append(out, a.String())
	}
	return out
}
