package server

import (
	"bytes"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/fasthttp/websocket"
	gostomp "github.com/go-stomp/stomp/v3"
	"github.com/stretchr/testify/require"

	"hubstake/internal/testkit"
	"hubstake/internal/testkit/rdstest"
)

// stream makes of a websocket the byte stream that go-stomp speaks on.
type stream struct {
	ws   *websocket.Conn
	rest io.Reader
}

func (s *stream) Read(p []byte) (int, error) {
	for {
		if s.rest != nil {
			if n, err := s.rest.Read(p); n > 0 || err == nil {
				return n, nil
			}
		}
		_, b, err := s.ws.ReadMessage()
		if err != nil {
			return 0, io.EOF
		}
		s.rest = bytes.NewReader(b)
	}
}

func (s *stream) Write(p []byte) (int, error) {
	return len(p), s.ws.WriteMessage(websocket.BinaryMessage, p)
}

func (s *stream) Close() error { return s.ws.Close() }

func receive(t *testing.T, s *gostomp.Subscription) *gostomp.Message {
	t.Helper()
	select {
	case m := <-s.C:
		require.NotNil(t, m)
		require.NoError(t, m.Err)
		return m
	case <-time.After(testkit.Patience):
		require.Fail(t, "no message")
		return nil
	}
}

// A member's own connection, sealed, read by the library.
func TestLibraryReadsAMembersTopic(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, nil)
	p := w.member()
	ws, _, err := dial(h, http.Header{})
	require.NoError(t, err)
	c, err := gostomp.Connect(&stream{ws: ws}, gostomp.ConnOpt.Header("token", p.token), gostomp.ConnOpt.Host(w.site))
	require.NoError(t, err)
	require.Equal(t, p.sid, c.Session())
	sub, err := c.Subscribe("/topic/"+p.topic, gostomp.AckClient)
	require.NoError(t, err)
	for range 3 {
		m := receive(t, sub)
		require.NoError(t, c.Ack(m))
		require.Contains(t, m.Header.Get("ack"), "1.")
	}
	require.NoError(t, c.Disconnect())
}
