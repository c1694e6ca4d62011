//go:build open

package client

import (
	"hubstake/hub/broker"
	"hubstake/hub/stomp"
)

// OpenDeps are what open mode needs (hub/README.md, "Open mode"). This file and no_openmode.go are all of the package that knows of it.
type OpenDeps struct {
	Broker *broker.Broker // nil unless in open mode
}

// openState is what a connection keeps for open mode.
type openState struct {
	guest *openClient // nil for members
}

// openSubscription is what a subscription keeps for open mode.
type openSubscription struct {
	guest bool // the broker serves it
}

// openName is login and passcode of open mode.
const openName = "guest"

// isOpen reports whether the connection is one of open mode.
func (o *openState) isOpen() bool { return o.guest != nil }

// isOpen reports whether the broker serves the subscription.
func (o *openSubscription) isOpen() bool { return o.guest }

// openConnect makes the connection one of open mode if its CONNECT asks for that.
func (s *Client) openConnect(f *stomp.Frame) bool {
	if s.node.Broker == nil || f.Value("login") != openName || f.Value("passcode") != openName {
		return false
	}
	s.guest = s.node.welcome(s)
	return true
}

// openUnsubscribe takes a subscription out of the broker.
func (s *Client) openUnsubscribe(id string) {
	if s.guest != nil {
		s.guest.client.Unsubscribe(id)
	}
}

// openLeave takes the connection out of the broker.
func (s *Client) openLeave() {
	if s.guest != nil {
		s.guest.client.Leave()
	}
}

// openAcknowledge hands an acknowledgement to the broker.
func (s *Client) openAcknowledge(subscription, id string, nack bool) error {
	if s.guest == nil {
		return nil
	}
	return s.guest.client.Acknowledge(subscription, id, nack)
}

// openClient is a connection's place in the broker of open mode. It implements broker.Peer.
type openClient struct {
	s      *Client
	client *broker.Client
}

func (n *Node) welcome(s *Client) *openClient {
	g := &openClient{s: s}
	g.client = n.Broker.Join(g)
	return g
}

// Deliver implements broker.Peer.
func (g *openClient) Deliver(subscription string, acks bool, m *broker.Message) {
	s := g.s
	h := make([]stomp.Header, 0, 4+len(m.Headers))
	h = append(h, stomp.Header{Name: "subscription", Value: subscription}, stomp.Header{Name: "message-id", Value: m.ID},
		stomp.Header{Name: "destination", Value: m.Destination})
	if acks && s.version == stomp.V12 {
		h = append(h, stomp.Header{Name: "ack", Value: broker.AckID(subscription, m.ID)})
	}
	for _, x := range m.Headers {
		h = append(h, stomp.Header(x))
	}
	s.mu.Lock()
	s.enqueue(stomp.Message, h, m.Body)
	s.mu.Unlock()
}

// Flush implements broker.Peer.
func (g *openClient) Flush() { g.s.flush() }

// openSend handles SEND in open mode.
func (s *Client) openSend(f *stomp.Frame, receipt string) error {
	dest := f.Value("destination")
	if dest == "" {
		return s.violate("header", "SEND needs a destination", receipt)
	}
	var headers []broker.Header
	seen := map[string]bool{"destination": true, "transaction": true, "receipt": true, "content-length": true}
	for _, h := range f.Fields {
		if name := string(h.Name); !seen[name] {
			seen[name] = true
			headers = append(headers, broker.Header{Name: name, Value: string(h.Value)})
		}
	}
	body := append([]byte(nil), f.Body...)
	return s.within(f, "header", receipt, func() error { return s.guest.client.Send(dest, headers, body) })
}

// openSubscribe handles SUBSCRIBE in open mode.
func (s *Client) openSubscribe(id, destination, ack, receipt string) error {
	mode := broker.Auto
	switch ack {
	case "client":
		mode = broker.Cumulative
	case "client-individual":
		mode = broker.Individual
	}
	sub := &Subscription{session: s, id: id, destination: destination, openSubscription: openSubscription{guest: true}}
	if !s.add(sub, "") {
		return errLeft
	}
	if err := s.guest.client.Subscribe(id, destination, mode); err != nil {
		return s.violate("header", err.Error(), receipt)
	}
	s.receipt(receipt)
	return nil
}
