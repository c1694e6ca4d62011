package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"sync"

	"github.com/gobwas/ws"
	"github.com/gobwas/ws/wsutil"
)

// socket is a websocket as the byte stream that a STOMP library wants: what is written goes out as one text message, and
// the messages that come in follow each other.
type socket struct {
	net.Conn
	in   io.Reader
	rest []byte
	mu   sync.Mutex // of what goes out: frames of the library and answers to pings
}

func newSocket(c net.Conn, buffered *bufio.Reader) *socket {
	s := &socket{Conn: c, in: c}
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
		}{s.in, control{s}})
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
	if err := wsutil.WriteClientText(s.Conn, p); err != nil {
		return 0, fmt.Errorf("websocket: %w", err)
	}
	return len(p), nil
}

// control is what control frames are answered through.
type control struct{ s *socket }

func (c control) Write(p []byte) (int, error) {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	return c.s.Conn.Write(p)
}
