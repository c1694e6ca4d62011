package hubclient

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"sync"

	"github.com/gobwas/ws"
	"github.com/gobwas/ws/wsutil"
)

// socket is a websocket as the byte stream that go-stomp wants: what is written goes out as one text message, messages
// that come in follow each other.
type socket struct {
	conn net.Conn
	in   io.Reader
	rest []byte
	mu   sync.Mutex
}

func newSocket(conn net.Conn, buffered *bufio.Reader) *socket {
	s := &socket{conn: conn, in: conn}
	if buffered != nil {
		s.in = buffered // holds what came together with the answer to the upgrade
	}
	return s
}

// Read implements io.Reader. Pings are answered, a close ends the stream.
func (s *socket) Read(p []byte) (int, error) {
	for len(s.rest) == 0 {
		data, op, err := wsutil.ReadServerData(struct {
			io.Reader
			io.Writer
		}{s.in, lockedWriter{s}})
		if err != nil {
			return 0, fmt.Errorf("websocket: %w", err)
		}
		if op == ws.OpText || op == ws.OpBinary {
			s.rest = data
		}
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

// Write implements io.Writer.
func (s *socket) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := wsutil.WriteClientText(s.conn, p); err != nil {
		return 0, fmt.Errorf("websocket: %w", err)
	}
	return len(p), nil
}

// Close implements io.Closer.
func (s *socket) Close() error { return s.conn.Close() }

// lockedWriter is what control frames are answered through.
type lockedWriter struct{ s *socket }

func (w lockedWriter) Write(p []byte) (int, error) {
	w.s.mu.Lock()
	defer w.s.mu.Unlock()
	return w.s.conn.Write(p)
}
