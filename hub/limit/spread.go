package limit

import (
	"sync"
	"time"
)

// furthest is the longest wait that Spread asks for. When all slots up to it are given away, those of its second half are given again.
const furthest = time.Minute

// Spread is a pace that tells the clients it turns away when to come again: each gets the next free slot, one after the other.
// So a storm that comes at once returns at the pace and not as a storm. Make it with NewSpread.
type Spread struct {
	pace Pace
	slot time.Duration
	mu   sync.Mutex
	b    Bucket
	next time.Time // the last slot that was given away
}

// nominal is the distance of the slots when there is no pace and a client is turned away for another reason.
const nominal = time.Millisecond

// NewSpread lets through n things a second, and as many at once; 0: all.
func NewSpread(n int) *Spread {
	s := &Spread{pace: Pace{PerSecond: n, Burst: n}, slot: nominal}
	if n > 0 {
		s.slot = time.Second / time.Duration(n)
	}
	return s
}

// Take reports whether one more thing may happen at that moment, and if not how long to wait.
func (s *Spread) Take(now time.Time) (wait time.Duration, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.b.Take(now, s.pace) {
		return 0, true
	}
	return s.later(now), false
}

// Later gives a slot to a client that is turned away for another reason.
func (s *Spread) Later(now time.Time) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.later(now)
}

func (s *Spread) later(now time.Time) time.Duration {
	if s.next.Before(now) {
		s.next = now
	}
	if s.next = s.next.Add(s.slot); s.next.Sub(now) > furthest {
		s.next = now.Add(furthest/2 + s.slot)
	}
	return s.next.Sub(now)
}
