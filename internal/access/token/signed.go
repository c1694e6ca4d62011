package token

import (
	"crypto/sha256"
	"sync"
)

// maxSigned is how many signatures are remembered at least; at most twice as many, 50 bytes each.
const maxSigned = 1 << 15

// sum is the beginning of a token's SHA-256: finding a second token with the same sum is not feasible.
type sum [16]byte

func digest(text string) sum {
	h := sha256.Sum256([]byte(text))
	return sum(h[:len(sum{})])
}

// signed remembers tokens whose signature was good. An entry is forgotten when max newer ones were added without a lookup of
// it.
type signed struct {
	mu         sync.Mutex
	max        int
	young, old map[sum]struct{}
}

func newSigned(n int) *signed { return &signed{max: n, young: map[sum]struct{}{}} }

func (s *signed) has(k sum) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.young[k]; ok {
		return true
	}
	_, ok := s.old[k]
	if ok {
		s.put(k)
	}
	return ok
}

func (s *signed) add(k sum) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.put(k)
}

func (s *signed) put(k sum) {
	if len(s.young) >= s.max {
		s.old, s.young = s.young, map[sum]struct{}{}
	}
	s.young[k] = struct{}{}
}
