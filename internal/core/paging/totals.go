package paging

import (
	"fmt"
	"math"
	"sync"
	"time"
)

const (
	// Exact is how far a long list is counted each time. Readers do not turn a thousand pages: beyond it a total may be
	// older.
	Exact = 10_000
	// age bounds how old the total of a longer list may be.
	age = time.Minute
	// kept bounds how many of them are remembered.
	kept = 1000
)

// Totals tells how many rows lists have that may be very long: exactly up to Exact, above it as it was at most a minute ago.
// The zero value is ready.
type Totals struct {
	counting sync.Mutex
	mu       sync.Mutex
	long     map[string]total
}

type total struct {
	n  int64
	at time.Time
}

// Of returns the total of the list that key names (Key), from count, which counts no further than it is told.
func (t *Totals) Of(key string, now time.Time, count func(most int32) (int64, error)) (int64, error) {
	if n, ok := t.remembered(key, now); ok {
		return n, nil
	}
	n, err := count(Exact)
	if err != nil || n < Exact {
		return n, err
	}
	t.counting.Lock()
	defer t.counting.Unlock() // of many who ask at once one counts and the others wait
	if n, ok := t.remembered(key, now); ok {
		return n, nil
	}
	if n, err = count(math.MaxInt32); err != nil {
		return 0, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.long == nil || len(t.long) >= kept {
		t.long = map[string]total{}
	}
	t.long[key] = total{n, now}
	return n, nil
}

// Key returns a key for what is remembered of some values: two of them are equal only when the values are. fmt.Sprint would
// write the same of ("kim", 14) and ("kim1", 4).
func Key(values ...any) string { return fmt.Sprintf("%#v", values) }

func (t *Totals) remembered(key string, now time.Time) (int64, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	l, ok := t.long[key]
	return l.n, ok && now.Sub(l.at) < age && !now.Before(l.at)
}
