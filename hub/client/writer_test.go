package client

import (
	"strconv"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
	"github.com/stretchr/testify/require"

	"hubstake/hub/stomp"
	"hubstake/hub/tail"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/event"
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

func TestAClientWithTooManyUnreadAnswersIsCut(t *testing.T) {
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
	waiting, _ := s.Watch()
	require.Zero(t, waiting.Bytes, "what it did not read is not kept")
}

// slowly is a Conn that takes frames after a while, as a manual clock has it, or keeps them.
type slowly struct {
	clk   *clock.Manual
	takes bool
}

func (s *slowly) Send([]byte) bool {
	s.clk.Advance(2 * time.Millisecond)
	return s.takes
}

func (*slowly) Close(int, string) {}

func TestTheOwnPartIsFromTheReadToTheWrite(t *testing.T) {
	t.Parallel()
	begin := time.Unix(1_789_000_000, 0)
	clk := clock.NewManual(begin)
	n := &Node{Deps: Deps{Clock: clk, Metrics: NewMetrics(prometheus.NewRegistry())}, begin: begin}
	c := &slowly{clk: clk, takes: true}
	s := &Client{node: n, conn: c, version: stomp.V12}
	sub := &Subscription{session: s, id: "0", destination: "/topic/t"}
	s.subs = append(s.subs, sub)
	deliver := func(read time.Time, ver int64) {
		m := tail.NewMessage(event.Cash, "1", "2", ver, begin.UnixMilli())
		m.Read = read
		s.mu.Lock()
		sub.keep(m)
		s.mu.Unlock()
		s.flush()
	}
	seen := func() (count uint64, sum float64) {
		var m dto.Metric
		require.NoError(t, n.Metrics.DeliveryOwn.Write(&m))
		return m.GetHistogram().GetSampleCount(), m.GetHistogram().GetSampleSum()
	}
	deliver(begin.Add(-time.Millisecond), 1)
	count, sum := seen()
	require.EqualValues(t, 1, count)
	require.InDelta(t, .003, sum, 1e-9)
	deliver(time.Time{}, 2)
	count, _ = seen()
	require.EqualValues(t, 1, count, "no entry is behind what a projection says")
	c.takes = false
	deliver(clk.Now(), 3)
	deliver(clk.Now(), 4)
	clk.Advance(time.Minute)
	c.takes = true
	s.Writable()
	require.Zero(t, sub.pending())
	count, _ = seen()
	require.EqualValues(t, 1, count, "how long a client takes nothing is not the hub's part")
}
