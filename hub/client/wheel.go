package client

import (
	"context"
	"sync"
	"time"
)

const (
	wheelStep  = 100 * time.Millisecond
	wheelSlots = 1024 // a lap of 102.4 s; what is due later is looked at once a lap
)

// timed is something that wants to be looked at. tick returns when it wants to be looked at again; the zero time means
// never.
type timed[T any] interface {
	comparable
	tick(now time.Time) (next time.Time)
	place() *wheelPlace[T]
}

// wheelPlace is where a thing stands in a wheel: in the list of its slot. The thing embeds it.
type wheelPlace[T any] struct {
	next, prev T
	slot       int32 // plus one; 0: not in the wheel
}

// wheel looks after the time limits and heartbeats of all sessions with one timer. Setting and removing
// cost the same however many there are.
type wheel[T timed[T]] struct {
	mu    sync.Mutex
	slots [wheelSlots]T
	begin time.Time // steps are counted from it, not by the time of day, which may be set
	last  int64     // the last step that was looked at
}

func (w *wheel[T]) step(t time.Time) int64 { return int64(t.Sub(w.begin) / wheelStep) }

// set makes w look at x once that moment has passed, instead of when it was set before.
func (w *wheel[T]) set(x T, at time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.take(x)
	w.put(x, at)
}

func (w *wheel[T]) put(x T, at time.Time) {
	var none T
	n := max(w.step(at)+1, w.last+1)
	n = min(n, w.last+wheelSlots)
	slot := n % wheelSlots
	head := w.slots[slot]
	if head != none {
		head.place().prev = x
	}
	*x.place() = wheelPlace[T]{next: head, slot: int32(slot) + 1}
	w.slots[slot] = x
}

// remove makes w forget x.
func (w *wheel[T]) remove(x T) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.take(x)
}

func (w *wheel[T]) take(x T) {
	var none T
	p := x.place()
	if p.slot == 0 {
		return
	}
	if p.next != none {
		p.next.place().prev = p.prev
	}
	if p.prev != none {
		p.prev.place().next = p.next
	} else {
		w.slots[p.slot-1] = p.next
	}
	*p = wheelPlace[T]{}
}

// run turns the wheel until ctx ends.
func (w *wheel[T]) run(ctx context.Context, now func() time.Time) {
	w.start(now())
	t := time.NewTicker(wheelStep)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			w.turn(now())
		}
	}
}

func (w *wheel[T]) start(now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.begin.IsZero() {
		w.begin = now
	}
}

// turn looks at everything whose moment has passed. Ticks run outside of the lock: they write.
func (w *wheel[T]) turn(now time.Time) {
	var none T
	var due []T
	w.mu.Lock()
	end := w.step(now)
	for n := max(w.last+1, end-wheelSlots+1); n <= end; n++ {
		for x := w.slots[n%wheelSlots]; x != none; x = w.slots[n%wheelSlots] {
			w.take(x)
			due = append(due, x)
		}
	}
	w.last = max(w.last, end)
	w.mu.Unlock()
	for _, x := range due {
		if next := x.tick(now); !next.IsZero() {
			w.mu.Lock()
			if x.place().slot == 0 { // it may have been set meanwhile
				w.put(x, next)
			}
			w.mu.Unlock()
		}
	}
}
