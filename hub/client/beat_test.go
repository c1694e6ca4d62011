package client

import (
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/require"

	"hubstake/hub/seal"
	"hubstake/hub/stomp"
)

func TestIdleSessionKeepsNoSealer(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_789_000_000, 0)
	n := &Node{begin: now.Add(-time.Minute)}
	s := &Client{node: n, version: stomp.V12, expects: 25_000, sealer: seal.New(new(seal.Key), "s")}
	s.heard.Store(n.age(now))
	s.spoke.Store(n.age(now.Add(-coolAfter + time.Second)))
	require.False(t, s.tick(now).IsZero())
	require.NotNil(t, s.sealer, "it wrote a moment ago")
	next := s.tick(now.Add(time.Second))
	require.Nil(t, s.sealer)
	require.True(t, next.After(now))
}

// setClock returns t as it reads after an operator moved the system clock by d: the wall clock changes, Go's monotonic clock does not.
func setClock(t time.Time, d time.Duration) time.Time {
	wall := (*uint64)(unsafe.Pointer(&t)) // seconds since 1885 above 30 bits of nanoseconds
	*wall += uint64(d/time.Second) << 30
	return t
}

func TestClockChangeEndsNoClientAndStopsNoHeartbeat(t *testing.T) {
	t.Parallel()
	begin := time.Now()
	for _, by := range []time.Duration{5 * time.Minute, -5 * time.Minute} {
		now := setClock(begin.Add(time.Second), by)
		require.Equal(t, by+time.Second, now.Round(0).Sub(begin.Round(0)), "it is set")
		s := &Client{node: &Node{begin: begin}, version: stomp.V12, expects: 25_000, beats: 25_000}
		require.Equal(t, now.Add(18750*time.Millisecond-time.Second), s.tick(now), "the next heart-beat, and nothing was ended")

		var w wheel[*bell]
		w.start(begin)
		soon, later := &bell{}, &bell{}
		w.set(soon, begin.Add(500*time.Millisecond))
		w.set(later, begin.Add(30*time.Second))
		w.turn(now)
		require.Len(t, soon.times(), 1)
		require.Empty(t, later.times())
	}
}
