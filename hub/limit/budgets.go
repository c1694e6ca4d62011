package limit

import (
	"sync"
	"time"
)

// maxBudgets bounds the keys that are remembered; more than that begin all budgets again.
const maxBudgets = 100_000

// Budgets is a Bucket for each key, such as an address. Keys whose bucket is full again are forgotten. Make it with
// NewBudgets.
type Budgets struct {
	pace  Pace
	mu    sync.Mutex
	of    map[string]Bucket
	swept time.Time
}

// NewBudgets gives each key that pace.
func NewBudgets(p Pace) *Budgets { return &Budgets{pace: p, of: map[string]Bucket{}} }

// Take uses one of a key's budget. When there is none it tells how long until there is.
func (b *Budgets) Take(key string, now time.Time) (wait time.Duration, ok bool) {
	if b.pace.PerSecond <= 0 {
		return 0, true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sweep(now)
	k := b.of[key]
	ok = k.Take(now, b.pace)
	b.of[key] = k
	return k.wait(b.pace), ok
}

// Spent reports whether nothing is left of a key's budget, and how long until there is. It uses nothing.
func (b *Budgets) Spent(key string, now time.Time) (wait time.Duration, spent bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	k, known := b.of[key]
	if !known || k.Take(now, b.pace) {
		return 0, false
	}
	return k.wait(b.pace), true
}

// Keys is the number of keys that are remembered.
func (b *Budgets) Keys() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.of)
}

// sweep forgets full buckets, once in the time in which an empty one fills; the lock is held.
func (b *Budgets) sweep(now time.Time) {
	if len(b.of) >= maxBudgets {
		clear(b.of)
	}
	fills := time.Duration(b.pace.Burst) * time.Second / time.Duration(b.pace.PerSecond)
	if now.Sub(b.swept) < fills {
		return
	}
	b.swept = now
	for key, k := range b.of {
		if now.UnixMilli()-k.at > fills.Milliseconds() {
			delete(b.of, key)
		}
	}
}

// wait is how long it takes until an empty bucket has one more.
func (b *Bucket) wait(p Pace) time.Duration {
	return time.Duration(max(0, 1000-b.level)) * time.Millisecond / time.Duration(p.PerSecond)
}
