package report

import (
	"sync"
	"time"
)

// longTotals remembers totals that take long to add up: of more accounts than paging.Exact they may be a minute old.
type longTotals[T any] struct {
	mu   sync.Mutex
	kept map[string]keptTotal[T]
}

type keptTotal[T any] struct {
	value T
	at    time.Time
}

const (
	totalsAge  = time.Minute
	mostTotals = 1000
)

// of returns what is remembered under a key (paging.Key), or what read returns, which also says whether it is worth remembering.
func (t *longTotals[T]) of(key string, now time.Time, read func() (T, bool, error)) (T, error) {
	t.mu.Lock()
	k, ok := t.kept[key]
	t.mu.Unlock()
	if ok && now.Sub(k.at) < totalsAge && !now.Before(k.at) {
		return k.value, nil
	}
	value, long, err := read()
	if err != nil || !long {
		return value, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.kept == nil || len(t.kept) >= mostTotals {
		t.kept = map[string]keptTotal[T]{}
	}
	t.kept[key] = keptTotal[T]{value, now}
	return value, nil
}
