package redisx

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Limits of what a server may answer. Nothing that the relay writes comes near them.
const (
	maxHeader = 64 << 10 // of a line: counts, lengths, the text of an error
	maxValue  = 1 << 20  // of a field; who has a longer one is passed over
	maxEntry  = 4 << 20
	maxFields = 64 // pairs of an entry
	readSize  = 64 << 10
)

// errProtocol reports a reply that does not fit the command. The connection cannot be used any longer.
var errProtocol = errors.New("redisx: a reply that does not fit the command")

// ServerError is what a server answered instead of what was asked for, for instance "MOVED 866 127.0.0.1:7001".
type ServerError string

func (e ServerError) Error() string { return string(e) }

// RedisError implements redis.Error.
func (ServerError) RedisError() {}

// redirect tells where a cluster sends us, and whether only for this once.
func (e ServerError) redirect() (addr string, ask, ok bool) {
	f := strings.Fields(string(e))
	if len(f) != 3 || f[0] != "MOVED" && f[0] != "ASK" {
		return "", false, false
	}
	return f[2], f[0] == "ASK", true
}

// EntryID is the id of a stream entry.
type EntryID struct{ Hi, Lo uint64 }

// ParseEntryID reads ids of the form 812-77.
func ParseEntryID(s string) (EntryID, bool) {
	hi, lo, ok := strings.Cut(s, "-")
	a, err1 := strconv.ParseUint(hi, 10, 64)
	b, err2 := strconv.ParseUint(lo, 10, 64)
	return EntryID{a, b}, ok && err1 == nil && err2 == nil
}

// After reports whether the entry comes later than the other.
func (i EntryID) After(o EntryID) bool { return i.Hi > o.Hi || i.Hi == o.Hi && i.Lo > o.Lo }

// Compare orders ids as they come.
func (i EntryID) Compare(o EntryID) int {
	return cmp.Or(cmp.Compare(i.Hi, o.Hi), cmp.Compare(i.Lo, o.Lo))
}

// Zero tells that there is no id.
func (i EntryID) Zero() bool { return i == EntryID{} }

// Append writes the id as Redis does.
func (i EntryID) Append(b []byte) []byte {
	b = append(strconv.AppendUint(b, i.Hi, 10), '-')
	return strconv.AppendUint(b, i.Lo, 10)
}

// String is the id as Redis writes it.
func (i EntryID) String() string { return string(i.Append(nil)) }

// StreamEntry is an entry as it came. Its fields, name after value after name, hold until the next entry is read.
type StreamEntry struct {
	ID     EntryID
	Fields [][]byte
}

// answers reads replies to XREAD and HMGET from a connection into one buffer, which their values point into. Each has exactly one
// shape, so nothing is read that could nest.
type answers struct {
	rd    io.Reader
	buf   []byte
	r, w  int // what is buffered and not yet read
	keep  int // where the present entry begins, which has to stay; -1: nothing
	entry StreamEntry
	at    []int // offsets of the fields from keep: begin, end
}

func newAnswers(rd io.Reader) *answers {
	return &answers{rd: rd, buf: make([]byte, readSize), keep: -1}
}

// fill reads more, after making room.
func (a *answers) fill() error {
	from := a.r
	if a.keep >= 0 {
		from = a.keep
	}
	if from > 0 {
		a.w = copy(a.buf, a.buf[from:a.w])
		a.r -= from
		if a.keep >= 0 {
			a.keep = 0
		}
	}
	if a.w == len(a.buf) {
		if len(a.buf) >= maxEntry+maxHeader {
			return fmt.Errorf("%w: longer than %d bytes", errProtocol, len(a.buf))
		}
		a.buf = append(a.buf, make([]byte, len(a.buf))...)
	}
	n, err := a.rd.Read(a.buf[a.w:])
	a.w += n
	switch {
	case n > 0:
		return nil
	case err == nil || errors.Is(err, io.EOF):
		return io.ErrUnexpectedEOF
	}
	return err
}

// line reads up to the end of a line, without it. It holds until the next fill.
func (a *answers) line() ([]byte, error) {
	for seen := 0; ; {
		if i := bytes.IndexByte(a.buf[a.r+seen:a.w], '\n'); i >= 0 {
			l := a.buf[a.r : a.r+seen+i]
			a.r += seen + i + 1
			if len(l) < 2 || l[len(l)-1] != '\r' {
				return nil, fmt.Errorf("%w: line %.40q", errProtocol, l)
			}
			return l[:len(l)-1], nil
		}
		if seen = a.w - a.r; seen > maxHeader {
			return nil, fmt.Errorf("%w: a line without an end", errProtocol)
		}
		if err := a.fill(); err != nil {
			return nil, err
		}
	}
}

// count reads the head of an array ('*') or of a text ('$'), with at most most elements. nothing is the null of either.
func (a *answers) count(kind byte, most int) (n int, nothing bool, err error) {
	if b := a.buf[a.r:a.w]; len(b) > 3 && b[0] == kind { // nearly always
		i := 1
		for ; i < len(b)-1 && i < 10 && b[i] >= '0' && b[i] <= '9'; i++ {
			n = n*10 + int(b[i]-'0')
		}
		if i > 1 && i < len(b)-1 && b[i] == '\r' && b[i+1] == '\n' && n <= most {
			a.r += i + 2
			return n, false, nil
		}
		n = 0
	}
	l, err := a.line()
	if err != nil {
		return 0, false, err
	}
	if l[0] == '-' {
		return 0, false, ServerError(l[1:])
	}
	if l[0] != kind {
		return 0, false, fmt.Errorf("%w: %.40q instead of %c", errProtocol, l, kind)
	}
	if string(l[1:]) == "-1" {
		return 0, true, nil
	}
	for _, c := range l[1:] {
		if c < '0' || c > '9' || n > most {
			return 0, false, fmt.Errorf("%w: count %.40q", errProtocol, l)
		}
		n = n*10 + int(c-'0')
	}
	if len(l) == 1 || n > most {
		return 0, false, fmt.Errorf("%w: count %.40q", errProtocol, l)
	}
	return n, false, nil
}

// exactly reads the head of an array of n elements.
func (a *answers) exactly(n int) error {
	have, nothing, err := a.count('*', n)
	if err == nil && (nothing || have != n) {
		err = fmt.Errorf("%w: %d elements instead of %d", errProtocol, have, n)
	}
	return err
}

// text reads a text; it holds until the next fill. fits is false when it was too long: then it was passed over.
func (a *answers) text() (s []byte, fits bool, err error) {
	n, nothing, err := a.count('$', 512<<20)
	if err != nil || nothing {
		return nil, true, err
	}
	if n > maxValue {
		return nil, false, a.skip(n + 2)
	}
	for a.w-a.r < n+2 {
		if err := a.fill(); err != nil {
			return nil, false, err
		}
	}
	s = a.buf[a.r : a.r+n]
	a.r += n + 2
	if a.buf[a.r-2] != '\r' || a.buf[a.r-1] != '\n' {
		return nil, false, fmt.Errorf("%w: a text without an end", errProtocol)
	}
	return s, true, nil
}

// skip passes over what does not have to be kept.
func (a *answers) skip(n int) error {
	for {
		have := min(n, a.w-a.r)
		a.r += have
		if n -= have; n == 0 {
			return nil
		}
		if a.keep >= 0 { // the entry is lost anyway
			a.at, a.keep = a.at[:0], a.r
		}
		if err := a.fill(); err != nil {
			return err
		}
	}
}

// read reads one answer to XREAD of the places: a null when there was nothing, or streams in the order in which they were
// asked for. each is called for every entry with the number of its place. Entries that were read before an error count.
func (a *answers) read(places []Cursor, most int, each func(i int, e *StreamEntry)) error {
	if a.r == a.w && len(a.buf) > 8*readSize { // a long entry has passed
		a.buf, a.r, a.w = make([]byte, readSize), 0, 0
	}
	streams, nothing, err := a.count('*', len(places))
	if err != nil || nothing {
		return err
	}
	i := -1
	for range streams {
		if err := a.exactly(2); err != nil {
			return err
		}
		name, _, err := a.text()
		if err != nil {
			return err
		}
		for i++; i < len(places) && string(name) != places[i].Stream; {
			i++
		}
		if i == len(places) {
			return fmt.Errorf("%w: stream %.40q was not asked for", errProtocol, name)
		}
		entries, _, err := a.count('*', most)
		if err != nil {
			return err
		}
		for range entries {
			ok, err := a.next()
			if err != nil {
				return err
			}
			if !ok {
				a.entry.Fields = a.entry.Fields[:0] // its place counts
			}
			each(i, &a.entry)
		}
	}
	return nil
}

// values reads the reply to HMGET of n fields; nil stands for a field that is missing. They hold until the next reply is read. After a
// ServerError the connection can be used, after any other error it cannot.
func (a *answers) values(n int) ([][]byte, error) {
	have, nothing, err := a.count('*', n)
	if err == nil && (nothing || have != n) {
		err = fmt.Errorf("%w: %d values instead of %d", errProtocol, have, n)
	}
	if err != nil {
		return nil, err
	}
	a.keep, a.at = a.r, a.at[:0]
	defer func() { a.keep = -1 }()
	for range n {
		s, fits, err := a.text()
		if said, ok := errors.AsType[ServerError](err); ok {
			err = fmt.Errorf("%w: %q within the values", errProtocol, string(said))
		}
		switch {
		case err != nil:
			return nil, err
		case !fits:
			return nil, fmt.Errorf("%w: a value of more than %d bytes", errProtocol, maxValue)
		case s == nil:
			a.at = append(a.at, -1, -1)
		default:
			end := a.r - 2 - a.keep
			a.at = append(a.at, end-len(s), end)
		}
	}
	a.entry.Fields = a.entry.Fields[:0]
	for i := 0; i < len(a.at); i += 2 {
		if a.at[i] < 0 {
			a.entry.Fields = append(a.entry.Fields, nil)
			continue
		}
		a.entry.Fields = append(a.entry.Fields, a.buf[a.keep+a.at[i]:a.keep+a.at[i+1]:a.keep+a.at[i+1]])
	}
	return a.entry.Fields, nil
}

// ok reads the reply +OK.
func (a *answers) ok() error {
	l, err := a.line()
	if err == nil && string(l) != "+OK" {
		err = fmt.Errorf("%w: %.40q instead of OK", errProtocol, l)
	}
	return err
}

// next reads an entry; ok is false when it was too long.
func (a *answers) next() (ok bool, err error) {
	a.keep, a.at, ok = a.r, a.at[:0], true
	defer func() { a.keep = -1 }()
	if err := a.exactly(2); err != nil {
		return false, err
	}
	id, _, err := a.text()
	if err != nil {
		return false, err
	}
	if a.entry.ID, err = entryID(id); err != nil {
		return false, err
	}
	n, _, err := a.count('*', 2*maxFields)
	if err != nil {
		return false, err
	}
	if n%2 != 0 {
		return false, fmt.Errorf("%w: a field without a value", errProtocol)
	}
	for range n {
		s, fits, err := a.text()
		if err != nil {
			return false, err
		}
		ok = ok && fits
		if ok && a.r-a.keep > maxEntry {
			ok = false
		}
		if !ok { // what follows is only passed over
			a.keep, a.at = a.r, a.at[:0]
			continue
		}
		end := a.r - 2 - a.keep
		a.at = append(a.at, end-len(s), end)
	}
	a.entry.Fields = a.entry.Fields[:0]
	for i := 0; i < len(a.at); i += 2 {
		a.entry.Fields = append(a.entry.Fields, a.buf[a.keep+a.at[i]:a.keep+a.at[i+1]:a.keep+a.at[i+1]])
	}
	return ok, nil
}

// entryID reads an id without making a string of it.
func entryID(b []byte) (id EntryID, err error) {
	n, part, digits := uint64(0), &id.Hi, 0
	for i, c := range b {
		switch {
		case c >= '0' && c <= '9' && digits < 20:
			d := uint64(c - '0')
			if n > (1<<64-1-d)/10 {
				return id, fmt.Errorf("%w: id %.40q", errProtocol, b)
			}
			n = n*10 + d
			digits++
		case c == '-' && part == &id.Hi && digits > 0 && i < len(b)-1:
			*part, part, n, digits = n, &id.Lo, 0, 0
		default:
			return id, fmt.Errorf("%w: id %.40q", errProtocol, b)
		}
	}
	if part == &id.Hi {
		return id, fmt.Errorf("%w: id %.40q", errProtocol, b)
	}
	*part = n
	return id, nil
}
