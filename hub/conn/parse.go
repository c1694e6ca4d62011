package conn

import (
	"encoding/binary"
	"time"
	"unicode/utf8"

	"github.com/gobwas/ws"

	"hubstake/hub/limit"
)

// parser takes the peer's bytes in pieces of any size and checks everything that RFC 6455 asks of a client's
// frames. It holds no more than a header and the payload of a control frame.
type parser struct {
	opt    *Options
	bucket limit.Bucket

	head  [14]byte // the header so far
	nhead int
	in    bool // within a payload
	h     ws.Header
	left  int64 // bytes of the payload to come
	pos   int   // position in the mask

	message bool // within a message of several frames
	text    bool
	size    int64 // bytes of the message so far
	utf     utf8Check
	control []byte // payload of a control frame so far
}

// events is what a parser reports.
type events interface {
	data(p []byte)
	ping(p []byte)
	pong()
	close(code int, reason string)
}

func newParser(opt *Options) parser {
	return parser{opt: opt, bucket: limit.Bucket{Rate: opt.FrameRate, Burst: opt.FrameBurst}}
}

// feed takes the next bytes and changes them. After an error or a close nothing more may be fed.
func (p *parser) feed(b []byte, now func() time.Time, on events) error {
	for len(b) > 0 || p.in && p.left == 0 {
		if !p.in {
			n, err := p.header(b, now)
			if err != nil {
				return err
			}
			if b = b[n:]; !p.in {
				return nil
			}
		}
		n := int(min(int64(len(b)), p.left))
		part := b[:n]
		b = b[n:]
		ws.Cipher(part, p.h.Mask, p.pos)
		p.pos += n
		p.left -= int64(n)
		if p.h.OpCode.IsControl() {
			p.control = append(p.control, part...)
		} else if n > 0 {
			if p.text && !p.utf.write(part) {
				return &ProtocolError{int(ws.StatusInvalidFramePayloadData), "text is not UTF-8"}
			}
			on.data(part)
		}
		if p.left > 0 {
			continue
		}
		p.in = false
		if closed, err := p.end(on); closed || err != nil {
			return err
		}
	}
	return nil
}

// header takes bytes until the header is whole; then in is set.
func (p *parser) header(b []byte, now func() time.Time) (used int, err error) {
	for {
		need := 2
		if p.nhead >= 2 {
			need += headerRest(p.head[1])
		}
		if p.nhead == need {
			break
		}
		n := copy(p.head[p.nhead:need], b[used:])
		if n == 0 {
			return used, nil
		}
		p.nhead += n
		used += n
	}
	h := ws.Header{
		Fin: p.head[0]&0x80 != 0, Rsv: p.head[0] >> 4 & 7, OpCode: ws.OpCode(p.head[0] & 15),
		Masked: p.head[1]&0x80 != 0, Length: int64(p.head[1] & 127),
	}
	at := 2
	switch h.Length {
	case 126:
		h.Length, at = int64(binary.BigEndian.Uint16(p.head[2:])), 4
	case 127:
		h.Length, at = int64(binary.BigEndian.Uint64(p.head[2:])), 10
	}
	copy(h.Mask[:], p.head[at:])
	state := ws.StateServerSide
	if p.message {
		state = state.Set(ws.StateFragmented)
	}
	if err := ws.CheckHeader(h, state); err != nil {
		return used, &ProtocolError{int(ws.StatusProtocolError), err.Error()}
	}
	if h.Length < 0 {
		return used, &ProtocolError{int(ws.StatusProtocolError), "length has the highest bit set"}
	}
	if !p.bucket.Take(now()) {
		return used, &ProtocolError{int(ws.StatusPolicyViolation), "too many frames"}
	}
	if !h.OpCode.IsControl() {
		if h.OpCode != ws.OpContinuation {
			p.message, p.text, p.size = true, h.OpCode == ws.OpText, 0
		}
		if p.size += h.Length; p.opt.MaxMessage > 0 && p.size > int64(p.opt.MaxMessage) {
			return used, &ProtocolError{int(ws.StatusMessageTooBig), "message is too long"}
		}
	}
	p.h, p.left, p.pos, p.nhead, p.in = h, h.Length, 0, 0, true
	return used, nil
}

// headerRest is how many bytes follow the first two.
func headerRest(b byte) int {
	n := 0
	switch b & 127 {
	case 126:
		n = 2
	case 127:
		n = 8
	}
	if b&0x80 != 0 {
		n += 4
	}
	return n
}

// end handles a frame whose payload is whole.
func (p *parser) end(on events) (closed bool, err error) {
	switch p.h.OpCode {
	case ws.OpPing:
		on.ping(p.control)
	case ws.OpPong:
		on.pong()
	case ws.OpClose:
		if closed = true; len(p.control) == 0 {
			on.close(int(ws.StatusNoStatusRcvd), "")
			break
		}
		code, reason := ws.ParseCloseFrameData(p.control)
		if len(p.control) == 1 || ws.CheckCloseFrameData(code, reason) != nil {
			return true, &ProtocolError{int(ws.StatusProtocolError), "malformed close"}
		}
		on.close(int(code), reason)
	default:
		if p.h.Fin {
			if p.message = false; p.text && !p.utf.whole() {
				return false, &ProtocolError{int(ws.StatusInvalidFramePayloadData), "text is not UTF-8"}
			}
		}
	}
	p.control = nil
	return closed, nil
}

// utf8Check validates text that arrives in pieces.
type utf8Check struct {
	part [utf8.UTFMax]byte // the beginning of a character
	n    int
}

// write takes the next piece; false means that it cannot be UTF-8 whatever follows.
func (u *utf8Check) write(p []byte) bool {
	for u.n > 0 && len(p) > 0 {
		u.part[u.n] = p[0]
		u.n++
		p = p[1:]
		if utf8.FullRune(u.part[:u.n]) {
			if r, size := utf8.DecodeRune(u.part[:u.n]); r == utf8.RuneError && size == 1 {
				return false
			}
			u.n = 0
		}
	}
	end := len(p)
	for k := 1; k < utf8.UTFMax && k <= len(p); k++ {
		if utf8.RuneStart(p[len(p)-k]) {
			if !utf8.FullRune(p[len(p)-k:]) {
				end -= k
			}
			break
		}
	}
	if end < len(p) {
		u.n = copy(u.part[:], p[end:])
	}
	return utf8.Valid(p[:end])
}

func (u *utf8Check) whole() bool { return u.n == 0 }
