// Package sheet makes lists as files for spreadsheets, while they are read: as CSV, or as a workbook of Excel (xlsx). A list says what each cell is; the
// format decides how it is written, so that every list can have every format.
package sheet

import (
	"context"
	"fmt"
	"io"
	"time"

	"hubstake/internal/core/money"
)

// MostRows is how many rows of a list that grows without end a file holds.
const MostRows = 50_000

// timeout bounds the time in which a file is read.
const timeout = 30 * time.Second

// Format is how a list is written.
type Format int

// The formats; CSV is the one of callers who name none.
const (
	CSV Format = iota
	XLSX
)

// Formats are all formats.
func Formats() []Format { return []Format{CSV, XLSX} }

// Type returns the media type, by which callers choose a format.
func (f Format) Type() string {
	if f == XLSX {
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	}
	return "text/csv; charset=utf-8"
}

// Ending returns the ending of the file's name.
func (f Format) Ending() string {
	if f == XLSX {
		return ".xlsx"
	}
	return ".csv"
}

type kind int

const (
	text kind = iota
	number
	amount
	moment
)

// Cell is a value of a list. The zero Cell is empty.
type Cell struct {
	kind kind
	text string
	n    int64
	at   time.Time
}

// Text is a cell that no spreadsheet takes for a number of its own or a formula.
func Text(s string) Cell { return Cell{text: s} }

// Number is a count, or the number of a row.
func Number[N int | int16 | int32 | int64](n N) Cell { return Cell{kind: number, n: int64(n)} }

// Money is an amount of the list's currency.
func Money(a money.Amount) Cell { return Cell{kind: amount, n: int64(a)} }

// MoneyIf is Money; nil, an amount that the reader may not see, is empty.
func MoneyIf(a *money.Amount) Cell {
	if a == nil {
		return Cell{}
	}
	return Money(*a)
}

// At is a moment, which is written on the list's clock. The zero time is empty.
func At(t time.Time) Cell {
	if t.IsZero() {
		return Cell{}
	}
	return Cell{kind: moment, at: t}
}

// AtIf is At; nil is empty.
func AtIf(t *time.Time) Cell {
	if t == nil {
		return Cell{}
	}
	return At(*t)
}

// Cells is a row of cells.
type Cells []Cell

// Texts is a row of texts, for instance the names of columns.
func Texts(cells ...string) Cells {
	out := make(Cells, len(cells))
	for i, c := range cells {
		out[i] = Text(c)
	}
	return out
}

// List is a list that can be a file.
type List struct {
	Name     string         // of the file, without its ending; ASCII
	Zone     *time.Location // the clock of its moments
	Currency string         // ISO code; empty for a list without amounts
	Head     []Cells        // the last one names the columns
	// Next returns further rows, and whether there may be more.
	Next func(context.Context) (rows []Cells, more bool, err error)
	Most int  // how many rows a file holds; 0: all of them, in a format that has room for them
	Cut  bool // there are more than that
}

// Open returns the list as a file, which is made while it is read, within 30 seconds. Close it.
func (l List) Open(ctx context.Context, f Format) io.ReadCloser {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), timeout)
	if f == XLSX {
		if l.Most == 0 {
			l.Most = MostRows
		}
		return openWorkbook(ctx, cancel, l)
	}
	return &csvFile{list: l, next: l.atMost(func() ([]Cells, bool, error) { return l.Next(ctx) }), end: cancel}
}

// atMost ends the list after Most rows. If there are further ones, the last row of the file says that it was cut, so that it is not taken
// for the whole.
func (l List) atMost(next func() ([]Cells, bool, error)) func() ([]Cells, bool, error) {
	if l.Most == 0 {
		return next
	}
	written := 0
	return func() ([]Cells, bool, error) {
		rows, more, err := next()
		if written+len(rows) > l.Most || written+len(rows) == l.Most && more {
			further := written+len(rows) > l.Most
			rows = rows[:l.Most-written]
			if !further { // one of them may be the last
				peeked, _, failed := next()
				further, err = len(peeked) > 0, failed
			}
			if further {
				rows = append(rows, Texts(fmt.Sprintf("Cut: this file holds %d rows, and there are more. Choose a shorter period for the others.", l.Most)))
			}
			return rows, false, err
		}
		written += len(rows)
		return rows, more, err
	}
}

// decimals returns an amount as a decimal text of the list's currency, and how many decimals that has.
func (l List) decimals(n int64) (string, int) {
	c, known := money.ByCode(l.Currency)
	if !known {
		return money.Amount(n).String(), 0
	}
	return c.Format(money.Amount(n)), c.Exponent
}
