package client

import "hubstake/hub/stomp"

// action is one operation that a transaction holds back.
type action func() error

// transaction is the operations between BEGIN and COMMIT.
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

// acknowledge handles ACK and NACK. Members receive states and feeds, which they can read again, so nothing is ever redelivered:
// outside open mode an acknowledgement is checked for its form and has no effect.
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
	return s.within(f, "ack", receipt, func() error { return s.openAcknowledge(subscription, id, nack) })
}
