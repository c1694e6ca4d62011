// Package csvfile makes lists as files for spreadsheets, while they are read.
package csvfile

import (
	"bytes"
	"encoding/csv"
	"strings"
)

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

// plain keeps a spreadsheet from reckoning with a cell (security.md 2.4).
func plain(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
		return "'" + cell
	}
	return cell
}
