package client

import (
	"time"

	"hubstake/hub/stomp"
	"hubstake/hub/tail"
	"hubstake/internal/access/token"
	"hubstake/internal/core/event"
	"hubstake/internal/live"
)

// watched is what the watcher remembers of a session; guarded by the session's mu.
type watched struct {
	expires int64 // ms; 0: never
	game    int64 // the end of the game token that was told; 0: none was
	misses  int32 // looks in a row at which Redis did not hold the session or its states
}

// Watched is what the watcher has to read for a session.
type Watched struct {
	Session *Client
	MemID   string
	SID     string
	Site    string
	History uint8         // how often its versions began again
	Record  bool          // it has a session record; guests have none
	Rights  bool          // it has rights, which may change
	Online  bool          // its member counts as online
	States  *Subscription // where its states are sent; nil when they are not subscribed, and for sessions that get none
	Notices *Subscription // where INSPECT is sent; nil when it is not subscribed

	Messages, Bytes int // that wait to be written; valid in any case
}

// Watch returns what must be read for the client; ok is false while it is not connected.
func (s *Client) Watch() (w Watched, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.out != nil {
		w.Bytes = len(*s.out)
	}
	for _, sub := range s.subs {
		w.Messages += sub.pending()
	}
	if s.version == stomp.Unknown || s.closed || s.ending != nil || !s.who.known() {
		return w, false
	}
	w.Session, w.History, w.MemID, w.SID, w.Site = s, s.history, s.who.MemID(), s.who.SID(), s.who.site
	w.Record, w.Rights = s.who.audience != token.Guest, live.HasRights(s.who.audience)
	for _, sub := range s.subs {
		switch {
		case sub.class == siteTopic:
			w.Notices = sub
		case sub.class == personalTopic && w.Notices == nil:
			w.Notices = sub
		}
		if sub.class == personalTopic {
			w.Online = s.who.audience != token.Admin
			if s.hasStates() {
				w.States = sub
			}
		}
	}
	return w, true
}

// hasStates reports whether the session gets the states of its member: staff have none, and those of a partner as a member are not for the persons
// of its area.
func (s *Client) hasStates() bool { return !live.HasRights(s.who.audience) }

// Expire ends the session when its token has expired and was not renewed.
func (s *Client) Expire(now time.Time) {
	s.mu.Lock()
	expired := s.expired(now)
	s.mu.Unlock()
	if expired {
		s.fail(TokenExpired, "token-expired", "")
	}
}

// expired reports whether the token has expired; the lock is held.
func (s *Client) expired(now time.Time) bool {
	return s.watch.expires != 0 && now.UnixMilli() > s.watch.expires
}

// Check compares the session with its record: it may have been replaced (U017), ended (LOGOUT) or renewed, and its game
// token may be over (TK999, told once).
func (s *Client) Check(rec live.Session, now time.Time) {
	switch rec.State {
	case live.SessionReplaced:
		s.last(tail.NewMessage(event.Logout, string(event.Replaced), "", rec.Version, now.UnixMilli()), WasReplaced)
		return
	case live.SessionEnded:
		s.last(tail.NewMessage(event.Logout, rec.Reason, "", rec.Version, now.UnixMilli()), Unauthorized)
		return
	}
	s.mu.Lock()
	s.watch.expires = max(s.watch.expires, rec.Expires.UnixMilli())
	s.rights = rightsOf(s.who.audience, rec)
	over := rec.Game < 0 || rec.Game > 0 && rec.Game <= now.UnixMilli()
	tell := over && s.watch.game != rec.Game
	if s.watch.game = 0; over {
		s.watch.game = rec.Game
	}
	sub, expired := s.personal(), s.expired(now)
	s.mu.Unlock()
	if tell && sub != nil && sub.offer(personal(tail.NewMessage(event.GameOver, "", "", 0, now.UnixMilli()), s.who.MemID())) {
		s.flush()
	}
	if expired {
		s.fail(TokenExpired, "token-expired", "")
	}
}

// last tells why the session is over, on its own topic as the stream's LOGOUT would or, without a subscription, by an ERROR,
// and ends it.
func (s *Client) last(m *tail.Message, bare *Disconnect) {
	s.mu.Lock()
	sub := s.personal()
	told := sub != nil && s.ending == nil && !s.closed
	if told {
		sub.keep(personal(m, s.who.MemID()))
		s.leave(sub, m)
	}
	s.mu.Unlock()
	if told {
		s.flush()
		return
	}
	s.fail(bare, bare.Name, "")
}

// outlived ends the session, which a LOGOUT has ended, when it has no subscription to its own topic that tells it.
func (s *Client) outlived(m *tail.Message) {
	s.mu.Lock()
	told := s.personal() != nil || s.ending != nil || s.closed
	s.mu.Unlock()
	switch {
	case told:
	case m.Data1 == string(event.Replaced):
		s.fail(WasReplaced, WasReplaced.Name, "")
	default:
		s.fail(Unauthorized, Unauthorized.Name, "")
	}
}

// personal is the subscription to the session's own topic; the lock is held.
func (s *Client) personal() *Subscription {
	for _, sub := range s.subs {
		if sub.class == personalTopic {
			return sub
		}
	}
	return nil
}

// Missing notes whether Redis lacks something of the session, and reports whether to ask for it now: at first each time,
// then ever more rarely, at least once a minute.
func (s *Client) Missing(missing bool) (ask bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !missing {
		s.watch.misses = 0
		return false
	}
	s.watch.misses++
	n := s.watch.misses
	return n&(n-1) == 0 || n%12 == 0
}

// Behind reports whether Redis holds a newer version of a state than the session was offered.
func (w *Watched) Behind(v live.Versions) bool {
	newest := &w.States.newest
	w.Session.mu.Lock()
	defer w.Session.mu.Unlock()
	return v.Wallet >= newest[tail.Cash] || v.Messages >= newest[tail.Msg] || v.Locks >= newest[tail.LockBet]
}

// Brought offers what the watcher read of the member.
func (w *Watched) Brought(st live.States) { w.Session.states(w.States, st, w.History) }

// Notice offers what the watcher read of the site.
func (w *Watched) Notice(st live.SiteState) { w.Session.site(w.Notices, st, w.History) }
