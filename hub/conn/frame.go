package conn

import (
	"encoding/binary"
	"unicode/utf8"

	"github.com/gobwas/ws"
)

// headRoom is the size of the header of most frames (payloads of 126 to 65535 bytes).
const headRoom = 4

// Open begins a frame at the end of dst: append the payload to what it returns, then call Finish with the
// length that dst had.
func Open(dst []byte) []byte { return append(dst, make([]byte, headRoom)...) }

// Finish completes the frame that began at start. The message is text when it can be, else binary.
func Finish(dst []byte, start int) []byte {
	op := ws.OpText
	if !utf8.Valid(dst[start+headRoom:]) {
		op = ws.OpBinary
	}
	return finish(dst, start, op)
}

func finish(dst []byte, start int, op ws.OpCode) []byte {
	n := len(dst) - start - headRoom
	switch {
	case n < 126:
		copy(dst[start+2:], dst[start+headRoom:])
		dst = dst[:start+2+n]
		dst[start+1] = byte(n)
	case n < 1<<16:
		dst[start+1] = 126
		binary.BigEndian.PutUint16(dst[start+2:], uint16(n))
	default:
		dst = append(dst, 0, 0, 0, 0, 0, 0)
		copy(dst[start+10:], dst[start+headRoom:start+headRoom+n])
		dst[start+1] = 127
		binary.BigEndian.PutUint64(dst[start+2:], uint64(n))
	}
	dst[start] = 0x80 | byte(op)
	return dst
}

// AppendPing adds a ping, which every websocket client answers by itself.
func AppendPing(dst []byte) []byte { return append(dst, 0x80|byte(ws.OpPing), 0) }

func appendControl(dst []byte, op ws.OpCode, payload []byte) []byte {
	start := len(dst)
	return finish(append(Open(dst), payload...), start, op)
}

func appendClose(dst []byte, code int, reason string) []byte {
	start := len(dst)
	dst = Open(dst)
	if code != 0 {
		dst = binary.BigEndian.AppendUint16(dst, uint16(code))
		dst = append(dst, reason[:min(len(reason), 123)]...)
	}
	return finish(dst, start, ws.OpClose)
}
