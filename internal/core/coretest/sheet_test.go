package coretest_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"hubstake/internal/core/money"
	"hubstake/internal/core/sheet"
)

type pieces = func(context.Context) ([]sheet.Cells, bool, error)

func readCSV(t *testing.T, l sheet.List) (string, error) {
	t.Helper()
	f := l.Open(t.Context(), sheet.CSV)
	got, err := io.ReadAll(f)
	require.NoError(t, f.Close())
	return string(got), err
}

// readBook returns the only sheet of a workbook as it is shown, and the workbook.
func readBook(t *testing.T, l sheet.List) ([][]string, *excelize.File) {
	t.Helper()
	f := l.Open(t.Context(), sheet.XLSX)
	got, err := io.ReadAll(f)
	require.NoError(t, err)
	require.NoError(t, f.Close())
	book, err := excelize.OpenReader(bytes.NewReader(got))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, book.Close()) })
	rows, err := book.GetRows("Sheet1")
	require.NoError(t, err)
	return rows, book
}

func only(rows ...sheet.Cells) pieces {
	return func(context.Context) ([]sheet.Cells, bool, error) { return rows, false, nil }
}

func TestAFileIsMadeWhileItIsReadAndNoCellIsAFormula(t *testing.T) {
	t.Parallel()
	parts := [][]sheet.Cells{{sheet.Texts("=1+1", "+1", "-1", "@x")}, nil, {sheet.Texts("a,b", `say "x"`, "", "1-2")}}
	var reading context.Context
	l := sheet.List{Head: []sheet.Cells{sheet.Texts("A", "B", "C", "D")}, Next: func(ctx context.Context) ([]sheet.Cells, bool, error) {
		reading = ctx
		rows := parts[0]
		parts = parts[1:]
		return rows, len(parts) > 0, nil
	}}
	got, err := readCSV(t, l)
	require.NoError(t, err)
	require.Equal(t, "\ufeffA,B,C,D\n'=1+1,'+1,-1,'@x\n\"a,b\",\"say \"\"x\"\"\",,1-2\n", got)
	require.Error(t, reading.Err(), "what is closed reads nothing more")

	for _, f := range sheet.Formats() {
		broken := sheet.List{Next: func(context.Context) ([]sheet.Cells, bool, error) { return nil, false, errors.New("gone") }}.Open(t.Context(), f)
		_, err = io.ReadAll(broken)
		require.ErrorContains(t, err, "gone")
		require.NoError(t, broken.Close())
	}
}

func TestNumbersOfAFileStayNumbersAndOnlyOtherCellsAreGuarded(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"-1200000": "-1200000", "-0.5": "-0.5", "-1": "-1", "0": "0", "12.50": "12.50", "1-2": "1-2",
		"-": "'-", "--1": "'--1", "-1-1": "'-1-1", "-1+A1": "'-1+A1", "-1e5": "'-1e5", "-.5": "'-.5", "-5%": "'-5%", "+1": "'+1", "=1": "'=1", "@x": "'@x",
		"-1\n": "\"'-1\n\"", "\t-1": "'\t-1", "-1 ": "'-1 ", "−1": "−1",
	} {
		got, err := readCSV(t, sheet.List{Next: only(sheet.Texts(cell))})
		require.NoError(t, err)
		require.Equal(t, "\ufeff"+want+"\n", got, "%q", cell)
	}
}

// W4: in a workbook amounts are numbers with the decimals of their currency, moments are moments on the clock of the site, and texts are texts, whatever they look like.
func TestAWorkbookHasNumbersMomentsAndTexts(t *testing.T) {
	t.Parallel()
	seoul, err := time.LoadLocation("Asia/Seoul")
	require.NoError(t, err)
	at := time.Date(2026, 9, 10, 15, 0, 40, 600_000_000, time.UTC)
	hostile := []string{`=HYPERLINK("https://evil.example","x")`, "+1", "-1+1", "@SUM(A1)", "00123", "1e5", "\ttab", "a\nb", "<b>&amp;", "2026-09-10", "TRUE", "", "_x0041_", "\x00\x08"}
	for code, want := range map[string][]string{
		"KRW": {"-1,200,000", "-1200000"}, "VND": {"-1,200,000", "-1200000"}, "USD": {"-12,000.00", "-12000"}, "": {"-1,200,000", "-1200000"},
	} {
		l := sheet.List{
			Currency: code, Zone: seoul, Head: []sheet.Cells{sheet.Texts("Title"), sheet.Texts("Amount", "Count", "At", "None", "None")},
			Next: only(sheet.Cells{sheet.Money(-1_200_000), sheet.Number(int64(-7)), sheet.At(at), sheet.At(time.Time{}), sheet.MoneyIf(nil)}, sheet.Texts(hostile...),
				sheet.Cells{sheet.Number(int64(9_007_199_254_740_993)), sheet.Money(money.Max - 1)}),
		}
		rows, book := readBook(t, l)
		require.Equal(t, []string{want[0], "-7", "2026-09-11 00:00:40"}, rows[2])
		raw, err := book.GetRows("Sheet1", excelize.Options{RawCellValue: true})
		require.NoError(t, err)
		require.Equal(t, []string{want[1], "-7"}, raw[2][:2])
		for _, cell := range []string{"A3", "B3", "C3"} {
			kind, err := book.GetCellType("Sheet1", cell)
			require.NoError(t, err)
			require.Contains(t, []excelize.CellType{excelize.CellTypeNumber, excelize.CellTypeUnset}, kind, "a sum counts %s", cell)
		}
		for i, text := range hostile {
			cell, err := excelize.CoordinatesToCellName(i+1, 4)
			require.NoError(t, err)
			formula, err := book.GetCellFormula("Sheet1", cell)
			require.NoError(t, err)
			require.Empty(t, formula)
			if text == "" {
				continue
			}
			kind, err := book.GetCellType("Sheet1", cell)
			require.NoError(t, err)
			require.Contains(t, []excelize.CellType{excelize.CellTypeInlineString, excelize.CellTypeSharedString}, kind, "%q is a text", text)
			if text != "\x00\x08" { // has no place in the format
				require.Equal(t, text, raw[3][i])
			}
		}
		require.Equal(t, "9007199254740993", raw[4][0], "a spreadsheet keeps fifteen figures: the number of a row is never rounded")
	}
}

func TestAFileThatIsCutSaysSo(t *testing.T) {
	t.Parallel()
	const cut = "Cut: this file holds 4 rows, and there are more. Choose a shorter period for the others."
	for rows, want := range map[int][]string{
		3: {"A", "1", "2", "3"},
		4: {"A", "1", "2", "3", "4"}, // all there are
		5: {"A", "1", "2", "3", "4", cut},
		9: {"A", "1", "2", "3", "4", cut},
	} {
		for _, batch := range []int{1, 2, 3, 10} {
			n := 0
			l := sheet.List{Head: []sheet.Cells{sheet.Texts("A")}, Most: 4, Next: func(context.Context) (out []sheet.Cells, more bool, err error) {
				for range min(batch, rows-n) {
					n++
					out = append(out, sheet.Texts(strconv.Itoa(n)))
				}
				return out, len(out) == batch, nil
			}}
			got, err := readCSV(t, l)
			require.NoError(t, err)
			text := "\ufeff"
			for _, line := range want {
				if line == cut {
					line = `"` + cut + `"`
				}
				text += line + "\n"
			}
			require.Equal(t, text, got, "%d rows in batches of %d", rows, batch)
			n = 0
			book, _ := readBook(t, l)
			require.Len(t, book, len(want))
			for i := range want {
				require.Equal(t, []string{want[i]}, book[i])
			}
		}
	}
}

// A reader that goes away in the middle leaves nothing behind, and more readers than may be served at once are all served.
func TestAWorkbookWithoutAReaderEnds(t *testing.T) {
	t.Parallel()
	endless := sheet.List{Next: func(context.Context) ([]sheet.Cells, bool, error) { return []sheet.Cells{sheet.Texts("x")}, true, nil }}
	for range 10 {
		require.NoError(t, endless.Open(t.Context(), sheet.XLSX).Close())
	}
	rows, _ := readBook(t, sheet.List{Next: only(sheet.Texts("x"))})
	require.Equal(t, [][]string{{"x"}}, rows)
}
