package session

import (
	"sync"

	"hubstake/hub/conn"
	"hubstake/hub/seal"
	"hubstake/hub/stomp"
	"hubstake/hub/tail"
	"hubstake/internal/event"
)

// writeSize is about how much is written at once; between two writes it is looked again what is newest.
const writeSize = 32 << 10

var buffers = sync.Pool{New: func() any { b := make([]byte, 0, 4<<10); return &b }}

// reply queues a frame that answers the client, and flushes.
func (s *Session) reply(c stomp.Command, headers []stomp.Header, body []byte) {
	s.mu.Lock()
	s.enqueue(c, headers, body)
	s.mu.Unlock()
	s.flush()
}

// enqueue is reply without the flush; the lock is held. Who leaves too much unread is cut.
func (s *Session) enqueue(c stomp.Command, headers []stomp.Header, body []byte) {
	if s.closed || s.ending != nil {
		return
	}
	start := len(s.out)
	s.out = stomp.Append(conn.Open(s.out), s.version, c, headers, body)
	s.out = conn.Finish(s.out, start)
	if limit := s.node.Limits.Output; limit > 0 && len(s.out) > limit {
		s.out, s.ending = nil, Slow
		s.conn.Close(Slow.Code, Slow.Name)
	}
}

// flush writes what waits, unless somebody else is writing or the connection takes nothing.
func (s *Session) flush() {
	s.mu.Lock()
	s.marked = false
	if s.writing || s.blocked || s.closed {
		end := s.ending
		stuck := s.blocked && end != nil
		s.mu.Unlock()
		if stuck { // who does not read learns it from the close, or never
			s.conn.Close(end.Code, end.Name)
		}
		return
	}
	s.writing = true
	for {
		buf := buffers.Get().(*[]byte)
		*buf = s.take((*buf)[:0])
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
		now := s.node.Clock.Now().UnixMilli()
		s.spoke.Store(now)
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
func (s *Session) Writable() {
	s.mu.Lock()
	if !s.blocked {
		s.again = s.writing
		s.mu.Unlock()
		return
	}
	s.blocked = false
	s.mu.Unlock()
	s.flush()
}

// take moves what waits into b as websocket frames; the lock is held. seq is given here, so that whatever was
// conflated leaves no gap.
func (s *Session) take(b []byte) []byte {
	if len(s.out) > 0 {
		b = append(b, s.out...)
		if s.out = s.out[:0]; cap(s.out) > 1<<10 {
			s.out = nil
		}
	}
	var sealer *seal.Sealer
	for _, sub := range s.subs {
		if sub.guest || sub.pending() == 0 {
			continue
		}
		if sealer == nil {
			sealer = seal.New(&s.key, s.who.SID)
		}
		for k, m := range sub.wait {
			if m != nil {
				b = s.write(b, sealer, sub, m)
				sub.wait[k] = nil
			}
		}
		if sub.resync {
			sub.resync = false
			b = s.write(b, sealer, sub, resyncMessage)
		}
		if sub.replay {
			continue
		}
		n := 0
		for n < len(sub.feed) && len(b) < writeSize {
			b = s.write(b, sealer, sub, sub.feed[n])
			n++
		}
		if n == len(sub.feed) {
			sub.feed = nil
		} else {
			sub.feed = sub.feed[n:]
		}
	}
	return b
}

// write seals one message as the next frame of a subscription.
func (s *Session) write(b []byte, sealer *seal.Sealer, sub *Subscription, m *tail.Message) []byte {
	sub.seq++
	start := len(b)
	b = conn.Open(b)
	b = sub.appendHead(b, m, seal.Size(len(m.JSON)))
	b = sealer.Append(b, m.JSON, sub.destination, sub.seq)
	b = conn.Finish(append(b, 0), start)
	s.node.Metrics.delivered(m, s.node.Clock.Now().UnixMilli())
	return b
}

// leave queues what follows a LOGOUT and makes it the last thing that the session hears; the lock is held.
func (s *Session) leave(sub *Subscription, m *tail.Message) {
	d := SignedOut
	if m.Data1 == string(event.Replaced) {
		d = LoggedElsewhere
		sub.wait[tail.Replaced] = personal(tail.NewMessage(event.Replaced, "", "", m.Ver, m.At), s.who.MemID)
	}
	s.ending = d
}

// personal addresses a message that the hub makes itself.
func personal(m *tail.Message, memID string) *tail.Message {
	m.Member = memID
	return m
}
