// Package hubclient is a connection to the hub as any STOMP client has it: go-stomp over a websocket, with the sealed payloads opened.
// The canary and the load tests use it; it shares no code with the hub, so that it proves what hub/README.md promises to strangers.
package hubclient

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/go-stomp/stomp/v3"
	"github.com/go-stomp/stomp/v3/frame"
	"github.com/gobwas/ws"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/event"
)

// Member is what the login answer says of a session.
type Member struct {
	MemID, Token, Topic, HubKey, Shard, Site string

	Audience string // the area whose token it is; empty: that of members
}

// Message is an opened event with the moment of its arrival.
type Message struct {
	Cmd     event.Cmd `json:"cmd"`
	Data1   string    `json:"data1"`
	Data2   string    `json:"data2"`
	Ver     int64     `json:"ver"`
	At      int64     `json:"at"` // Unix ms of the commit
	Trace   string    `json:"-"`  // W3C traceparent, or empty
	Arrived time.Time `json:"-"`
}

// Client is one connection.
type Client struct {
	conn   *stomp.Conn
	opener *Opener
	clk    clock.Clock
}

// Dial connects to address (ws://host:port/hub) and authenticates, until ctx ends at the latest. header goes with the upgrade; the hub
// asks for an allowed Origin.
func Dial(ctx context.Context, address string, header http.Header, m Member) (*Client, error) {
	d := ws.Dialer{Protocols: []string{"v12.stomp"}, Header: ws.HandshakeHeaderHTTP(header)}
	raw, buffered, _, err := d.Dial(ctx, address+"?"+url.Values{"shard": {m.Shard}}.Encode())
	if err != nil {
		return nil, fmt.Errorf("hub: %w", err)
	}
	defer context.AfterFunc(ctx, func() { _ = raw.Close() })() // go-stomp has no time limit for CONNECTED
	salt := ""
	conn, err := stomp.Connect(newSocket(raw, buffered),
		stomp.ConnOpt.Host(m.Site), stomp.ConnOpt.AcceptVersion(stomp.V12),
		stomp.ConnOpt.HeartBeat(10*time.Second, 10*time.Second), stomp.ConnOpt.HeartBeatError(30*time.Second),
		stomp.ConnOpt.Header("token", m.Token), stomp.ConnOpt.Header("audience", cmp.Or(m.Audience, "member")), stomp.ConnOpt.Logger(quiet{}),
		stomp.ConnOpt.ResponseHeaders(func(h *frame.Header) { salt = h.Get("key-salt") }))
	if err != nil {
		_ = raw.Close()
		return nil, fmt.Errorf("hub: %w", err)
	}
	opener, err := NewOpener(m.HubKey, salt, conn.Session())
	if err != nil {
		_ = conn.MustDisconnect()
		return nil, fmt.Errorf("hub: %w", err)
	}
	return &Client{conn: conn, opener: opener, clk: clock.System{}}, nil
}

// Code returns the code of the ERROR frame with which the hub ended a connection, one of hub/README.md. It is empty when err came without one.
func Code(err error) string {
	var (
		refused *stomp.Error // of a subscription
		ended   stomp.Error  // of CONNECT
		f       *frame.Frame
	)
	switch {
	case errors.As(err, &refused):
		f = refused.Frame
	case errors.As(err, &ended):
		f = ended.Frame
	}
	if f == nil {
		return ""
	}
	return f.Header.Get("code")
}

// Subscription delivers the messages of one destination in order.
type Subscription struct {
	c   *Client
	sub *stomp.Subscription
	seq uint64 // of the last message
}

// Subscribe begins to listen; a personal topic answers with a snapshot. No receipt is asked for: go-stomp panics at one that it did
// not ask for itself. The snapshot says as well that the subscription stands.
func (c *Client) Subscribe(destination string) (*Subscription, error) {
	sub, err := c.conn.Subscribe(destination, stomp.AckAuto)
	if err != nil {
		return nil, fmt.Errorf("subscribe %s: %w", destination, err)
	}
	return &Subscription{c: c, sub: sub}, nil
}

// Next waits for the next message. The subscriptions of a client are read by one goroutine.
func (s *Subscription) Next(ctx context.Context) (Message, error) {
	select {
	case <-ctx.Done():
		return Message{}, ctx.Err()
	case m, ok := <-s.sub.C:
		if !ok {
			return Message{}, errors.New("hub: the connection ended")
		}
		arrived := s.c.clk.Now()
		if m.Err != nil {
			return Message{}, fmt.Errorf("hub: %w", m.Err)
		}
		return s.open(m, arrived)
	}
}

// open checks that a message is authentic, and the next one: neither played again nor after one that was held back.
func (s *Subscription) open(m *stomp.Message, arrived time.Time) (Message, error) {
	seq, err := strconv.ParseUint(m.Header.Get("seq"), 10, 64)
	if err != nil {
		return Message{}, fmt.Errorf("hub: %w: seq: %w", ErrSealed, err)
	}
	plain, err := s.c.opener.Open(m.Body, m.Destination, seq)
	if err != nil {
		return Message{}, fmt.Errorf("hub: %w", err)
	}
	if seq != s.seq+1 {
		return Message{}, fmt.Errorf("hub: message %d of %s came after message %d", seq, m.Destination, s.seq)
	}
	s.seq = seq
	out := Message{Trace: m.Header.Get("traceparent"), Arrived: arrived}
	if err := json.Unmarshal(plain, &out); err != nil {
		return Message{}, fmt.Errorf("hub: %w: payload: %w", ErrSealed, err)
	}
	return out, nil
}

// Close disconnects without waiting for the hub.
func (c *Client) Close() { _ = c.conn.MustDisconnect() }
