package footballdata

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding/unicode"
)

// utf8Text returns a file as UTF-8 with one line break, '\n', for each of "\r\n", "\r" and "\n". A file of UTF-16, which spreadsheets write as "Unicode text", is
// known by its mark. The error is ErrFile for UTF-16 without it, or that of the reader.
func utf8Text(r io.Reader) (io.Reader, error) {
	b := bufio.NewReaderSize(r, maxLine)
	mark, err := b.Peek(2)
	if err != nil && len(mark) < 2 {
		return b, nil //nolint:nilerr // the reader of lines comes to the same end
	}
	switch {
	case bytes.Equal(mark, []byte{0xff, 0xfe}), bytes.Equal(mark, []byte{0xfe, 0xff}):
		return &lineEnds{r: bufio.NewReaderSize(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Reader(b), maxLine)}, nil
	case mark[0] == 0 || mark[1] == 0:
		return nil, fmt.Errorf("%w: it is UTF-16 without a mark at its beginning: save it as UTF-8", ErrFile)
	}
	return &lineEnds{r: b}, nil
}

// lineEnds reads a text with '\n' for every line break.
type lineEnds struct {
	r  *bufio.Reader
	cr bool // the last byte was '\r', for which '\n' was given
}

// Read implements io.Reader.
func (l *lineEnds) Read(p []byte) (n int, err error) {
	for n == 0 && err == nil && len(p) > 0 {
		var read int
		read, err = l.r.Read(p)
		for _, c := range p[:read] {
			after := l.cr
			if l.cr = c == '\r'; l.cr {
				c = '\n'
			} else if c == '\n' && after {
				continue
			}
			p[n] = c
			n++
		}
	}
	return n, err
}

// separators are what may stand between the cells of a file: a spreadsheet writes the list separator of its country.
const separators = ",;\t"

// separatorOf returns the one that a line of columns has most often.
func separatorOf(line string) (best rune) {
	best = ','
	for _, s := range separators {
		if strings.Count(line, string(s)) > strings.Count(line, string(best)) {
			best = s
		}
	}
	return best
}
