package conn

import (
	"bytes"
	"strings"
	"testing"

	"github.com/gobwas/ws"
	"github.com/stretchr/testify/require"
)

func TestFrameSizes(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 125, 126, 65535, 65536, 100000} {
		b := append([]byte("before"), 0)
		start := len(b)
		b = append(Open(b), bytes.Repeat([]byte("x"), n)...)
		b = Finish(b, start)
		require.Equal(t, "before\x00", string(b[:start]))
		f, err := ws.ReadFrame(bytes.NewReader(b[start:]))
		require.NoError(t, err)
		require.Len(t, f.Payload, n)
	}
}

// The parser must say the same however its input is cut.
func FuzzParser(f *testing.F) {
	f.Add(append(text("hello"), frame(ws.OpPing, true, "p")...), 1)
	f.Add(append(frame(ws.OpBinary, false, "a"), frame(ws.OpContinuation, true, "b")...), 3)
	f.Add(frame(ws.OpClose, true, "\x03\xe8bye"), 2)
	f.Fuzz(func(t *testing.T, in []byte, piece int) {
		piece = int(uint(piece)%50) + 1
		run := func(piece int) (string, string) {
			p, log := parser{}, &logger{}
			for rest := bytes.Clone(in); len(rest) > 0; {
				n := min(piece, len(rest))
				if err := p.feed(rest[:n], &testOptions, log); err != nil {
					return log.String(), err.Error()
				}
				if log.done {
					break
				}
				rest = rest[n:]
			}
			return log.String(), ""
		}
		all, err1 := run(len(in) + 1)
		cut, err2 := run(piece)
		require.Equal(t, err1, err2)
		if err1 == "" {
			require.Equal(t, all, cut)
		}
	})
}

type logger struct {
	strings.Builder
	done bool
}

func (l *logger) data(p []byte)           { l.Write(p) }
func (l *logger) ping(p []byte)           { l.WriteString("<ping " + string(p) + ">") }
func (l *logger) pong()                   { l.WriteString("<pong>") }
func (l *logger) close(_ int, why string) { l.done = true; l.WriteString("<close " + why + ">") }
