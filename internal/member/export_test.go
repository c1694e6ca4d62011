package member

import "time"

// Overload takes all slots of a hasher and lets nobody wait, until it is undone.
func (h *Hasher) Overload() (undo func()) {
	wait := h.wait
	h.wait = time.Nanosecond
	for range cap(h.slots) {
		h.slots <- struct{}{}
	}
	return func() {
		h.wait = wait
		for range cap(h.slots) {
			<-h.slots
		}
	}
}
