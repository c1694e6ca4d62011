package credential

import "time"

// The functions of this file are for tests of what happens while the hasher is busy.

// Overload takes all slots of a hasher and makes every caller fail at once, until it is undone.
func (h *Hasher) Overload() (undo func()) { return h.take(cap(h.slots), 0) }

// CrowdWithPINs takes all slots that PINs and signups may have at once, and makes those callers fail at once, until it is
// undone.
func (h *Hasher) CrowdWithPINs() (undo func()) { return h.take(cap(h.side), cap(h.side)) }

func (h *Hasher) take(slots, side int) (undo func()) {
	wait := h.wait
	h.wait = time.Nanosecond
	for range slots {
		h.slots <- struct{}{}
	}
	for range side {
		h.side <- struct{}{}
	}
	return func() {
		h.wait = wait
		for range slots {
			<-h.slots
		}
		for range side {
			<-h.side
		}
	}
}
