package seamless

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"hubstake/internal/clock"
	"hubstake/internal/id"
	"hubstake/internal/vendors"
)

const (
	// deadline bounds a call: a member waits for it in front of an empty window.
	deadline  = 3 * time.Second
	sockets   = 32 // to one vendor; how many calls may be under way is the guard's to say
	maxAnswer = 64 << 10
)

// Client calls one vendor: it opens games, and moves money when the vendor keeps wallets of its own. It is safe for concurrent
// use.
type Client struct {
	vendor  string
	base    string
	key     vendors.SigningKey
	clk     clock.Clock
	metrics *vendors.Metrics
	http    *http.Client
}

var (
	_ vendors.Client = (*Client)(nil)
	_ vendors.Purse  = (*Client)(nil)
)

// NewClient returns a client of the vendor at base (http://host). Its requests are signed with key.
func NewClient(vendor, base string, key vendors.SigningKey, clk clock.Clock, m *vendors.Metrics) *Client {
	return &Client{
		vendor: vendor, base: strings.TrimSuffix(base, "/"), key: key, clk: clk, metrics: m,
		http: &http.Client{
			Timeout: deadline,
			Transport: &http.Transport{
				DialContext: (&net.Dialer{Timeout: time.Second}).DialContext, MaxIdleConnsPerHost: sockets, MaxConnsPerHost: sockets,
				IdleConnTimeout: 60 * time.Second, TLSHandshakeTimeout: 2 * time.Second, ForceAttemptHTTP2: true,
			},
			// A vendor's answer is its own; whoever redirects us is not asked.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}

type launchRequest struct {
	Game     string `json:"game"`
	Token    string `json:"token"`
	Member   string `json:"member_id"`
	Nick     string `json:"nick"`
	Currency string `json:"currency"`
	Lang     string `json:"lang"`
	Mobile   bool   `json:"mobile"`
	LobbyURL string `json:"lobby_url"`
}

// Launch asks for the address of a game's window.
func (c *Client) Launch(ctx context.Context, l vendors.Launch) (string, error) {
	var res struct {
		URL string `json:"url"`
	}
	err := c.call(ctx, "launch", "launch", launchRequest{
		Game: l.Game, Token: l.Token, Member: l.Member, Nick: l.Nick, Currency: l.Currency, Lang: language(l.Lang),
		Mobile: l.Mobile, LobbyURL: l.LobbyURL,
	}, &res)
	if err != nil {
		return "", err
	}
	if !openable(res.URL) {
		return "", fmt.Errorf("%w: not an address for a window", vendors.ErrDown)
	}
	return res.URL, nil
}

// call posts a signed request to a path below /v1/; op is the metric's name for it.
func (c *Client) call(ctx context.Context, op, path string, req, res any) (err error) {
	start, result := c.clk.Now(), "error"
	defer func() { c.metrics.Request(c.vendor, op, result, c.clk.Now().Sub(start)) }()

	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	body, err := json.Marshal(req)
	if err != nil {
		return fmt.Errorf("vendor %s: %s: %w", c.vendor, op, err)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/v1/"+path, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("vendor %s: %s: %w", c.vendor, op, err)
	}
	timestamp, nonce := strconv.FormatInt(start.Unix(), 10), id.New()
	key, err := c.key(ctx)
	if err != nil {
		return fmt.Errorf("vendor %s: %s: %w", c.vendor, op, err)
	}
	signature, err := Sign(key, timestamp, nonce, body)
	if err != nil {
		return fmt.Errorf("vendor %s: %s: %w", c.vendor, op, err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set(HeaderTimestamp, timestamp)
	r.Header.Set(HeaderNonce, nonce)
	r.Header.Set(HeaderKey, key.ID)
	r.Header.Set(HeaderSignature, signature)
	answer, err := c.http.Do(r)
	if err != nil {
		return fmt.Errorf("%w: %s %s: %w", vendors.ErrDown, c.vendor, op, err)
	}
	defer func() { _ = answer.Body.Close() }() // read to its end or given up
	raw, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err != nil {
		return fmt.Errorf("%w: %s %s: %w", vendors.ErrDown, c.vendor, op, err)
	}
	switch {
	case answer.StatusCode >= http.StatusBadRequest && answer.StatusCode < http.StatusInternalServerError:
		result = "refused"
		return fmt.Errorf("%w: %s %s: %d %.200s", vendors.ErrRefused, c.vendor, op, answer.StatusCode, raw)
	case answer.StatusCode != http.StatusOK:
		return fmt.Errorf("%w: %s %s: %d", vendors.ErrDown, c.vendor, op, answer.StatusCode)
	}
	if err := json.Unmarshal(raw, res); err != nil {
		return fmt.Errorf("%w: %s %s: %w", vendors.ErrDown, c.vendor, op, err)
	}
	result = "ok"
	return nil
}

// openable tells whether a member's browser may be sent to an address: https, or this machine during development. The
// address is the vendor's own word, so a script or a file in it must not reach a browser.
func openable(s string) bool {
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || u.User != nil {
		return false
	}
	host := u.Hostname()
	ip := net.ParseIP(host)
	return u.Scheme == "https" || (u.Scheme == "http" && (host == "localhost" || (ip != nil && ip.IsLoopback())))
}

// language is what the protocol calls a language of the product: ISO 639.
func language(key string) string {
	switch key {
	case "vn":
		return "vi"
	case "cn":
		return "zh"
	case "jp":
		return "ja"
	}
	return key
}
