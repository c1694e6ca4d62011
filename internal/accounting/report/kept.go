package report

import (
	"cmp"
	"sync"
	"time"
)

// age bounds how old a kept answer may be that has no age of its own.
const age = time.Second

// kept is an answer for each site, read again when it is too old. Of many callers at once one reads and the others wait:
// a busy main page costs the database one query a second.
type kept[T any] struct {
	age time.Duration // at most so old; 0: age

	mu   sync.Mutex
	byID map[string]entry[T]
}

type entry[T any] struct {
	value T
	at    time.Time
}

// get returns the site's answer at now, from read when there is none that is young enough. Nothing is kept of an error.
func (k *kept[T]) get(site string, now time.Time, read func() (T, error)) (T, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if e, ok := k.byID[site]; ok && now.Sub(e.at) < cmp.Or(k.age, age) && !now.Before(e.at) {
		return e.value, nil
	}
	v, err := read()
	if err != nil {
		return v, err
	}
	if k.byID == nil {
		k.byID = map[string]entry[T]{}
	}
	k.byID[site] = entry[T]{v, now}
	return v, nil
}
