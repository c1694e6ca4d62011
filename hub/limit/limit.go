// Package limit bounds what peers may do: how often and how many at once.
package limit

import (
	"sync"
	"time"
)

// Bucket lets through rate things a second and burst at once. It is refilled in whole milliseconds and must not
// be used concurrently. The zero value of Rate lets everything through.
type Bucket struct {
	Rate, Burst int
	level       int   // thousandths of a thing that are left
	at          int64 // ms when level was right
}

// Take tells whether one more thing may happen at that moment.
func (b *Bucket) Take(now time.Time) bool {
	if b.Rate <= 0 {
		return true
	}
	ms, full := now.UnixMilli(), b.Burst*1000
	switch passed := ms - b.at; {
	case b.at == 0 || passed*int64(b.Rate) > int64(full):
		b.level, b.at = full, ms
	case passed > 0:
		b.level, b.at = min(full, b.level+int(passed)*b.Rate), ms
	}
	if b.level < 1000 {
		return false
	}
	b.level -= 1000
	return true
}

// Rate is a Bucket that many may use.
type Rate struct {
	mu sync.Mutex
	b  Bucket
}

// NewRate lets through n things a second, and as many at once.
func NewRate(n int) *Rate { return &Rate{b: Bucket{Rate: n, Burst: n}} }

// Take tells whether one more thing may happen at that moment.
func (r *Rate) Take(now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.b.Take(now)
}

// Counter bounds how many things of one key exist at once. Max 0 means no bound. Make it with NewCounter.
type Counter struct {
	Max int
	mu  sync.Mutex
	n   map[string]int
}

// NewCounter allows at most limit things for each key.
func NewCounter(limit int) *Counter { return &Counter{Max: limit, n: map[string]int{}} }

// Enter counts one more, unless there are enough.
func (c *Counter) Enter(key string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.Max > 0 && c.n[key] >= c.Max {
		return false
	}
	c.n[key]++
	return true
}

// Full tells that Enter would refuse.
func (c *Counter) Full(key string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.Max > 0 && c.n[key] >= c.Max
}

// Leave takes back one Enter that was allowed.
func (c *Counter) Leave(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n[key]--; c.n[key] <= 0 {
		delete(c.n, key)
	}
}

// Keys is the number of keys that hold something.
func (c *Counter) Keys() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.n)
}
