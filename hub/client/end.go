package client

// How a connection ends: by a refusal, by our decision, or because it is gone. disconnect.go has the table of ways.

import (
	"errors"

	"hubstake/hub/conn"
	"hubstake/hub/stomp"
)

// violate ends a session that broke the protocol.
func (s *Client) violate(kind, reason, receipt string) error {
	s.node.Metrics.protocol(kind)
	return s.refuse(Protocol, reason, receipt)
}

// refuse sends an ERROR that says why, with more headers if there are some, quotes the receipt, and ends the session; the input
// lock is held.
func (s *Client) refuse(d *Disconnect, reason, receipt string, more ...stomp.Header) error {
	s.input.stage = leaving
	if s.version == stomp.Unknown {
		result := "refused"
		if d == Unavailable {
			result = "error"
		}
		s.node.Metrics.Connects.WithLabelValues(result).Inc()
		s.blame(d == Unauthorized || d == Protocol || d == TooBig || d == TooMany || d == ConnectTimeout)
	}
	s.fail(d, reason, receipt, more...)
	return errLeft
}

// blame tells the node of a connection that failed because of what the client sent.
func (s *Client) blame(client bool) {
	if client && s.node.Failed != nil {
		s.node.Failed(s.address)
	}
}

// fail is refuse for those who do not hold the input lock.
func (s *Client) fail(d *Disconnect, reason, receipt string, more ...stomp.Header) {
	message := d.Name
	if d == Protocol || d == TooBig || d == TooMany {
		message = reason
	}
	h := append([]stomp.Header{{Name: "message", Value: message}, {Name: "code", Value: d.errorCode}}, more...)
	if receipt != "" {
		h = append(h, stomp.Header{Name: "receipt-id", Value: receipt})
	}
	h = append(h, stomp.Header{Name: "content-type", Value: "text/plain"})
	s.reply(stomp.Error, h, []byte(reason))
	s.End(d)
}

// End ends the session once everything that waits has been written. Only the first call counts.
func (s *Client) End(d *Disconnect) {
	s.mu.Lock()
	if s.ending == nil {
		s.ending = d
	}
	s.mu.Unlock()
	s.flush()
}

// Closed implements conn.Handler.
func (s *Client) Closed(cause error) {
	n := s.node
	s.input.Lock()
	was := s.input.stage
	s.input.stage = leaving
	s.up, s.input.tx = nil, nil
	s.input.Unlock()

	s.mu.Lock()
	s.closed = true
	subs, d := s.subs, s.ending
	s.subs, s.out = nil, nil
	connected := s.version != stomp.Unknown
	s.mu.Unlock()

	for _, sub := range subs {
		s.drop(sub)
	}
	s.openLeave()
	n.wheel.remove(s)
	n.sessions.Remove(&s.Entry)
	n.open.Add(-1)
	if connected {
		n.Metrics.connection(&s.who, -1)
		if s.who.known() {
			n.perSID.Leave(s.who.SID())
		}
	} else {
		n.pending.Add(-1)
		if was == fresh && d == nil {
			n.Metrics.Connects.WithLabelValues("error").Inc()
			var violation *conn.ProtocolError
			s.blame(errors.As(cause, &violation))
		}
	}
	label := reasonOf(cause)
	if d != nil {
		label = d.label
	} else if label == "protocol" {
		n.Metrics.protocol("websocket")
	}
	if label == "slow" {
		n.Metrics.SlowDisconnect.Inc()
	}
	n.Metrics.Disconnects.WithLabelValues(label).Inc()
	if n.Left != nil {
		n.Left(s.address)
	}
}

// drop takes a subscription out of everything that knows it.
func (s *Client) drop(sub *Subscription) {
	s.node.Metrics.Subscriptions.Dec()
	if sub.isOpen() {
		return
	}
	s.node.registry.Remove(&sub.Entry)
	if sub.guard != nil {
		s.node.guards.Remove(&sub.guard.Entry)
	}
	for _, one := range sub.streams() {
		s.node.Tail.Release(one.name)
	}
}
