package session

import (
	"time"

	"hubstake/hub/conn"
)

// place implements timed.
func (s *Session) place() *wheelPlace { return &s.wheelPlace }

// tick implements timed: the time limit of CONNECT, then the heart-beats of both sides.
func (s *Session) tick(now time.Time) time.Time {
	s.mu.Lock()
	closed, connected := s.closed || s.ending != nil, s.version != 0
	s.mu.Unlock()
	if closed {
		return time.Time{}
	}
	if !connected {
		s.input.Lock()
		defer s.input.Unlock()
		switch s.input.stage {
		case fresh:
			_ = s.refuse(ConnectTimeout, "no CONNECT in time", "")
		case asking: // has its own limit
			return now.Add(s.node.Limits.Connect)
		case ready, leaving:
		}
		return time.Time{}
	}
	ms := now.UnixMilli()
	silent := time.Duration(ms-s.heard.Load()) * time.Millisecond
	if silent >= 2*s.expects {
		s.End(HeartbeatLost)
		return time.Time{}
	}
	if s.pings && silent >= s.expects {
		s.write1(ping)
	}
	if s.beats > 0 && time.Duration(ms-s.spoke.Load())*time.Millisecond >= s.beats*3/4 {
		s.write1(beat)
	}
	return s.next(now)
}

// beat is an end of line in a websocket frame. A ping alone is no heart-beat to the client's STOMP, so it brings one.
var (
	beat = conn.Finish(append(conn.Open(nil), '\n'), 0)
	ping = append(conn.AppendPing(nil), beat...)
)

// next is when the session is to be looked at again.
func (s *Session) next(now time.Time) time.Time {
	at := time.UnixMilli(s.heard.Load()).Add(2 * s.expects)
	if s.pings {
		at = now.Add(s.expects / 2)
	}
	if s.beats > 0 {
		if b := time.UnixMilli(s.spoke.Load()).Add(s.beats * 3 / 4); b.Before(at) {
			at = b
		}
	}
	if !at.After(now) {
		at = now.Add(wheelStep)
	}
	return at
}

// write1 sends a frame that carries nothing, unless others wait already: those show as well that we live.
func (s *Session) write1(frame []byte) {
	s.mu.Lock()
	if s.writing || s.blocked || s.closed || len(s.out) > 0 {
		s.mu.Unlock()
		return
	}
	s.out = append(s.out, frame...)
	s.mu.Unlock()
	s.flush()
}
