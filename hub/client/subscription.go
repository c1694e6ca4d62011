package client

import (
	"slices"
	"strconv"

	"hubstake/hub/registry"
	"hubstake/hub/stomp"
	"hubstake/hub/tail"
	"hubstake/internal/core/id"
	"hubstake/internal/platform/obs"
)

// Subscription is one SUBSCRIBE of a session. The fields from ended on are guarded by the mu of its session. As
// with Client, every byte counts, twice for each member.
type Subscription struct {
	registry.Entry[*Subscription]
	session     *Client
	id          string
	destination string
	number      uint32 // within the session
	class       class
	acks        bool   // the client acknowledges: MESSAGE carries an ack header
	guard       *guard // of the topic of a partner only
	openSubscription

	ended  bool                  // UNSUBSCRIBE
	seq    uint64                // of the last frame written
	newest [tail.Versioned]int64 // version last offered, plus one; 0: none
	wait   []*tail.Message       // states, at most one of each kind, in the order of kinds
	feed   *feed                 // nil until there is one
}

// guard stands under the key of the member while the topic of its partner is followed: a session that loses its rights is ended by LOGOUT, and its
// client may not have subscribed to its own topic, which carries it.
type guard struct {
	registry.Entry[*guard]
	session *Client
}

// source is a stream in the words of tail.Acquire.
type source struct{ name, site string }

// streams are those that must be read for the subscription: its own and, with a guard, that of the member.
func (sub *Subscription) streams() []source {
	name, site := sub.stream()
	if sub.guard == nil {
		return []source{{name, site}}
	}
	own, _ := tail.Personal(id.Shard(sub.session.who.MemID()))
	return []source{{own, ""}, {name, site}}
}

// stream is what the subscription lives from, in the words of tail.Acquire.
func (sub *Subscription) stream() (name, site string) {
	who := &sub.session.who
	switch sub.class {
	case personalTopic:
		return tail.Personal(id.Shard(who.MemID()))
	case playTopic:
		return tail.Play(who.site)
	default:
		return tail.Site(who.site)
	}
}

// feed is what waits of a topic whose messages count each; of an item only the newest waits.
type feed struct {
	queue  []*tail.Message
	last   tail.ID // of the last entry that was taken
	resync bool    // the feed was given up: tell the client
	replay bool    // an older part is being read; what arrives waits
}

// offer takes a message into what waits for the client. It returns true when the caller has to flush the
// session later.
func (sub *Subscription) offer(m *tail.Message) bool { return sub.offerOf(m, nil) }

// offerOf is offer for what was asked for when the session's versions had begun again that often; it is dropped when they have since.
func (sub *Subscription) offerOf(m *tail.Message, history *uint8) bool {
	s := sub.session
	own := sub.class == personalTopic
	if own && !s.deliverable(m) {
		return false
	}
	if own != (m.Member != "") || own && m.Member != s.who.MemID() {
		s.node.Metrics.Misroute.Inc()
		s.node.Log.Error().Str(obs.TraceKey, obs.TraceID(m.Trace)).Str("cmd", string(m.Cmd)).Str("destination", sub.Key()).Msg("message for somebody else was not delivered")
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.ending != nil || sub.ended || history != nil && *history != s.history || !s.rights.See(m.Cmd, m.Data1) || !sub.keep(m) {
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
	if m.Kind < tail.Versioned {
		if m.Ver < sub.newest[m.Kind] {
			return false
		}
		sub.newest[m.Kind] = m.Ver + 1
	}
	if m.Kind < tail.Kinds {
		sub.hold(m)
		return true
	}
	f := sub.feeds()
	switch {
	case f.resync:
		return false // the client is going to read everything anyway
	case !f.replay && !m.ID.Zero() && !m.ID.After(f.last):
		return false
	case !f.conflate(m, sub.session.node.Metrics) && len(f.queue) >= sub.session.node.Limits.Feed:
		sub.giveUp()
	default:
		f.queue = append(f.queue, m)
		if !f.replay {
			f.last = m.ID
		}
	}
	return true
}

// conflate takes out of the queue the state that a newer one of the same item replaces, and reports whether there was one. The newer one
// goes to the end, so that the queue stays in the order of the stream and can be resumed after any of its messages.
func (f *feed) conflate(m *tail.Message, metrics *Metrics) bool {
	if m.Item == "" {
		return false
	}
	i := slices.IndexFunc(f.queue, func(x *tail.Message) bool { return x.Item == m.Item })
	if i < 0 {
		return false
	}
	metrics.SlowConflate.Inc()
	f.queue = slices.Delete(f.queue, i, i+1)
	return true
}

// newestOfItems returns messages of a feed without those that a later one of the same item replaces.
func newestOfItems(ms []*tail.Message) []*tail.Message {
	last := map[string]*tail.Message{}
	for _, m := range ms {
		last[m.Item] = m
	}
	return slices.DeleteFunc(ms, func(m *tail.Message) bool { return m.Item != "" && last[m.Item] != m })
}

// feeds is the subscription's feed; the session's lock is held.
func (sub *Subscription) feeds() *feed {
	if sub.feed == nil {
		sub.feed = &feed{}
	}
	return sub.feed
}

// hold makes a state the one of its kind that waits; the session's lock is held.
func (sub *Subscription) hold(m *tail.Message) {
	at, known := slices.BinarySearchFunc(sub.wait, m.Kind, func(x *tail.Message, k tail.Kind) int { return int(x.Kind) - int(k) })
	if known {
		sub.session.node.Metrics.SlowConflate.Inc()
		sub.wait[at] = m
		return
	}
	sub.wait = slices.Insert(sub.wait, at, m)
}

// forget takes back what is known of versions, and states that wait: of all kinds, or only of the site's; the session's lock is held.
func (sub *Subscription) forget(all bool) {
	old := func(k tail.Kind) bool { return k < tail.Versioned && (all || k == tail.Maintenance) }
	for k := range sub.newest {
		if old(tail.Kind(k)) {
			sub.newest[k] = 0
		}
	}
	sub.wait = slices.DeleteFunc(sub.wait, func(m *tail.Message) bool { return old(m.Kind) })
}

// release forgets the states, which were written; room for one is kept, the session's lock is held.
func (sub *Subscription) release() {
	clear(sub.wait)
	if sub.wait = sub.wait[:0]; cap(sub.wait) > 1 {
		sub.wait = nil
	}
}

// giveUp drops the feed for a RESYNC; the session's lock is held.
func (sub *Subscription) giveUp() {
	f := sub.feeds()
	f.queue, f.resync, f.replay = nil, true, false
	sub.session.node.Metrics.Gaps.Inc()
}

// pending counts what waits; the session's lock is held.
func (sub *Subscription) pending() int {
	n := len(sub.wait)
	if f := sub.feed; f != nil {
		if n += len(f.queue); f.resync {
			n++
		}
	}
	return n
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
	b = append(strconv.AppendUint(b, uint64(sub.number), 10), '.')
	return strconv.AppendUint(b, sub.seq, 10)
}
