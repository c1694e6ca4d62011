// Package csvfile makes lists as files for spreadsheets, while they are read.
package csvfile

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"regexp"
	"strings"
)

// MostRows is how many rows of a list that grows without end a file holds.
const MostRows = 50_000

// AtMost ends a list after most rows. If there are further ones, the last row of the file says that it was cut, so that it is not taken for
// the whole.
func AtMost(most int, next func() (rows [][]string, more bool, err error)) func() (rows [][]string, more bool, err error) {
	written := 0
	return func() ([][]string, bool, error) {
		rows, more, err := next()
		if written+len(rows) > most || written+len(rows) == most && more {
			further := written+len(rows) > most
			rows = rows[:most-written]
			if !further { // one of them may be the last
				peeked, _, failed := next()
				further, err = len(peeked) > 0, failed
			}
			if further {
				rows = append(rows, []string{fmt.Sprintf("Cut: this file holds %d rows, and there are more. Choose a shorter period for the others.", most)})
			}
			return rows, false, err
		}
		written += len(rows)
		return rows, more, err
	}
}

// File is a list as CSV: UTF-8 with its mark. Its rows are asked for while it is read; the reader must close it.
type File struct {
	next func() (rows [][]string, more bool, err error)
	end  func()
	buf  bytes.Buffer
	done bool
}

// New returns a file that begins with the rows of head and goes on with those that next returns, until it reports that there are no more.
// Close calls end.
func New(head [][]string, next func() (rows [][]string, more bool, err error), end func()) *File {
	f := &File{next: next, end: end}
	f.buf.WriteString("\ufeff")
	f.write(head)
	return f
}

// Read implements io.Reader.
func (f *File) Read(p []byte) (int, error) {
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
func (f *File) Close() error {
	f.end()
	return nil
}

func (f *File) write(rows [][]string) {
	w := csv.NewWriter(&f.buf)
	for _, cells := range rows {
		safe := make([]string, len(cells))
		for i, c := range cells {
			safe[i] = plain(c)
		}
		_ = w.Write(safe) // a buffer takes everything
	}
	w.Flush()
}

// number matches texts that every spreadsheet reads as a number: a formula needs more than figures, one sign and one point.
var number = regexp.MustCompile(`^-?\d+(\.\d+)?$`)

// plain keeps a spreadsheet from taking a cell for a formula (security.md 2.4). Numbers stay numbers, or a sum over a column would leave
// out the negative ones.
func plain(cell string) string {
	if number.MatchString(cell) {
		return cell
	}
	if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
		return "'" + cell
	}
	return cell
}
