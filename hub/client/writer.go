package client

import (
	"sync"
	"time"

	"hubstake/hub/conn"
	"hubstake/hub/seal"
	"hubstake/hub/stomp"
	"hubstake/hub/tail"
	"hubstake/internal/core/event"
)

// writeSize is about how much is written at once; between two writes it is looked again what is newest.
const writeSize = 32 << 10

var buffers = sync.Pool{New: func() any { b := make([]byte, 0, 4<<10); return &b }}

// reply queues a frame that answers the client, and flushes.
func (s *Client) reply(c stomp.Command, headers []stomp.Header, body []byte) {
	s.mu.Lock()
	s.enqueue(c, headers, body)
	s.mu.Unlock()
	s.flush()
}

// enqueue is reply without the flush; the lock is held. A client that leaves too much unread is cut.
func (s *Client) enqueue(c stomp.Command, headers []stomp.Header, body []byte) {
	if s.closed || s.ending != nil {
		return
	}
	out := s.answers()
	start := len(*out)
	*out = stomp.Append(conn.Open(*out), s.version, c, headers, body)
	*out = conn.Finish(*out, start)
	if limit := s.node.Limits.Output; limit > 0 && len(*out) > limit {
		s.out, s.ending = nil, Slow // flush closes
	}
}

// answers is where answers wait, borrowed for as long as some do; the lock is held.
func (s *Client) answers() *[]byte {
	if s.out == nil {
		s.out = buffers.Get().(*[]byte)
		*s.out = (*s.out)[:0]
	}
	return s.out
}

// answer queues a websocket frame; the lock is held.
func (s *Client) answer(frame []byte) {
	out := s.answers()
	*out = append(*out, frame...)
}

// cork keeps back what there is to write until uncork.
func (s *Client) cork() {
	s.mu.Lock()
	s.corks++
	s.mu.Unlock()
}

func (s *Client) uncork() {
	s.mu.Lock()
	s.corks--
	s.mu.Unlock()
	s.flush()
}

// flush writes what waits, unless another goroutine is writing or the connection takes nothing.
func (s *Client) flush() { s.pour(true) }

// pour is flush. prompt is false when the frames waited for a client that took nothing: their delay is not the hub's.
func (s *Client) pour(prompt bool) {
	s.mu.Lock()
	s.marked = false
	if s.writing || s.blocked || s.closed || s.corks > 0 && s.ending == nil {
		end := s.ending
		stuck := s.blocked && end != nil
		s.mu.Unlock()
		if stuck { // a client that does not read learns it from the close, or never
			s.conn.Close(end.Code, end.Name)
		}
		return
	}
	s.writing = true
	for {
		now := s.node.Clock.Now()
		buf, read := s.take(now.UnixMilli())
		if len(*buf) == 0 {
			buffers.Put(buf)
			s.writing = false
			end := s.ending
			s.mu.Unlock()
			if end != nil {
				s.conn.Close(end.Code, end.Name)
			}
			return
		}
		s.mu.Unlock()
		taken := s.conn.Send(*buf)
		if cap(*buf) <= 2*writeSize {
			buffers.Put(buf)
		}
		if taken && prompt && !read.IsZero() {
			s.node.Metrics.DeliveryOwn.Observe(s.node.Clock.Now().Sub(read).Seconds())
		}
		s.spoke.Store(s.node.age(now))
		s.mu.Lock()
		if !taken && !s.again {
			s.writing, s.blocked = false, true
			end := s.ending
			s.mu.Unlock()
			if end != nil {
				s.conn.Close(end.Code, end.Name)
			}
			return
		}
		s.again = false
	}
}

// Writable implements conn.Handler.
func (s *Client) Writable() {
	s.mu.Lock()
	if !s.blocked {
		s.again = s.writing
		s.mu.Unlock()
		return
	}
	s.blocked = false
	s.mu.Unlock()
	s.pour(false)
}

// take borrows a buffer with what waits as websocket frames; the lock is held. seq is given here, so that whatever was
// conflated leaves no gap. now is in ms. read is when the first of the entries behind the frames was read; zero: none is behind them.
func (s *Client) take(now int64) (buf *[]byte, read time.Time) {
	buf = s.answers()
	s.out = nil
	b := *buf
	sealer := s.sealer
	for _, sub := range s.subs {
		if sub.isOpen() || sub.pending() == 0 {
			continue
		}
		if sealer == nil {
			sealer = seal.New(&s.key, s.who.SID())
		}
		if sub.seq >= warm {
			s.sealer = sealer
		}
		f := sub.feed
		if f != nil && f.resync { // before states: their versions may have begun again
			f.resync = false
			b = s.write(b, sealer, sub, resyncMessage, now)
		}
		for _, m := range sub.wait {
			read = earlier(read, m.Read)
			b = s.write(b, sealer, sub, m, now)
		}
		sub.release()
		if f == nil || f.replay {
			continue
		}
		n := 0
		for n < len(f.queue) && len(b) < writeSize {
			read = earlier(read, f.queue[n].Read)
			b = s.write(b, sealer, sub, f.queue[n], now)
			n++
		}
		if f.queue = f.queue[n:]; len(f.queue) == 0 {
			f.queue = nil
		}
	}
	*buf = b
	return buf, read
}

// earlier returns the earlier of two moments; a zero time stands for no moment.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// write seals one message as the next frame of a subscription.
func (s *Client) write(b []byte, sealer *seal.Sealer, sub *Subscription, m *tail.Message, now int64) []byte {
	sub.seq++
	start := len(b)
	b = conn.Open(b)
	b = sub.appendHead(b, m, seal.Size(len(m.JSON)))
	b = sealer.Append(b, m.JSON, sub.destination, sub.seq)
	b = conn.Finish(append(b, 0), start)
	s.node.Metrics.delivered(m, now)
	s.node.Tracer.Deliver(m.Trace, string(m.Cmd), m.At, now)
	return b
}

// A sealer costs more to make than a frame, and as much memory as the rest of a session: it is kept from the warm-th frame
// of a subscription on, until nothing was written for a while.
const (
	warm      = 4
	coolAfter = 10 * time.Second
)

// cool lets go of what only a busy session keeps.
func (s *Client) cool() {
	s.mu.Lock()
	s.sealer = nil
	s.mu.Unlock()
}

// leave queues what follows a LOGOUT and makes it the last thing that the session hears; the lock is held.
func (s *Client) leave(sub *Subscription, m *tail.Message) {
	d := SignedOut
	if m.Data1 == string(event.Replaced) {
		d = LoggedElsewhere
		sub.hold(personal(tail.NewMessage(event.Replaced, "", "", m.Ver, m.At), s.who.MemID()))
	}
	s.ending = d
}

// personal addresses a message that the hub makes itself.
func personal(m *tail.Message, memID string) *tail.Message {
	m.Member = memID
	return m
}
