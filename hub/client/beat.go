package client

import (
	"time"

	"hubstake/hub/conn"
)

// millis is a duration in half the bytes.
type millis uint32

func inMillis(d time.Duration) millis { return millis(d.Milliseconds()) }

func (m millis) duration() time.Duration { return time.Duration(m) * time.Millisecond }

// place implements timed.
func (s *Client) place() *wheelPlace[*Client] { return &s.wheelPlace }

// tick implements timed: the time limit of CONNECT, then the heartbeats of both sides.
func (s *Client) tick(now time.Time) time.Time {
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
	expects, beats := s.expects.duration(), s.beats.duration()
	silent, idle := s.quiet(now)
	if silent >= 2*expects {
		s.End(HeartbeatLost)
		return time.Time{}
	}
	if idle >= coolAfter {
		s.cool()
	}
	if s.pings && silent >= expects {
		s.write1(ping)
	}
	if beats > 0 && idle >= beats*3/4 {
		s.write1(beat)
	}
	return s.next(now)
}

// quiet is for how long the client has not shown that it lives, and for how long we have written nothing.
func (s *Client) quiet(now time.Time) (silent, idle time.Duration) {
	age := s.node.age(now)
	return time.Duration(age-s.heard.Load()) * time.Millisecond, time.Duration(age-s.spoke.Load()) * time.Millisecond
}

// beat is an end of line in a websocket frame. A ping alone is no heartbeat to the client's STOMP, so it brings one.
var (
	beat = conn.Finish(append(conn.Open(nil), '\n'), 0)
	ping = append(conn.AppendPing(nil), beat...)
)

// next is when the session is to be looked at again.
func (s *Client) next(now time.Time) time.Time {
	expects, beats := s.expects.duration(), s.beats.duration()
	silent, idle := s.quiet(now)
	at := now.Add(2*expects - silent)
	if s.pings {
		at = now.Add(expects / 2)
	}
	if beats > 0 {
		if b := now.Add(beats*3/4 - idle); b.Before(at) {
			at = b
		}
	}
	if !at.After(now) {
		at = now.Add(wheelStep)
	}
	return at
}

// write1 sends a frame that carries nothing, unless others wait already: those show as well that we live.
func (s *Client) write1(frame []byte) {
	s.mu.Lock()
	if s.writing || s.blocked || s.closed || s.out != nil {
		s.mu.Unlock()
		return
	}
	s.answer(frame)
	s.mu.Unlock()
	s.flush()
}
