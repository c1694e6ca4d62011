// Package limit bounds what peers may do: how often and how many at once.
package limit

import (
	"sync"
	"time"
)

// Pace is how often something may happen. PerSecond 0 means as often as it likes.
type Pace struct {
	PerSecond int
	Burst     int // at once
}

// Bucket counts against a Pace, which the owner of many buckets keeps only once. It is refilled in whole milliseconds and
// must not be used concurrently.
type Bucket struct {
	level int64 // thousandths of a thing that are left
	at    int64 // ms when level was right
}

// Take reports whether one more thing may happen at that moment.
func (b *Bucket) Take(now time.Time, p Pace) bool {
	if p.PerSecond <= 0 {
		return true
	}
	ms, rate, full := now.UnixMilli(), int64(p.PerSecond), int64(p.Burst)*1000
	switch passed := ms - b.at; {
	case b.at == 0 || passed > full/rate:
		b.level, b.at = full, ms
	case passed > 0:
		b.level, b.at = min(full, b.level+passed*rate), ms
	case passed < 0: // the clock was set back: waiting until it is where it was would refuse all requests
		b.at = ms
	}
	if b.level < 1000 {
		return false
	}
	b.level -= 1000
	return true
}

// Counter bounds how many things of one key exist at once. Make it with NewCounter.
type Counter struct {
	most int // 0: no bound
	mu   sync.Mutex
	n    map[string]int
}

// NewCounter allows at most limit things for each key; 0: any number.
func NewCounter(limit int) *Counter { return &Counter{most: limit, n: map[string]int{}} }

// Enter counts one more, unless there are enough.
func (c *Counter) Enter(key string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.most > 0 && c.n[key] >= c.most {
		return false
	}
	c.n[key]++
	return true
}

// Full reports whether Enter would refuse.
func (c *Counter) Full(key string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.most > 0 && c.n[key] >= c.most
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
