// Package outbound posts our calls to providers of any protocol: one deadline, bounded answers, no redirects, and the
// same three ways to fail.
package outbound

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"hubstake/internal/core/clock"
	"hubstake/internal/play/provider"
)

const (
	// deadline bounds a call: a member waits for it in front of an empty window.
	deadline  = 3 * time.Second
	sockets   = 32 // to one provider; how many calls may be under way is the guard's to say
	maxAnswer = 64 << 10
)

// Sign puts what a protocol wants to see on a request to this path with this body, made at this moment.
type Sign func(ctx context.Context, h http.Header, path string, body []byte, now time.Time) error

// Caller calls one provider. It is safe for concurrent use.
type Caller struct {
	vendor, base string
	sign         Sign
	clk          clock.Clock
	metrics      *provider.Metrics
	http         *http.Client
}

// New returns a caller of the provider at base (http://host).
func New(vendor, base string, sign Sign, clk clock.Clock, m *provider.Metrics) *Caller {
	return &Caller{
		vendor: vendor, base: strings.TrimSuffix(base, "/"), sign: sign, clk: clk, metrics: m,
		http: &http.Client{
			Timeout: deadline,
			Transport: &http.Transport{
				DialContext: (&net.Dialer{Timeout: time.Second}).DialContext, MaxIdleConnsPerHost: sockets, MaxConnsPerHost: sockets,
				IdleConnTimeout: 60 * time.Second, TLSHandshakeTimeout: 2 * time.Second, ForceAttemptHTTP2: true,
			},
			// Redirects are not followed: only the configured address may answer for the provider.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}

// Post posts a signed request to a path and reads the answer into res; op is the metric's name for it. The error is
// provider.ErrRefused for a 4xx, provider.ErrDown without a usable answer, or a failure of ours before anything was sent.
func (c *Caller) Post(ctx context.Context, op, path string, req, res any) (err error) {
	start, result := c.clk.Now(), "error"
	defer func() { c.metrics.Request(c.vendor, op, result, c.clk.Now().Sub(start)) }()

	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	body, err := json.Marshal(req)
	if err != nil {
		return fmt.Errorf("vendor %s: %s: %w", c.vendor, op, err)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+path, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("vendor %s: %s: %w", c.vendor, op, err)
	}
	r.Header.Set("Content-Type", "application/json")
	if err := c.sign(ctx, r.Header, path, body, start); err != nil {
		return fmt.Errorf("vendor %s: %s: %w", c.vendor, op, err)
	}
	answer, err := c.http.Do(r)
	if err != nil {
		return fmt.Errorf("%w: %s %s: %w", provider.ErrDown, c.vendor, op, err)
	}
	defer func() { _ = answer.Body.Close() }() // read to its end or given up
	raw, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err != nil {
		return fmt.Errorf("%w: %s %s: %w", provider.ErrDown, c.vendor, op, err)
	}
	switch {
	case answer.StatusCode >= http.StatusBadRequest && answer.StatusCode < http.StatusInternalServerError:
		result = "refused"
		return fmt.Errorf("%w: %s %s: %d %.200s", provider.ErrRefused, c.vendor, op, answer.StatusCode, raw)
	case answer.StatusCode != http.StatusOK:
		return fmt.Errorf("%w: %s %s: %d", provider.ErrDown, c.vendor, op, answer.StatusCode)
	}
	if err := json.Unmarshal(raw, res); err != nil {
		return fmt.Errorf("%w: %s %s: %w", provider.ErrDown, c.vendor, op, err)
	}
	result = "ok"
	return nil
}

// Window checks an address that a provider gave for a member's browser: https, or this machine during development. It is the
// provider's own word, so a script or a file in it must not reach a browser.
func Window(address string) (string, error) {
	u, err := url.Parse(address)
	if err == nil && u.Host != "" && u.User == nil {
		host := u.Hostname()
		ip := net.ParseIP(host)
		if u.Scheme == "https" || (u.Scheme == "http" && (host == "localhost" || (ip != nil && ip.IsLoopback()))) {
			return address, nil
		}
	}
	return "", fmt.Errorf("%w: not an address for a window", provider.ErrDown)
}

// Language is what protocols call a language of the product: ISO 639.
func Language(key string) string {
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
