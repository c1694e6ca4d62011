// Package broker is the plain message broker of open mode: topics and queues in memory, so that the test suite of
// any STOMP client library can run against the hub. It is refused in production.
package broker

import (
	"errors"
	"strconv"
	"strings"
	"sync"
)

// Mode is how a subscriber acknowledges.
type Mode uint8

// The modes of STOMP.
const (
	Auto Mode = iota
	Cumulative
	Individual
)

// Errors of a client.
var (
	ErrDestination = errors.New("destinations are /topic/… and /queue/…, without wildcards")
	ErrUnknownAck  = errors.New("there is no such message to acknowledge")
	ErrFull        = errors.New("the queue is full")
)

// Bounds of what the broker holds.
const (
	maxQueue   = 10_000    // messages of a queue without a subscriber
	maxUnacked = 10_000    // deliveries of a subscription that wait for an ACK; a queue then waits
	maxHeld    = 256 << 20 // bytes of bodies in queues, delivered and not acknowledged ones included
)

// Header is a header of a message.
type Header struct{ Name, Value string }

// Message is what was sent. It is never changed.
type Message struct {
	ID          string
	Destination string
	Headers     []Header
	Body        []byte
}

// Peer is the connection of a client. Deliver must not block and must not call the broker.
type Peer interface {
	Deliver(subscription string, acks bool, m *Message)
	Flush()
}

// Broker holds topics and queues.
type Broker struct {
	mu     sync.Mutex
	serial uint64
	subs   map[string][]*sub // by destination
	queues map[string][]*Message
	held   int // bytes
}

// Client is one connection to the broker.
type Client struct {
	b    *Broker
	peer Peer
	subs map[string]*sub
}

type sub struct {
	client  *Client
	id      string
	dest    string
	mode    Mode
	unacked []*Message // in the order of delivery
}

// New returns an empty broker.
func New() *Broker {
	return &Broker{subs: map[string][]*sub{}, queues: map[string][]*Message{}}
}

// Join adds a connection.
func (b *Broker) Join(p Peer) *Client { return &Client{b: b, peer: p, subs: map[string]*sub{}} }

func valid(dest string) bool {
	return (strings.HasPrefix(dest, "/topic/") && len(dest) > 7 || strings.HasPrefix(dest, "/queue/") && len(dest) > 7) &&
		!strings.ContainsAny(dest, "*#>")
}

func isQueue(dest string) bool { return strings.HasPrefix(dest, "/queue/") }

// Subscribe adds a subscription whose id is new to the client.
func (c *Client) Subscribe(id, dest string, mode Mode) error {
	if !valid(dest) {
		return ErrDestination
	}
	b := c.b
	b.mu.Lock()
	s := &sub{client: c, id: id, dest: dest, mode: mode}
	c.subs[id] = s
	b.subs[dest] = append(b.subs[dest], s)
	touched := b.pump(dest, nil)
	b.mu.Unlock()
	flush(touched)
	return nil
}

// Unsubscribe takes a subscription back; what it did not acknowledge goes to others.
func (c *Client) Unsubscribe(id string) {
	c.b.mu.Lock()
	var touched []Peer
	if s := c.subs[id]; s != nil {
		delete(c.subs, id)
		touched = c.b.remove(s)
	}
	c.b.mu.Unlock()
	flush(touched)
}

// Leave takes back everything that the client had.
func (c *Client) Leave() {
	c.b.mu.Lock()
	var touched []Peer
	for id, s := range c.subs {
		delete(c.subs, id)
		touched = append(touched, c.b.remove(s)...)
	}
	c.b.mu.Unlock()
	flush(touched)
}

func (b *Broker) remove(s *sub) []Peer {
	list := b.subs[s.dest]
	for i, o := range list {
		if o == s {
			list = append(list[:i:i], list[i+1:]...)
			break
		}
	}
	if b.subs[s.dest] = list; len(list) == 0 {
		delete(b.subs, s.dest)
	}
	return b.requeue(s.dest, s.unacked)
}

// last puts a subscription behind the others of its destination: a client that refused a message gets it again only when there is
// no other.
func (b *Broker) last(s *sub) {
	list := b.subs[s.dest]
	for i, o := range list {
		if o == s {
			b.subs[s.dest] = append(append(list[:i:i], list[i+1:]...), s)
			return
		}
	}
}

// requeue puts messages back to the front of a queue.
func (b *Broker) requeue(dest string, ms []*Message) []Peer {
	if len(ms) == 0 || !isQueue(dest) {
		return nil
	}
	b.queues[dest] = append(append([]*Message(nil), ms...), b.queues[dest]...)
	return b.pump(dest, nil)
}

// Send publishes a message: to all subscribers of a topic, to one of a queue.
func (c *Client) Send(dest string, headers []Header, body []byte) error {
	if !valid(dest) {
		return ErrDestination
	}
	b := c.b
	b.mu.Lock()
	b.serial++
	m := &Message{ID: strconv.FormatUint(b.serial, 10), Destination: dest, Headers: headers, Body: body}
	var touched []Peer
	if isQueue(dest) {
		if len(b.queues[dest]) >= maxQueue || b.held+len(body) > maxHeld {
			b.mu.Unlock()
			return ErrFull
		}
		b.held += len(body)
		b.queues[dest] = append(b.queues[dest], m)
		touched = b.pump(dest, nil)
	} else {
		for _, s := range b.subs[dest] {
			touched = append(touched, s.deliver(m))
		}
	}
	b.mu.Unlock()
	flush(touched)
	return nil
}

// pump gives the messages of a queue to its subscribers in turn, passing over those who acknowledge too little.
func (b *Broker) pump(dest string, touched []Peer) []Peer {
	for len(b.queues[dest]) > 0 {
		s := b.next(dest)
		if s == nil {
			break
		}
		m := b.queues[dest][0]
		b.queues[dest] = b.queues[dest][1:]
		if s.mode == Auto {
			b.held -= len(m.Body)
		}
		b.last(s)
		touched = append(touched, s.deliver(m))
	}
	if len(b.queues[dest]) == 0 {
		delete(b.queues, dest)
	}
	return touched
}

// next is the first subscription of a queue that can take a message; nil when there is none.
func (b *Broker) next(dest string) *sub {
	for _, s := range b.subs[dest] {
		if s.mode == Auto || len(s.unacked) < maxUnacked {
			return s
		}
	}
	return nil
}

func (s *sub) deliver(m *Message) Peer {
	switch {
	case s.mode == Auto:
	case isQueue(s.dest):
		s.unacked = append(s.unacked, m)
	default: // what came by a topic is not delivered again: only its id is kept, and not for ever
		if len(s.unacked) >= maxUnacked {
			s.unacked = s.unacked[1:]
		}
		s.unacked = append(s.unacked, &Message{ID: m.ID})
	}
	s.client.peer.Deliver(s.id, s.mode != Auto, m)
	return s.client.peer
}

// AckID is what the ack header of a delivery says: ids are unique only within a subscription.
func AckID(subscription, message string) string { return message + "@" + subscription }

// Acknowledge takes an ACK or, with nack, a NACK. subscription may be empty when id is an AckID or when the
// message is unique. A refused message of a queue is delivered again.
func (c *Client) Acknowledge(subscription, id string, nack bool) error {
	if m, s, ok := strings.Cut(id, "@"); ok && subscription == "" {
		id, subscription = m, s
	}
	b := c.b
	b.mu.Lock()
	var touched []Peer
	err := ErrUnknownAck
	for _, s := range c.subs {
		if subscription != "" && s.id != subscription {
			continue
		}
		for i, m := range s.unacked {
			if m.ID != id {
				continue
			}
			from := i
			if s.mode == Cumulative {
				from = 0
			}
			gone := append([]*Message(nil), s.unacked[from:i+1]...)
			s.unacked = append(s.unacked[:from:from], s.unacked[i+1:]...)
			if err = nil; nack {
				b.last(s)
				touched = append(touched, b.requeue(s.dest, gone)...)
				break
			}
			for _, m := range gone {
				b.held -= len(m.Body)
			}
			if isQueue(s.dest) {
				touched = b.pump(s.dest, touched) // it may take more again
			}
			break
		}
	}
	b.mu.Unlock()
	flush(touched)
	return err
}

func flush(peers []Peer) {
	for _, p := range peers {
		p.Flush()
	}
}
