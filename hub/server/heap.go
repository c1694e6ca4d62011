package server

import (
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// How much garbage may pile up before it is collected, in percent of what is alive. A node that is idle keeps little; one
// that is busy takes more room, so that collecting costs a few percent of its work, and gives it back afterwards.
const (
	lean  = 50
	roomy = 200

	heapLook  = 250 * time.Millisecond
	calmLooks = 20 // in a row without much to collect, before a node counts as idle again
)

// heap watches how often the collector runs. A GOGC in the environment is left alone.
type heap struct {
	runs  []metrics.Sample
	seen  uint64
	limit int // percent that is in force
	calm  int // looks
	since int // runs within them
	set   func(percent int)
	back  func() // gives free memory back
}

func newHeap() *heap {
	return &heap{
		runs: []metrics.Sample{{Name: "/gc/cycles/total:gc-cycles"}}, set: func(percent int) { debug.SetGCPercent(percent) },
		back: debug.FreeOSMemory,
	}
}

// run watches until ctx ends.
func (h *heap) run(ctx context.Context) error {
	if os.Getenv("GOGC") != "" {
		<-ctx.Done()
		return nil
	}
	h.use(lean)
	tick := time.NewTicker(heapLook)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
			metrics.Read(h.runs)
			h.look(h.runs[0].Value.Uint64())
		}
	}
}

// look takes the number of collections since the program began.
func (h *heap) look(total uint64) {
	n := int(total - h.seen)
	h.seen = total
	if n > 1 && h.limit != roomy {
		h.use(roomy)
		return
	}
	h.since += n
	if h.calm++; h.calm < calmLooks {
		return
	}
	quiet := h.since <= calmLooks/16 // at roomy; four times as many at lean
	h.calm, h.since = 0, 0
	if quiet && h.limit == roomy {
		h.use(lean)
		h.back()
	}
}

func (h *heap) use(percent int) {
	h.limit, h.calm, h.since = percent, 0, 0
	h.set(percent)
}
