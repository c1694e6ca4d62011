package client

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/hub/stomp"
	"hubstake/internal/core/clock"
)

// witness is a Conn that notes how it is closed, and whether the session's lock was held then.
type witness struct {
	s      *Client
	ready  bool
	closes []string
}

func (w *witness) Send([]byte) bool { return w.ready }

func (w *witness) Close(code int, reason string) {
	held := !w.s.mu.TryLock()
	if !held {
		w.s.mu.Unlock()
	}
	w.closes = append(w.closes, strconv.Itoa(code)+" "+reason+" "+strconv.FormatBool(held))
}

func TestWhoLeavesTooManyAnswersUnreadIsCut(t *testing.T) {
	t.Parallel()
	begin := time.Unix(1_789_000_000, 0)
	n := &Node{Deps: Deps{Clock: clock.NewManual(begin), Limits: Limits{Output: 1000}}, begin: begin}
	w := &witness{}
	s := &Client{node: n, conn: w, version: stomp.V12}
	w.s = s
	s.receipt("the first goes to the socket, which takes no more")
	for range 10 {
		s.receipt("another")
	}
	require.Empty(t, w.closes)
	for range 10 {
		s.receipt("and another of so many that they are more than a thousand bytes")
	}
	require.NotEmpty(t, w.closes)
	require.Equal(t, "4408 slow false", w.closes[0], "and nothing is written under the lock")
	_, bytes := s.Queue()
	require.Zero(t, bytes, "what it did not read is not kept")
}
