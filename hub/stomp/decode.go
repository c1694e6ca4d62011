package stomp

import (
	"bytes"
	"sync"
	"unicode/utf8"
)

// Limits bound what a peer can make the decoder hold.
type Limits struct {
	Frame   int // bytes of a whole frame, the final NUL included
	Headers int // header lines
	Line    int // bytes of the command or of one header line
}

// SyntaxError says why a frame was refused. The connection cannot be used after it: where the next frame
// begins is unknown.
type SyntaxError struct {
	Kind    string // a label of few values, for metrics
	Reason  string // what was wrong, for the ERROR frame
	Receipt string // the receipt header, when it was readable
}

func (e *SyntaxError) Error() string { return e.Reason }

// Kinds are the values of SyntaxError.Kind.
func Kinds() []string {
	return []string{kindSize, kindHeader, kindEscape, kindCommand, kindBody, kindLength}
}

const (
	kindSize    = "size"
	kindHeader  = "header"
	kindEscape  = "escape"
	kindCommand = "command"
	kindBody    = "body"
	kindLength  = "content-length"
)

// Decoder splits a stream of bytes into frames. Its zero value is not usable; see NewDecoder. While no
// frame is unfinished it holds no memory.
type Decoder struct {
	lim     *Limits
	version Version
	buf     []byte // the beginning of an unfinished frame
	rest    []byte // what followed the frame at which the handler stopped

	scan  int // bytes of the unfinished frame that were looked at
	line  int // where the present line begins
	lines int // lines seen: the command, then headers
	head  int // length of the command and headers with the empty line; 0: not yet known
	clen  int // content-length; -1: none
}

// NewDecoder returns a decoder with those limits, shared and never changed.
func NewDecoder(lim *Limits) Decoder { return Decoder{lim: lim, clen: -1} }

// Agree sets the version that CONNECT settled; it applies from the next frame on.
func (d *Decoder) Agree(v Version) { d.version = v }

// Rest returns, once, what followed the frame at which the last Feed was stopped by its handler. It is valid until the
// bytes given to that Feed change.
func (d *Decoder) Rest() []byte {
	rest := d.rest
	d.rest = nil
	return rest
}

// Pending is the number of bytes of an unfinished frame.
func (d *Decoder) Pending() int { return len(d.buf) }

var frames = sync.Pool{New: func() any { return new(Frame) }}

// Feed takes the next bytes and calls each for every frame that they complete. It may change p. An error
// is a *SyntaxError, which ends the stream, or what each returned; then Rest has what was not looked at.
func (d *Decoder) Feed(p []byte, each func(*Frame) error) error {
	data := p
	if len(d.buf) > 0 {
		d.buf = append(d.buf, p...)
		data = d.buf
	}
	for {
		if d.scan == 0 {
			for len(data) > 0 && (data[0] == '\n' || data[0] == '\r') {
				data = data[1:]
			}
		}
		if len(data) == 0 {
			d.buf = nil
			return nil
		}
		n, err := d.measure(data)
		if err != nil {
			d.buf = nil
			return err
		}
		if n == 0 {
			d.keep(data)
			return nil
		}
		err = d.emit(data[:n], each)
		d.scan, d.line, d.lines, d.head, d.clen = 0, 0, 0, 0, -1
		data = data[n:]
		if err != nil {
			d.buf, d.rest = nil, data
			return err
		}
	}
}

// keep stores an unfinished frame until more arrives.
func (d *Decoder) keep(data []byte) {
	if len(d.buf) > 0 && &d.buf[0] == &data[0] {
		return
	}
	d.buf = append([]byte(nil), data...)
}

// measure looks at what is new in data, which begins with a frame, and returns the frame's length, or 0
// while it is unfinished. Each byte is looked at once, however small the pieces are.
func (d *Decoder) measure(data []byte) (int, error) {
	for d.head == 0 {
		i := bytes.IndexByte(data[d.scan:], '\n')
		end := d.scan + i
		if i < 0 {
			end = len(data)
		}
		if bytes.IndexByte(data[d.scan:end], 0) >= 0 {
			return 0, d.fail(data, kindHeader, "NUL before the empty line that ends the headers")
		}
		if end-d.line > d.lim.Line {
			return 0, d.fail(data, kindSize, "header line is too long")
		}
		if end >= d.lim.Frame {
			return 0, d.fail(data, kindSize, "frame is too long")
		}
		if i < 0 {
			d.scan = len(data)
			return 0, nil
		}
		d.scan = end + 1
		if end == d.line || end == d.line+1 && data[d.line] == '\r' && d.carriage() {
			d.head = d.scan
			if err := d.contentLength(data); err != nil {
				return 0, err
			}
			break
		}
		d.line = d.scan
		if d.lines++; d.lines > d.lim.Headers+1 {
			return 0, d.fail(data, kindSize, "too many headers")
		}
	}
	if d.clen >= 0 {
		n := d.head + d.clen + 1
		if len(data) < n {
			d.scan = len(data)
			return 0, nil
		}
		if data[n-1] != 0 {
			return 0, d.fail(data, kindLength, "content-length does not lead to the NUL that ends a frame")
		}
		return n, nil
	}
	if i := bytes.IndexByte(data[d.scan:], 0); i >= 0 {
		if n := d.scan + i + 1; n <= d.lim.Frame {
			return n, nil
		}
	}
	if len(data) >= d.lim.Frame {
		return 0, d.fail(data, kindSize, "frame is too long")
	}
	d.scan = len(data)
	return 0, nil
}

// carriage reports whether a carriage return before a line feed belongs to the line end. Only 1.2 says so;
// before a version is agreed the client may be one of 1.2.
func (d *Decoder) carriage() bool { return d.version == V12 || d.version == Unknown }

// contentLength finds the first content-length of the headers, and refuses one that the limits do not allow before a
// byte of the body is kept.
func (d *Decoder) contentLength(data []byte) error {
	_, rest, _ := bytes.Cut(data[:d.head], []byte("\n"))
	for len(rest) > 0 {
		var l []byte
		l, rest, _ = bytes.Cut(rest, []byte("\n"))
		v, ok := bytes.CutPrefix(l, []byte("content-length:"))
		if !ok {
			continue
		}
		if d.carriage() {
			v = bytes.TrimSuffix(v, []byte("\r"))
		}
		if d.version == V10 {
			v = bytes.TrimSpace(v)
		}
		n := 0
		for _, c := range v {
			if c < '0' || c > '9' {
				return d.fail(data, kindLength, "content-length is not a number")
			}
			if n = n*10 + int(c-'0'); n > d.lim.Frame {
				return d.fail(data, kindSize, "content-length is above the limit")
			}
		}
		if len(v) == 0 {
			return d.fail(data, kindLength, "content-length is not a number")
		}
		if d.head+n+1 > d.lim.Frame {
			return d.fail(data, kindSize, "content-length is above the limit")
		}
		d.clen = n
		return nil
	}
	return nil
}

// emit parses a whole frame and hands it out.
func (d *Decoder) emit(raw []byte, each func(*Frame) error) error {
	f := frames.Get().(*Frame)
	f.Fields, f.Body = f.Fields[:0], raw[d.head:len(raw)-1]
	err := d.parse(raw, f)
	if err == nil {
		err = each(f)
	}
	clear(f.Fields)
	f.Body = nil
	frames.Put(f)
	return err
}

func (d *Decoder) parse(raw []byte, f *Frame) error {
	line, rest, _ := bytes.Cut(raw[:d.head], []byte("\n"))
	if d.carriage() {
		line = bytes.TrimSuffix(line, []byte("\r"))
	}
	f.Command = commandOf(line)
	if f.Command == Other {
		return d.fail(raw, kindCommand, "unknown command")
	}
	for len(rest) > 0 {
		line, rest, _ = bytes.Cut(rest, []byte("\n"))
		if d.carriage() {
			line = bytes.TrimSuffix(line, []byte("\r"))
		}
		if len(line) == 0 {
			break
		}
		name, value, ok := bytes.Cut(line, []byte(":"))
		if !ok || len(name) == 0 {
			return d.fail(raw, kindHeader, "header without a name or a colon")
		}
		switch {
		case f.Command.plain() || d.version == Unknown:
		case d.version == V10:
			name, value = bytes.TrimSpace(name), bytes.TrimSpace(value)
		default:
			if name, ok = d.unescape(name); ok {
				value, ok = d.unescape(value)
			}
			if !ok {
				return d.fail(raw, kindEscape, "undefined escape sequence in a header")
			}
		}
		if d.version != V10 && !(utf8.Valid(name) && utf8.Valid(value)) {
			return d.fail(raw, kindHeader, "header is not UTF-8")
		}
		f.Fields = append(f.Fields, Field{name, value})
	}
	if len(f.Body) > 0 && d.version != V10 && !f.Command.mayHaveBody() {
		return d.fail(raw, kindBody, f.Command.String()+" must not have a body")
	}
	return nil
}

// unescape decodes in place: what is decoded is never longer.
func (d *Decoder) unescape(s []byte) ([]byte, bool) {
	i := bytes.IndexByte(s, '\\')
	if i < 0 {
		return s, d.version != V12 || bytes.IndexByte(s, '\r') < 0
	}
	out := s[:i]
	for ; i < len(s); i++ {
		c := s[i]
		if c == '\\' {
			if i++; i == len(s) {
				return nil, false
			}
			switch {
			case s[i] == 'n':
				c = '\n'
			case s[i] == 'c':
				c = ':'
			case s[i] == '\\':
				c = '\\'
			case s[i] == 'r' && d.version == V12:
				c = '\r'
			default:
				return nil, false
			}
		} else if c == '\r' && d.version == V12 {
			return nil, false
		}
		out = append(out, c)
	}
	return out, true
}

// fail makes the error for a frame whose beginning is data, with the receipt that it asked for.
func (d *Decoder) fail(data []byte, kind, reason string) error {
	e := &SyntaxError{Kind: kind, Reason: reason}
	const key = "\nreceipt:"
	head := data[:min(len(data), d.lim.Headers*d.lim.Line)]
	if d.head > 0 {
		head = data[:d.head]
	}
	if i := bytes.Index(head, []byte(key)); i >= 0 {
		v, _, whole := bytes.Cut(head[i+len(key):], []byte("\n"))
		v = bytes.TrimSuffix(v, []byte("\r"))
		if whole && utf8.Valid(v) && bytes.IndexByte(v, '\\') < 0 && len(v) <= 256 {
			e.Receipt = string(v)
		}
	}
	return e
}
