package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/go-stomp/stomp/v3"
	"github.com/go-stomp/stomp/v3/frame"
	"github.com/gobwas/ws"
)

// listener is a connection to the hub with the own topic subscribed.
type listener struct {
	conn *stomp.Conn
	sub  *stomp.Subscription
	open *opener
}

// note is an event as it was opened.
type note struct {
	Cmd   string `json:"cmd"`
	Data1 string `json:"data1"`
	At    int64  `json:"at"` // Unix ms of the commit
}

var errEnded = errors.New("the hub ended the connection")

// dial connects to the hub and authenticates within d.
func dial(ctx context.Context, address, origin string, s session, d time.Duration) (*listener, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("hub: %w", err)
	}
	u.RawQuery = url.Values{"shard": {s.Shard}}.Encode()
	dialer := ws.Dialer{
		Timeout: d, Protocols: []string{"v12.stomp"},
		Header: ws.HandshakeHeaderHTTP(http.Header{"Origin": {origin}, "User-Agent": {"hubstake-canary"}}),
	}
	raw, buffered, _, err := dialer.Dial(ctx, u.String())
	if err != nil {
		return nil, fmt.Errorf("hub: %w", err)
	}
	stop := context.AfterFunc(ctx, func() { _ = raw.Close() }) // the library has no time limit for CONNECTED
	defer stop()
	limit := time.AfterFunc(d, func() { _ = raw.Close() })
	defer limit.Stop()
	salt := ""
	conn, err := stomp.Connect(newSocket(raw, buffered), stomp.ConnOpt.Host(s.Member.SiteID), stomp.ConnOpt.AcceptVersion(stomp.V12),
		stomp.ConnOpt.HeartBeat(10*time.Second, 10*time.Second), stomp.ConnOpt.HeartBeatError(30*time.Second),
		stomp.ConnOpt.Header("token", s.Token), stomp.ConnOpt.Header("audience", "member"), stomp.ConnOpt.Logger(quiet{}),
		stomp.ConnOpt.ResponseHeaders(func(h *frame.Header) { salt = h.Get("key-salt") }))
	if err != nil {
		_ = raw.Close()
		return nil, fmt.Errorf("hub: %w", err)
	}
	open, err := newOpener(s.HubKey, salt, conn.Session())
	if err != nil {
		_ = conn.MustDisconnect()
		return nil, fmt.Errorf("hub: %w", err)
	}
	return &listener{conn: conn, open: open}, nil
}

// subscribe listens to a topic. No receipt is asked for: the library panics at one that it did not send itself. The
// snapshot that follows says as well that the subscription stands.
func (l *listener) subscribe(topic string) (err error) {
	if l.sub, err = l.conn.Subscribe("/topic/"+topic, stomp.AckAuto); err != nil {
		return fmt.Errorf("subscribe: %w", err)
	}
	return nil
}

// next waits for the next event.
func (l *listener) next(ctx context.Context) (note, error) {
	select {
	case <-ctx.Done():
		return note{}, ctx.Err()
	case m, ok := <-l.sub.C:
		switch {
		case !ok:
			return note{}, errEnded
		case m.Err != nil:
			return note{}, fmt.Errorf("%w: %w", errEnded, m.Err)
		}
		plain, err := l.open.open(m.Body, m.Destination, m.Header.Get("seq"))
		if err != nil {
			return note{}, err
		}
		var n note
		if err := json.Unmarshal(plain, &n); err != nil {
			return note{}, fmt.Errorf("%w: %w", errSealed, err)
		}
		return n, nil
	}
}

// close ends the connection without waiting for the hub.
func (l *listener) close() { _ = l.conn.MustDisconnect() }

// quiet keeps the library from writing to standard error: what goes wrong is returned.
type quiet struct{}

func (quiet) Debugf(string, ...any)   {}
func (quiet) Infof(string, ...any)    {}
func (quiet) Warningf(string, ...any) {}
func (quiet) Errorf(string, ...any)   {}
func (quiet) Debug(string)            {}
func (quiet) Info(string)             {}
func (quiet) Warning(string)          {}
func (quiet) Error(string)            {}
