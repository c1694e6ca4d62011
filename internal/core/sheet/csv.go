package sheet

import (
	"bytes"
	"encoding/csv"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// csvFile is a list as CSV: UTF-8 with its mark.
type csvFile struct {
	list  List
	next  func() ([]Cells, bool, error)
	end   func()
	buf   bytes.Buffer
	begun bool
	done  bool
}

// Read implements io.Reader.
func (f *csvFile) Read(p []byte) (int, error) {
	if !f.begun {
		f.begun = true
		f.buf.WriteString("\ufeff")
		f.write(f.list.Head)
	}
	for f.buf.Len() == 0 && !f.done {
		rows, more, err := f.next()
		if err != nil {
			return 0, err
		}
		f.write(rows)
		f.done = !more
	}
	return f.buf.Read(p)
}

// Close implements io.Closer.
func (f *csvFile) Close() error {
	f.end()
	return nil
}

func (f *csvFile) write(rows []Cells) {
	w := csv.NewWriter(&f.buf)
	for _, cells := range rows {
		record := make([]string, len(cells))
		for i, c := range cells {
			record[i] = f.list.csvText(c)
		}
		_ = w.Write(record) // a buffer takes everything
	}
	w.Flush()
}

func (l List) csvText(c Cell) string {
	switch c.kind {
	case number:
		return strconv.FormatInt(c.n, 10)
	case amount:
		s, _ := l.decimals(c.n)
		return s
	case moment:
		return c.at.In(l.Zone).Format(time.DateTime)
	case text:
	}
	return plain(c.text)
}

// numeric matches texts that every spreadsheet reads as a number: a formula needs more than figures, one sign and one point.
var numeric = regexp.MustCompile(`^-?\d+(\.\d+)?$`)

// plain keeps a spreadsheet from taking a text for a formula (security.md 2.4). Numbers stay numbers, or a sum over a column would leave
// out the negative ones.
func plain(cell string) string {
	if numeric.MatchString(cell) {
		return cell
	}
	if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
		return "'" + cell
	}
	return cell
}
