package client

import (
	"sync/atomic"

	"hubstake/hub/stomp"
	"hubstake/hub/tail"
	"hubstake/internal/core/event"
	"hubstake/internal/live"
)

// subscribe handles SUBSCRIBE. The order matters: the subscription is registered, then its stream is made sure to
// be read, and only then the projection is read. So nothing falls between, and what comes twice has a version.
func (s *Client) subscribe(f *stomp.Frame, receipt string) error {
	id, hasID := f.Get("id")
	destination := f.Value("destination")
	ack := f.Value("ack")
	switch {
	case !hasID && s.version >= stomp.V11, id == "" && hasID:
		return s.violate("header", "SUBSCRIBE needs an id", receipt)
	case destination == "":
		return s.violate("header", "SUBSCRIBE needs a destination", receipt)
	case ack != "" && ack != "auto" && ack != "client" && (ack != "client-individual" || s.version < stomp.V11):
		return s.violate("header", "ack must be auto, client or client-individual", receipt)
	case !hasID: // 1.0 names a subscription by its destination
		id = destination
	}
	s.mu.Lock()
	count, known := len(s.subs), false
	for _, sub := range s.subs {
		known = known || sub.id == id
	}
	s.mu.Unlock()
	if known {
		return s.violate("header", "a subscription with this id exists", receipt)
	}
	if limit := s.node.Limits.Subscriptions; limit > 0 && count >= limit && !s.isOpen() {
		return s.refuse(TooMany, "too many subscriptions", receipt)
	}
	if s.isOpen() {
		return s.openSubscribe(id, destination, ack, receipt)
	}
	t, ok := s.authorise(destination)
	if !ok {
		s.node.Log.Warn().Str("address", s.address).Str("site", s.who.site).Str("audience", string(s.who.audience)).
			Msg("subscription refused")
		return s.refuse(Forbidden, "forbidden: this destination is not yours", receipt)
	}
	sub := &Subscription{session: s, class: t.class, id: id, destination: t.destination, acks: ack != "" && ack != "auto"}
	sub.Owner = sub
	last, epoch := f.Value("last-id"), f.Value("epoch")
	if t.class.isFeed() && last != "" {
		sub.feed = &feed{replay: true}
	}
	if !s.add(sub, t.key) {
		return errLeft
	}
	var closed atomic.Int32 // streams that are not read yet
	streams := sub.streams()
	closed.Store(int32(len(streams)))
	for _, one := range streams {
		s.node.Tail.Acquire(one.name, one.site, func() {
			if closed.Add(-1) == 0 {
				s.receipt(receipt) // from now on nothing is missed
				s.begin(sub, last, epoch)
			}
		})
	}
	return nil
}

// add makes a subscription known to the session, and to the registry unless the broker serves it.
func (s *Client) add(sub *Subscription, key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.numbers++
	sub.number = s.numbers
	s.subs = append(s.subs, sub)
	s.node.Metrics.Subscriptions.Inc()
	if !sub.isOpen() {
		s.node.registry.Add(key, &sub.Entry)
	}
	if sub.class == partnerTopic {
		sub.guard = &guard{session: s}
		sub.guard.Owner = sub.guard
		s.node.guards.Add(s.who.key(), &sub.guard.Entry)
	}
	return true
}

// begin brings a subscription up to date, once its stream is read.
func (s *Client) begin(sub *Subscription, last, epoch string) {
	n := s.node
	if sub.class == personalTopic || sub.class == partnerTopic {
		s.readRecord()
	}
	switch {
	case sub.class == personalTopic:
		n.Metrics.Resumes.WithLabelValues("fresh").Inc()
		if s.hasStates() {
			s.readStates(sub)
		}
	case sub.class == siteTopic:
		n.Metrics.Resumes.WithLabelValues("fresh").Inc()
		history := s.course()
		err := n.Reader.Site(s.who.site, n.Limits.Missing, func(st live.SiteState, err error) {
			if err == nil {
				s.site(sub, st, history)
			}
		})
		if err != nil { // the watcher comes by in a moment
			n.Log.Warn().Err(err).Msg("no snapshot of a site")
		}
	case sub.class.isFeed() && last != "":
		from, ok := tail.ParseID(last)
		if !ok {
			s.replayed(sub, nil, false)
			return
		}
		stream, site := sub.stream()
		n.Tail.Replay(stream, site, sub.Key(), from, epoch, func(ms []*tail.Message, ok bool) {
			s.replayed(sub, ms, ok)
		})
	default:
		n.Metrics.Resumes.WithLabelValues("fresh").Inc()
	}
}

// readRecord looks again whether the session lives: a LOGOUT that came between CONNECT and SUBSCRIBE found no subscription.
func (s *Client) readRecord() {
	err := s.node.Reader.Status(s.who.MemID(), s.who.SID(), live.HasRights(s.who.audience), s.node.Limits.Missing, func(rec live.Session, err error) {
		if err == nil {
			s.Check(rec, s.node.Clock.Now())
		}
	})
	if err != nil { // the watcher comes by in a moment
		s.node.Log.Warn().Err(err).Msg("a session was not looked at again")
	}
}

// readStates has the states of the member read, and waited for when they are missing.
func (s *Client) readStates(sub *Subscription) {
	s.cork() // the receipt goes out together with the snapshot
	looked, history := false, s.course()
	err := s.node.Reader.States(s.who.MemID(), s.node.Limits.Missing, func(st live.States, err error) {
		if err == nil {
			s.states(sub, st, history)
		}
		if !looked {
			looked = true
			s.uncork()
		}
	})
	if err != nil { // the watcher comes by in a moment
		s.node.Log.Warn().Err(err).Msg("no snapshot of a member")
		s.uncork()
	}
}

// states offers what a projection says; what the client knows already is passed over, and so is what was asked for before the history
// changed.
func (s *Client) states(sub *Subscription, st live.States, history uint8) {
	at := s.node.Clock.Now().UnixMilli()
	dirty := false
	offer := func(cmd event.Cmd, data1, data2 string, ver int64) {
		if s.knows(sub, tail.KindOf(cmd), ver) {
			return
		}
		if sub.offerOf(personal(tail.NewMessage(cmd, data1, data2, ver, at), s.who.MemID()), &history) {
			dirty = true
		}
	}
	if st.HasWallet {
		offer(event.Cash, st.Cash, st.Points, st.Version)
	}
	if st.HasMessages {
		offer(event.Msg, st.Unread, "", st.MsgVersion)
	}
	if st.HasLocks {
		offer(event.LockBet, st.Locked, st.Permitted, st.LockVersion)
	}
	if dirty {
		s.flush()
	}
}

// site offers whether the site is under maintenance. A site that never was has nothing to say.
func (s *Client) site(sub *Subscription, st live.SiteState, history uint8) {
	if st.Maintenance == "" || st.Maintenance == "N" && st.Version == 0 || s.knows(sub, tail.Maintenance, st.Version) {
		return
	}
	m := tail.NewMessage(event.Maintenance, st.Maintenance, "", st.Version, s.node.Clock.Now().UnixMilli())
	if sub.class == personalTopic {
		m.Member = s.who.MemID()
	}
	if sub.offerOf(m, &history) {
		s.flush()
	}
}

// course returns how often versions began again.
func (s *Client) course() uint8 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.history
}

// knows reports whether the client was told that version of a state, or a newer one. It saves making the message.
func (s *Client) knows(sub *Subscription, k tail.Kind, ver int64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return ver < sub.newest[k]
}

// replayed puts the older part of a feed before what has arrived since, or gives the feed up.
func (s *Client) replayed(sub *Subscription, older []*tail.Message, ok bool) {
	n, f := s.node, sub.feed
	older = newestOfItems(older)
	s.mu.Lock()
	live := f.queue
	f.queue, f.replay = nil, false
	if f.resync {
		ok = false
	}
	switch {
	case !ok || len(older) > n.Limits.Feed:
		ok = false
		f.resync = true
		for _, m := range live {
			f.last = m.ID
		}
	default:
		for _, m := range append(older, live...) {
			if m.ID.After(f.last) && s.rights.See(m.Cmd, m.Data1) {
				f.last = m.ID
				f.conflate(m, n.Metrics)
				f.queue = append(f.queue, m)
			}
		}
	}
	s.mu.Unlock()
	if ok {
		n.Metrics.Resumes.WithLabelValues("replayed").Inc()
	} else {
		n.Metrics.Resumes.WithLabelValues("resync").Inc()
	}
	s.flush()
}

// resync gives up the feeds that come from a stream of which entries are missing. restarted is as for Node.Lost: states of any version are then
// taken again, and the client is told by a RESYNC on its own topic that it must do so too.
func (s *Client) resync(stream string, restarted bool) {
	s.mu.Lock()
	dirty := false
	if restarted {
		s.history++
	}
	site, _ := tail.Site(s.who.site)
	for _, sub := range s.subs {
		if sub.isOpen() {
			continue
		}
		name, _ := sub.stream()
		switch {
		case sub.class.isFeed() && name == stream:
			sub.giveUp()
			sub.feed.last = tail.ID{}
			dirty = true
		case !sub.class.isFeed() && restarted && (name == stream || site == stream):
			sub.forget(name == stream)
			sub.giveUp()
			dirty = true
		}
	}
	s.mu.Unlock()
	if dirty {
		s.flush()
	}
}

// unsubscribe handles UNSUBSCRIBE.
func (s *Client) unsubscribe(f *stomp.Frame, receipt string) error {
	id, ok := f.Get("id")
	if !ok && s.version == stomp.V10 {
		id, ok = f.Get("destination")
	}
	if !ok {
		return s.violate("header", "UNSUBSCRIBE needs an id", receipt)
	}
	s.mu.Lock()
	var gone *Subscription
	for i, sub := range s.subs {
		if sub.id == id {
			gone = sub
			gone.ended = true
			s.subs = append(s.subs[:i:i], s.subs[i+1:]...)
			break
		}
	}
	s.mu.Unlock()
	if gone == nil {
		return s.violate("header", "there is no subscription with this id", receipt)
	}
	s.drop(gone)
	s.openUnsubscribe(id)
	return nil
}
