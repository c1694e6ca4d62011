package client

import (
	"hubstake/hub/broker"
	"hubstake/hub/stomp"
)

// openName is login and passcode of open mode.
const openName = "guest"

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

// action is something that a transaction holds back.
type action func() error

// transaction is what was sent between BEGIN and COMMIT.
type transaction struct{ actions []action }

const (
	maxTransactions = 16
	maxActions      = 1000
)

// transact handles BEGIN, COMMIT and ABORT; the input lock is held.
func (s *Client) transact(f *stomp.Frame, receipt string) error {
	name := f.Value("transaction")
	tx := s.input.tx[name]
	switch {
	case name == "":
		return s.violate("transaction", f.Command.String()+" needs a transaction", receipt)
	case f.Command == stomp.Begin && tx != nil:
		return s.violate("transaction", "the transaction has begun already", receipt)
	case f.Command == stomp.Begin && len(s.input.tx) >= maxTransactions:
		return s.refuse(TooMany, "too many transactions", receipt)
	case f.Command == stomp.Begin:
		if s.input.tx == nil {
			s.input.tx = map[string]*transaction{}
		}
		s.input.tx[name] = &transaction{}
		return nil
	case tx == nil:
		return s.violate("transaction", "there is no such transaction", receipt)
	}
	delete(s.input.tx, name)
	if f.Command == stomp.Commit {
		for _, act := range tx.actions {
			if err := act(); err != nil {
				return s.violate("transaction", err.Error(), receipt)
			}
		}
	}
	return nil
}

// within does something now, or when the frame's transaction commits.
func (s *Client) within(f *stomp.Frame, kind, receipt string, act action) error {
	if name, ok := f.Get("transaction"); ok {
		tx := s.input.tx[name]
		switch {
		case tx == nil:
			return s.violate("transaction", "there is no such transaction", receipt)
		case len(tx.actions) >= maxActions:
			return s.refuse(TooMany, "too much in one transaction", receipt)
		}
		tx.actions = append(tx.actions, act)
		return nil
	}
	if err := act(); err != nil {
		return s.violate(kind, err.Error(), receipt)
	}
	return nil
}

// acknowledge handles ACK and NACK. What members get are states and feeds that can be read again, so there is nothing to
// be delivered again: outside of open mode an acknowledgement is checked for its form and taken.
func (s *Client) acknowledge(f *stomp.Frame, receipt string) error {
	id, subscription := f.Value("message-id"), ""
	switch s.version {
	case stomp.V12:
		id = f.Value("id")
	case stomp.V11:
		if subscription = f.Value("subscription"); subscription == "" {
			return s.violate("ack", f.Command.String()+" needs a subscription", receipt)
		}
	case stomp.V10, stomp.Unknown:
		if f.Command == stomp.Nack {
			return s.violate("ack", "there is no NACK in 1.0", receipt)
		}
	}
	if id == "" {
		return s.violate("ack", f.Command.String()+" needs the id of a message", receipt)
	}
	nack := f.Command == stomp.Nack
	return s.within(f, "ack", receipt, func() error {
		if s.guest == nil {
			return nil
		}
		return s.guest.client.Acknowledge(subscription, id, nack)
	})
}

// guestSend handles SEND in open mode.
func (s *Client) guestSend(f *stomp.Frame, receipt string) error {
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

// guestSubscribe handles SUBSCRIBE in open mode.
func (s *Client) guestSubscribe(id, destination, ack, receipt string) error {
	mode := broker.Auto
	switch ack {
	case "client":
		mode = broker.Cumulative
	case "client-individual":
		mode = broker.Individual
	}
	sub := &Subscription{session: s, id: id, destination: destination, guest: true}
	if !s.add(sub, "") {
		return errLeft
	}
	if err := s.guest.client.Subscribe(id, destination, mode); err != nil {
		return s.violate("header", err.Error(), receipt)
	}
	s.receipt(receipt)
	return nil
}
