package sheet

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/xuri/excelize/v2"
)

// workbooks bounds how many workbooks a program makes at once. Each holds up to 16 MiB before it goes on in a temporary file, and, packed, all of its
// bytes; further ones wait for their turn.
var workbooks = make(chan struct{}, 4)

// workbook is the reading end of a workbook that is being made.
type workbook struct {
	*io.PipeReader
	cancel context.CancelFunc
	made   chan struct{} // closed when nothing works on it
}

func openWorkbook(ctx context.Context, cancel context.CancelFunc, l List) io.ReadCloser {
	r, w := io.Pipe()
	b := &workbook{PipeReader: r, cancel: cancel, made: make(chan struct{})}
	go func() {
		defer close(b.made)
		w.CloseWithError(l.writeWorkbook(ctx, w))
	}()
	return b
}

// Close implements io.Closer. It returns when nothing of the list is read any longer.
func (b *workbook) Close() error {
	b.cancel()
	err := b.PipeReader.Close()
	<-b.made
	return err
}

// The largest number that a spreadsheet keeps exactly has 15 digits.
const mostExact = 999_999_999_999_999

const sheetName = "Sheet1" // what a new workbook has

// columnWidth is how many characters of a column are in sight: a moment, or an amount of eleven figures.
const columnWidth = 20

func (l List) writeWorkbook(ctx context.Context, w io.Writer) error {
	select {
	case workbooks <- struct{}{}:
		defer func() { <-workbooks }()
	case <-ctx.Done():
		return ctx.Err()
	}
	book := excelize.NewFile()
	defer func() { _ = book.Close() }() // removes its temporary files
	s, err := l.stylesOf(book)
	if err != nil {
		return fmt.Errorf("sheet: styles: %w", err)
	}
	out, err := book.NewStreamWriter(sheetName)
	if err != nil {
		return fmt.Errorf("sheet: %w", err)
	}
	if err = out.SetColWidth(1, excelize.MaxColumns, columnWidth); err == nil {
		err = out.SetPanes(&excelize.Panes{Freeze: true, YSplit: len(l.Head), TopLeftCell: "A" + strconv.Itoa(len(l.Head)+1), ActivePane: "bottomLeft"})
	}
	if err != nil {
		return fmt.Errorf("sheet: %w", err)
	}
	line := 0
	write := func(rows []Cells) error {
		for _, row := range rows {
			line++
			cells := make([]any, len(row))
			for i, c := range row {
				if cells[i], err = l.xlsxCell(c, s, line == len(l.Head)); err != nil {
					return err
				}
			}
			if err := out.SetRow("A"+strconv.Itoa(line), cells); err != nil {
				return fmt.Errorf("sheet: row %d: %w", line, err)
			}
		}
		return nil
	}
	if err := write(l.Head); err != nil {
		return err
	}
	next := l.atMost(func() ([]Cells, bool, error) { return l.Next(ctx) })
	for more := true; more; {
		var rows []Cells
		if rows, more, err = next(); err != nil {
			return err
		}
		if err := write(rows); err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("sheet: %w", err)
	}
	if err := book.Write(w); err != nil {
		return fmt.Errorf("sheet: %w", err)
	}
	return nil
}

// styles are numbers of styles of a workbook.
type styles struct{ text, head, number, amount, moment int }

func (l List) stylesOf(book *excelize.File) (s styles, err error) {
	_, decimals := l.decimals(0)
	whole, amounts, moments := "0", "#,##0", "yyyy-mm-dd hh:mm:ss"
	if decimals > 0 {
		amounts = fmt.Sprintf("#,##0.%0*d", decimals, 0)
	}
	for _, one := range []struct {
		to    *int
		style excelize.Style
	}{
		{&s.text, excelize.Style{NumFmt: 49}}, // text: what is typed into the cell later stays one, too
		{&s.head, excelize.Style{NumFmt: 49, Font: &excelize.Font{Bold: true}}},
		{&s.number, excelize.Style{CustomNumFmt: &whole}},
		{&s.amount, excelize.Style{CustomNumFmt: &amounts}},
		{&s.moment, excelize.Style{CustomNumFmt: &moments}},
	} {
		if *one.to, err = book.NewStyle(&one.style); err != nil {
			return s, err
		}
	}
	return s, nil
}

// xlsxCell returns a cell as the library takes it: texts by their type, so that none is a formula.
func (l List) xlsxCell(c Cell, s styles, head bool) (any, error) {
	exact := -mostExact <= c.n && c.n <= mostExact
	switch {
	case c.kind == moment:
		return excelize.Cell{StyleID: s.moment, Value: c.at.In(l.Zone).Truncate(time.Second)}, nil
	case c.kind == number && exact:
		return excelize.Cell{StyleID: s.number, Value: c.n}, nil
	case c.kind == amount && exact:
		decimal, decimals := l.decimals(c.n)
		if decimals == 0 {
			return excelize.Cell{StyleID: s.amount, Value: c.n}, nil
		}
		value, err := strconv.ParseFloat(decimal, 64) // the format has no other numbers; one of 15 digits is written as it was read
		return excelize.Cell{StyleID: s.amount, Value: value}, err
	case c.kind != text:
		return excelize.Cell{StyleID: s.text, Value: l.csvText(c)}, nil
	case c.text == "":
		return nil, nil
	case head:
		return excelize.Cell{StyleID: s.head, Value: c.text}, nil
	default:
		return excelize.Cell{StyleID: s.text, Value: c.text}, nil
	}
}
