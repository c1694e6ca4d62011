package limit

import (
	"sync"
	"time"
)

// localKeys bounds the buckets of a node.
const localKeys = 50_000

// local holds buckets in memory: of each the moment at which it will be full again, as in Redis.
type local struct {
	mu    sync.Mutex
	full  map[string]time.Time
	swept time.Time // when those that are full again were last looked for
}

// take is redisx.Take with the time of this node.
func (l *local) take(key string, p Pace, now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	room := p.Every * time.Duration(p.Burst)
	full, known := l.full[key]
	if full.Before(now) {
		full = now
	}
	if most := now.Add(room); full.After(most) {
		full = most
	}
	full = full.Add(p.Every)
	if wait := full.Sub(now) - room; wait > 0 {
		return wait
	}
	if !known && len(l.full) >= localKeys {
		l.makeRoom(now)
	}
	l.full[key] = full
	return 0
}

// makeRoom forgets the buckets that are full again; when there are none, any one: a flood of callers may make the node
// forget a caller, but neither fill its memory nor shut others out.
func (l *local) makeRoom(now time.Time) {
	if now.Sub(l.swept) >= time.Second || now.Before(l.swept) { // it looks at all of them, which not every caller may cause
		l.swept = now
		for key, full := range l.full {
			if !full.After(now) {
				delete(l.full, key)
			}
		}
	}
	for key := range l.full {
		if len(l.full) < localKeys {
			return
		}
		delete(l.full, key)
	}
}
