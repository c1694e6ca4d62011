// Package sim reads the sports feed of the simulated vendor (internal/sim/README.md): a page of changes after a cursor, as sports.Apply takes it.
package sim

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fixture"
)

// Name is the feed's name in rows and metrics.
const Name = "sim"

// Errors of Next. Everything else is a failure of ours before anything was sent.
var (
	ErrDown      = errors.New("feed sim: no usable answer")             // no connection, cut off, too slow, 5xx
	ErrRefused   = errors.New("feed sim: refused")                      // 4xx: the credentials, or a call that the vendor does not know
	ErrCursor    = errors.New("feed sim: the cursor is not the feed's") // the feed must be read from its beginning
	ErrMalformed = errors.New("feed sim: malformed answer")             // too large, not JSON, or without what a page needs
)

const (
	path       = "/v1/sports/changes"
	deadline   = 5 * time.Second
	pageSize   = 300 // a page is applied in one transaction, which must not be idle for a second
	maxAnswer  = 8 << 20
	maxChanges = 10_000 // a vendor that sends more than it was asked for
)

// Sign puts on a request to this path with this body, made at this moment, the headers by which the vendor knows us.
type Sign func(ctx context.Context, h http.Header, path string, body []byte, now time.Time) error

// Client reads the feed of one vendor. It is safe for concurrent use.
type Client struct {
	url  string
	sign Sign
	clk  clock.Clock
	http *http.Client
}

// New returns a client of the vendor at base (http://host).
func New(base string, sign Sign, clk clock.Clock) *Client {
	return &Client{
		url: strings.TrimSuffix(base, "/") + path, sign: sign, clk: clk,
		http: &http.Client{
			Timeout: deadline,
			Transport: &http.Transport{
				DialContext: (&net.Dialer{Timeout: time.Second}).DialContext, MaxIdleConnsPerHost: 2, MaxConnsPerHost: 2,
				IdleConnTimeout: 60 * time.Second, TLSHandshakeTimeout: 2 * time.Second, ForceAttemptHTTP2: true,
			},
			// Redirects are not followed: only the configured address may answer for the vendor.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}

// Close closes idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

type request struct {
	After string `json:"after"`
	Limit int    `json:"limit"`
}

type answer struct {
	Cursor  string            `json:"cursor"`
	Vouched *time.Time        `json:"vouched"`
	More    bool              `json:"more"`
	Changes []json.RawMessage `json:"changes"`
}

// Next returns what the feed tells after a cursor; empty: from its beginning. A change that cannot be read comes as Bad, so that one of them stops nothing.
func (c *Client) Next(ctx context.Context, cursor string) (fixture.Batch, error) {
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	body, err := json.Marshal(request{cursor, pageSize})
	if err != nil {
		return fixture.Batch{}, fmt.Errorf("feed sim: %w", err)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return fixture.Batch{}, fmt.Errorf("feed sim: %w", err)
	}
	r.Header.Set("Content-Type", "application/json")
	if err := c.sign(ctx, r.Header, path, body, c.clk.Now()); err != nil {
		return fixture.Batch{}, fmt.Errorf("feed sim: sign: %w", err)
	}
	res, err := c.http.Do(r)
	if err != nil {
		return fixture.Batch{}, fmt.Errorf("%w: %w", ErrDown, err)
	}
	defer func() { _ = res.Body.Close() }() // read to its end or given up
	raw, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer+1))
	if err != nil {
		return fixture.Batch{}, fmt.Errorf("%w: %w", ErrDown, err)
	}
	switch {
	case res.StatusCode == http.StatusUnprocessableEntity:
		return fixture.Batch{}, fmt.Errorf("%w: %.64q", ErrCursor, cursor)
	case res.StatusCode >= http.StatusBadRequest && res.StatusCode < http.StatusInternalServerError:
		return fixture.Batch{}, fmt.Errorf("%w: %d %.200s", ErrRefused, res.StatusCode, raw)
	case res.StatusCode != http.StatusOK:
		return fixture.Batch{}, fmt.Errorf("%w: %d", ErrDown, res.StatusCode)
	case len(raw) > maxAnswer:
		return fixture.Batch{}, fmt.Errorf("%w: more than %d bytes", ErrMalformed, maxAnswer)
	}
	return decode(raw)
}

func decode(raw []byte) (fixture.Batch, error) {
	var a answer
	if err := json.Unmarshal(raw, &a); err != nil {
		return fixture.Batch{}, fmt.Errorf("%w: %w: %.200q", ErrMalformed, err, raw)
	}
	switch {
	case a.Cursor == "" && len(a.Changes) > 0, a.Cursor != "" && !fixture.Text(a.Cursor):
		return fixture.Batch{}, fmt.Errorf("%w: cursor %.64q", ErrMalformed, a.Cursor)
	case len(a.Changes) > maxChanges:
		return fixture.Batch{}, fmt.Errorf("%w: %d changes", ErrMalformed, len(a.Changes))
	}
	b := fixture.Batch{Cursor: a.Cursor, More: a.More, Inner: true, Changes: make([]fixture.Change, len(a.Changes))}
	if a.Vouched != nil {
		b.Vouched = a.Vouched.UTC()
	}
	for i, raw := range a.Changes {
		if err := json.Unmarshal(raw, &b.Changes[i]); err != nil {
			b.Changes[i] = fixture.Change{Bad: raw}
		}
	}
	return b, nil
}
