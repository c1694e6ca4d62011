package server

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hubstake/internal/core/event"
	"hubstake/internal/core/id"
	"hubstake/internal/live"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/testkit"
)

// bus publishes as the relay does: each stream in order, again until Redis took it, and again what a failover lost.
type bus struct {
	w   *world
	ctx context.Context // of the test

	mu      sync.Mutex
	streams map[string]*outgoing
	lost    atomic.Int64 // entries found lost, each time that they were
}

type outgoing struct {
	mu   sync.Mutex
	past []live.Entry
	end  redisx.EntryID
}

func (w *world) bus() *bus { return &bus{w: w, ctx: w.tb.Context(), streams: map[string]*outgoing{}} }

var serials atomic.Int64

// say publishes one event; false when the test ended before Redis took it.
func (b *bus) say(e event.Event) bool {
	e.Site, e.At = b.w.site, b.w.clk.Now()
	name := live.StreamOf(e)
	b.mu.Lock()
	s := b.streams[name]
	if s == nil {
		s = &outgoing{}
		b.streams[name] = s
	}
	b.mu.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	at := redisx.EntryID{Hi: uint64(e.At.UnixMilli()), Lo: uint64(serials.Add(1))}
	entry := live.Entry{ID: at.String(), Event: e}
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		err := b.put(name, s.end, entry)
		if err == nil {
			s.past, s.end = append(s.past, entry), at
			return true
		}
		if lost, ok := errors.AsType[*live.TruncatedError](err); ok {
			b.repeat(name, s, lost.End)
			continue
		}
		select {
		case <-b.ctx.Done():
			return false
		case <-tick.C:
		}
	}
}

func (b *bus) put(stream string, end redisx.EntryID, entries ...live.Entry) error {
	_, err := live.Batch{Stream: stream, Epoch: id.New(), Last: end, Entries: entries}.Publish(b.ctx, b.w.rdb)
	return err
}

func (b *bus) repeat(stream string, s *outgoing, end redisx.EntryID) {
	for i, e := range s.past {
		if at, _ := redisx.ParseEntryID(e.ID); at.After(end) {
			b.lost.Add(int64(len(s.past) - i))
			_ = b.put(stream, end, s.past[i:]...) // the next attempt sees whether it was taken
			return
		}
	}
}

// quiet looks again at all streams, as the relay does every second: the last entries may be those that were lost.
func (b *bus) quiet(tb testing.TB) {
	tb.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for name, s := range b.streams {
		testkit.Eventually(tb, func() bool {
			err := b.put(name, s.end)
			if lost, ok := errors.AsType[*live.TruncatedError](err); ok {
				b.repeat(name, s, lost.End)
			}
			return err == nil
		})
	}
}

// load publishes moves of members' wallets and messages of feeds until it is stopped.
type load struct {
	bus     *bus
	writers []*writer
	stop    context.CancelFunc
	done    sync.WaitGroup
}

// writer moves one wallet or fills one feed.
type writer struct {
	memID string // or:
	topic string // what follows /topic/
	n     atomic.Int64
}

// next publishes the next event.
func (wr *writer) next(b *bus) {
	n := wr.n.Load() + 1
	text := strconv.FormatInt(n, 10)
	e := event.Event{Member: wr.memID, Cmd: event.Cash, Data1: text, Data2: wr.memID, Ver: n}
	if partner, ok := strings.CutPrefix(wr.topic, "partner."); ok {
		e = event.Event{Upline: partner, Cmd: event.Join, Data1: wr.topic, Data2: text}
	} else if wr.topic != "" {
		e = event.Event{Topic: wr.topic, Cmd: event.Queue, Data1: wr.topic, Data2: text}
	}
	if b.say(e) {
		wr.n.Store(n)
		if wr.memID != "" {
			b.w.remember(wr.memID, text, n)
		}
	}
}

// load begins to publish: each member's wallet and each feed moves once in pace.
func (b *bus) load(pace time.Duration, members []*person, feeds ...string) *load {
	ctx, cancel := context.WithCancel(b.ctx)
	l := &load{bus: b, stop: cancel}
	for _, p := range members {
		wr := &writer{memID: p.memID}
		wr.n.Store(1)
		l.writers = append(l.writers, wr)
	}
	for _, topic := range feeds {
		l.writers = append(l.writers, &writer{topic: topic})
	}
	for _, wr := range l.writers {
		l.done.Go(func() {
			tick := time.NewTicker(pace)
			defer tick.Stop()
			for ctx.Err() == nil {
				wr.next(b)
				select {
				case <-ctx.Done():
				case <-tick.C:
				}
			}
		})
	}
	return l
}

// wallets are the versions that were published last, by member.
func (l *load) wallets() map[string]int64 {
	m := map[string]int64{}
	for _, wr := range l.writers {
		if wr.memID != "" {
			m[wr.memID] = wr.n.Load()
		}
	}
	return m
}

// numbers are those that were published last, by destination.
func (l *load) numbers() map[string]int64 {
	m := map[string]int64{}
	for _, wr := range l.writers {
		if wr.topic != "" {
			m["/topic/"+wr.topic] = wr.n.Load()
		}
	}
	return m
}

// remember is what PostgreSQL would know.
func (w *world) remember(memID, cash string, ver int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	t := w.truth[memID]
	t.Cash, t.Points, t.Version = cash, memID, ver
	w.truth[memID] = t
}

// end stops publishing and waits until everything was taken.
func (l *load) end(tb testing.TB) {
	tb.Helper()
	l.stop()
	l.done.Wait()
	l.bus.quiet(tb)
}

// goesOn waits until every writer got so much through after now.
func (l *load) goesOn(tb testing.TB, times int64) {
	tb.Helper()
	from := make([]int64, len(l.writers))
	for i, wr := range l.writers {
		from[i] = wr.n.Load()
	}
	testkit.Eventually(tb, func() bool {
		for i, wr := range l.writers {
			if wr.n.Load() < from[i]+times {
				return false
			}
		}
		return true
	}, "%v %v", l.wallets(), l.numbers())
}
