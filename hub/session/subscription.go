package session

import (
	"strconv"

	"hubstake/hub/registry"
	"hubstake/hub/stomp"
	"hubstake/hub/tail"
)

// Subscription is one SUBSCRIBE of a session. What is written below mu is guarded by the session's mu.
type Subscription struct {
	registry.Entry[*Subscription]
	session     *Session
	topic       topic
	id          string
	destination string
	number      int  // within the session
	acks        bool // the client acknowledges: MESSAGE carries an ack header
	guest       bool // of open mode: the broker serves it

	seq    uint64                    // of the last frame written
	newest [tail.Versioned]int64     // version last offered, plus one; 0: none
	wait   [tail.Kinds]*tail.Message // at most one of each kind
	feed   []*tail.Message           // what does not conflate
	resync bool                      // the feed was given up: tell the client
	last   tail.ID                   // of the last entry of a feed
	replay bool                      // an older part is being read; what arrives waits
	ended  bool                      // UNSUBSCRIBE
}

// offer takes a message into what waits for the client. It returns true when the caller has to flush the
// session later.
func (sub *Subscription) offer(m *tail.Message) bool {
	s := sub.session
	if sub.topic.personal && !s.deliverable(m) {
		return false
	}
	if sub.topic.personal != (m.Member != "") || m.Member != "" && m.Member != s.who.MemID {
		s.node.Metrics.Misroute.Inc()
		s.node.Log.Error().Str("cmd", string(m.Cmd)).Str("destination", sub.topic.key).Msg("message for somebody else was not delivered")
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.ending != nil || sub.ended || !sub.keep(m) {
		return false
	}
	if m.Kind == tail.Logout {
		s.leave(sub, m)
	}
	if s.marked {
		return false
	}
	s.marked = true
	return true
}

// keep stores a message unless the client knows it or a newer one; the session's lock is held.
func (sub *Subscription) keep(m *tail.Message) bool {
	switch {
	case m.Kind < tail.Versioned:
		if m.Ver < sub.newest[m.Kind] {
			return false
		}
		sub.newest[m.Kind] = m.Ver + 1
		fallthrough
	case m.Kind < tail.Kinds:
		if sub.wait[m.Kind] != nil {
			sub.session.node.Metrics.SlowConflate.Inc()
		}
		sub.wait[m.Kind] = m
	case sub.resync:
		return false // the client is going to read everything anyway
	case !sub.replay && !m.ID.Zero() && !m.ID.After(sub.last):
		return false
	case len(sub.feed) >= sub.session.node.Limits.Feed:
		sub.giveUp()
	default:
		sub.feed = append(sub.feed, m)
		if !sub.replay {
			sub.last = m.ID
		}
	}
	return true
}

// giveUp drops the feed for a RESYNC; the session's lock is held.
func (sub *Subscription) giveUp() {
	sub.feed, sub.resync, sub.replay = nil, true, false
	sub.session.node.Metrics.Gaps.Inc()
}

// pending counts what waits; the session's lock is held.
func (sub *Subscription) pending() (n int) {
	for _, m := range sub.wait {
		if m != nil {
			n++
		}
	}
	if sub.resync {
		n++
	}
	return n + len(sub.feed)
}

var resyncMessage = tail.NewMessage("RESYNC", "", "", 0, 0)

// appendHead writes the head of a MESSAGE whose body will have that size; the session's lock is held.
func (sub *Subscription) appendHead(b []byte, m *tail.Message, size int) []byte {
	v, feed := sub.session.version, m.Kind == tail.Feed && !m.ID.Zero()
	b = append(b, "MESSAGE\n"...)
	b = stomp.AppendHeader(b, v, stomp.Message, "subscription", sub.id)
	b = append(sub.appendID(append(b, "message-id:"...), m, feed), '\n')
	if sub.acks && v == stomp.V12 {
		b = append(sub.appendID(append(b, "ack:"...), m, feed), '\n')
	}
	b = stomp.AppendHeader(b, v, stomp.Message, "destination", sub.destination)
	b = append(b, "seq:"...)
	b = append(strconv.AppendUint(b, sub.seq, 10), '\n')
	if feed {
		b = stomp.AppendHeader(b, v, stomp.Message, "epoch", m.Epoch)
	}
	if m.Trace != "" {
		b = stomp.AppendHeader(b, v, stomp.Message, "traceparent", m.Trace)
	}
	b = append(b, "content-length:"...)
	b = strconv.AppendInt(b, int64(size), 10)
	return append(b, '\n', '\n')
}

// appendID writes the message id: the entry's for a feed, from which it can be resumed, else one of our own.
func (sub *Subscription) appendID(b []byte, m *tail.Message, feed bool) []byte {
	if feed {
		b = append(strconv.AppendUint(b, m.ID.Hi, 10), '-')
		return strconv.AppendUint(b, m.ID.Lo, 10)
	}
	b = append(strconv.AppendInt(b, int64(sub.number), 10), '.')
	return strconv.AppendUint(b, sub.seq, 10)
}
