package conn

import (
	"encoding/binary"
	"unicode/utf8"

	"github.com/gobwas/ws"

	"hubstake/hub/limit"
)

// parser takes the peer's bytes in pieces of any size and checks everything that RFC 6455 asks of a client's
// frames. It holds no more than a header and the payload of a control frame: there is one for each connection.
type parser struct {
	left    int64  // bytes of the payload to come
	size    int64  // bytes of the message so far
	control []byte // payload of a control frame so far
	bucket  limit.Bucket
	head    [14]byte // the header so far
	nhead   uint8
	pos     uint8 // position in the mask
	mask    [4]byte
	op      ws.OpCode
	fin     bool
	in      bool // within a payload
	message bool // within a message of several frames
	text    bool
	utf     utf8Check
}

// events is what a parser reports.
type events interface {
	data(p []byte)
	ping(p []byte)
	pong()
	close(code int, reason string)
}

// feed takes the next bytes and changes them. After an error or a close nothing more may be fed.
func (p *parser) feed(b []byte, opt *Options, on events) error {
	for len(b) > 0 || p.in && p.left == 0 {
		if !p.in {
			n, err := p.header(b, opt)
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
		ws.Cipher(part, p.mask, int(p.pos))
		p.pos = uint8((int(p.pos) + n) % len(p.mask))
		p.left -= int64(n)
		if p.op.IsControl() {
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
func (p *parser) header(b []byte, opt *Options) (used int, err error) {
	for {
		need := 2
		if p.nhead >= 2 {
			need += headerRest(p.head[1])
		}
		if int(p.nhead) == need {
			break
		}
		n := copy(p.head[p.nhead:need], b[used:])
		if n == 0 {
			return used, nil
		}
		p.nhead += uint8(n)
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
	if opt.Frames.PerSecond > 0 && !p.bucket.Take(opt.Now(), opt.Frames) {
		return used, &ProtocolError{int(ws.StatusPolicyViolation), "too many frames"}
	}
	if !h.OpCode.IsControl() {
		if h.OpCode != ws.OpContinuation {
			p.message, p.text, p.size = true, h.OpCode == ws.OpText, 0
		}
		if opt.MaxMessage > 0 && h.Length > int64(opt.MaxMessage)-p.size { // their sum may have no room in an int64
			return used, &ProtocolError{int(ws.StatusMessageTooBig), "message is too long"}
		}
		p.size += h.Length
	}
	p.op, p.fin, p.mask, p.left = h.OpCode, h.Fin, h.Mask, h.Length
	p.pos, p.nhead, p.in = 0, 0, true
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
	switch p.op {
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
		if p.fin {
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
	n    uint8
}

// write takes the next piece; false means that the text cannot become UTF-8 with any continuation.
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
		u.n = uint8(copy(u.part[:], p[end:]))
	}
	return utf8.Valid(p[:end])
}

func (u *utf8Check) whole() bool { return u.n == 0 }
