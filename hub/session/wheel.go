package session

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
type timed interface {
	tick(now time.Time) (next time.Time)
	place() *wheelPlace
}

// wheelPlace is where a thing stands in a wheel; the thing embeds it.
type wheelPlace struct {
	slot int // plus one; 0: not in the wheel
	pos  int
}

// wheel looks after the time limits and heart-beats of all sessions with one timer. Setting and removing
// cost the same however many there are.
type wheel struct {
	mu    sync.Mutex
	slots [wheelSlots][]timed
	last  int64 // the last step that was looked at
}

func step(t time.Time) int64 { return t.UnixNano() / int64(wheelStep) }

// set makes w look at x once that moment has passed, instead of when it was set before.
func (w *wheel) set(x timed, at time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.take(x)
	w.put(x, at)
}

func (w *wheel) put(x timed, at time.Time) {
	n := max(step(at)+1, w.last+1)
	n = min(n, w.last+wheelSlots)
	slot := int(n % wheelSlots)
	p := x.place()
	p.slot, p.pos = slot+1, len(w.slots[slot])
	w.slots[slot] = append(w.slots[slot], x)
}

// remove makes w forget x.
func (w *wheel) remove(x timed) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.take(x)
}

func (w *wheel) take(x timed) {
	p := x.place()
	if p.slot == 0 {
		return
	}
	list := w.slots[p.slot-1]
	end := len(list) - 1
	list[p.pos] = list[end]
	list[p.pos].place().pos = p.pos
	list[end] = nil
	if w.slots[p.slot-1] = list[:end]; end == 0 && cap(list) > 64 {
		w.slots[p.slot-1] = nil
	}
	p.slot = 0
}

// run turns the wheel until ctx ends.
func (w *wheel) run(ctx context.Context, now func() time.Time) {
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

func (w *wheel) start(now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.last == 0 {
		w.last = step(now)
	}
}

// turn looks at everything whose moment has passed. Ticks run outside of the lock: they write.
func (w *wheel) turn(now time.Time) {
	w.mu.Lock()
	var due []timed
	for n := max(w.last+1, step(now)-wheelSlots+1); n <= step(now); n++ {
		slot := n % wheelSlots
		for _, x := range w.slots[slot] {
			x.place().slot = 0
			due = append(due, x)
		}
		clear(w.slots[slot])
		w.slots[slot] = w.slots[slot][:0]
	}
	w.last = max(w.last, step(now))
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
