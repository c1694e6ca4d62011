// Package drand asks a public randomness beacon for its rounds: the HTTP API of drand (https://docs.drand.love/developer/http-api), or the
// simulator, which has the same. Nothing that it returns is taken on trust: each round is verified with the public key of the network.
package drand

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"hubstake/internal/core/beacon"
)

// Errors of Round and Check. Several addresses may fail in several ways: then errors.Is is true for each of them.
var (
	ErrEarly   = errors.New("drand: the round is not out yet")       // ask again within seconds
	ErrDown    = errors.New("drand: no usable answer")               // no connection, cut off, too slow, 4xx, 5xx, malformed
	ErrForged  = errors.New("drand: the answer does not verify")     // another round, or a signature that is not the network's
	ErrNetwork = errors.New("drand: the address has another beacon") // its parameters are not those of the network
)

// Addresses are those of the public API, in the order in which they are asked.
var Addresses = []string{"https://api.drand.sh", "https://api2.drand.sh", "https://api3.drand.sh", "https://drand.cloudflare.com"}

const (
	answerWithin = 3 * time.Second // of one address; a round is out about a second after its time
	maxAnswer    = 16 << 10
)

// Round is a verified round.
type Round struct {
	Number     uint64
	Signature  []byte   // 48 bytes, from which anyone can verify it
	Randomness [32]byte // the SHA-256 of the signature
}

// Client asks for the rounds of one network. It is safe for concurrent use.
type Client struct {
	network beacon.Network
	bases   []string
	http    *http.Client
}

// New returns a client of a network at the given addresses ("https://api.drand.sh"), which are asked in this order until one answers.
func New(network beacon.Network, bases []string) *Client {
	c := &Client{
		network: network, bases: make([]string, len(bases)),
		http: &http.Client{
			Timeout: answerWithin,
			Transport: &http.Transport{
				DialContext: (&net.Dialer{Timeout: time.Second}).DialContext, MaxIdleConnsPerHost: 2, MaxConnsPerHost: 8,
				IdleConnTimeout: 60 * time.Second, TLSHandshakeTimeout: 2 * time.Second, ForceAttemptHTTP2: true,
			},
			// Redirects are not followed: only the configured addresses are asked.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	for i, base := range bases {
		c.bases[i] = strings.TrimSuffix(base, "/")
	}
	return c
}

// Network returns the beacon that is asked.
func (c *Client) Network() beacon.Network { return c.network }

// Close closes idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Round returns a round of the network, verified. Each address has three seconds. The error is ErrEarly if one of them says that the round is
// not out yet, and none has it.
func (c *Client) Round(ctx context.Context, round uint64) (Round, error) {
	var found Round
	err := c.each(ctx, "/public/"+strconv.FormatUint(round, 10), func(body []byte) (err error) {
		found, err = c.read(round, body)
		return err
	})
	return found, err
}

// read decodes and verifies an answer.
func (c *Client) read(round uint64, body []byte) (Round, error) {
	var a struct {
		Round      uint64 `json:"round"`
		Randomness string `json:"randomness"`
		Signature  string `json:"signature"`
	}
	if err := json.Unmarshal(body, &a); err != nil {
		return Round{}, fmt.Errorf("%w: %w: %.200q", ErrDown, err, body)
	}
	signature, err := hex.DecodeString(a.Signature)
	if err != nil || a.Round != round {
		return Round{}, fmt.Errorf("%w: round %d, signature %.200q", ErrForged, a.Round, a.Signature)
	}
	randomness, err := c.network.Verify(round, signature)
	if err != nil {
		return Round{}, fmt.Errorf("%w: %w", ErrForged, err)
	}
	if !strings.EqualFold(a.Randomness, hex.EncodeToString(randomness[:])) {
		return Round{}, fmt.Errorf("%w: randomness %.200q", ErrForged, a.Randomness)
	}
	return Round{Number: round, Signature: signature, Randomness: randomness}, nil
}

// Check compares the network with what the addresses say of theirs; one that agrees is enough. Without it, a wrong hash of the chain would
// look like a round that never comes out.
func (c *Client) Check(ctx context.Context) error {
	return c.each(ctx, "/info", func(body []byte) error {
		var a struct {
			PublicKey string `json:"public_key"`
			Period    int64  `json:"period"`       // seconds
			Genesis   int64  `json:"genesis_time"` // Unix seconds
		}
		if err := json.Unmarshal(body, &a); err != nil {
			return fmt.Errorf("%w: %w: %.200q", ErrDown, err, body)
		}
		if !strings.EqualFold(a.PublicKey, hex.EncodeToString(c.network.PublicKey)) || a.Period != int64(c.network.Period/time.Second) ||
			a.Genesis != c.network.Genesis.Unix() {
			return fmt.Errorf("%w: public key %.200q, period %d, genesis %d", ErrNetwork, a.PublicKey, a.Period, a.Genesis)
		}
		return nil
	})
}

// each asks one address after the other until read accepts an answer.
func (c *Client) each(ctx context.Context, path string, read func(body []byte) error) error {
	failures := []error{}
	for _, base := range c.bases {
		body, err := c.get(ctx, base+"/"+c.network.Hash+path)
		if err == nil {
			err = read(body)
		}
		if err == nil {
			return nil
		}
		failures = append(failures, fmt.Errorf("%s: %w", base, err))
		if ctx.Err() != nil {
			break
		}
	}
	if len(failures) == 0 {
		return fmt.Errorf("%w: no address", ErrDown)
	}
	return errors.Join(failures...)
}

func (c *Client) get(ctx context.Context, url string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDown, err)
	}
	r.Header.Set("Accept", "application/json")
	answer, err := c.http.Do(r)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDown, err)
	}
	defer func() { _ = answer.Body.Close() }() // read to its end or given up
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrDown, err)
	case answer.StatusCode == http.StatusNotFound || answer.StatusCode == http.StatusTooEarly:
		return nil, ErrEarly
	case answer.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("%w: status %d %.200q", ErrDown, answer.StatusCode, body)
	case len(body) > maxAnswer:
		return nil, fmt.Errorf("%w: more than %d bytes", ErrDown, maxAnswer)
	}
	return body, nil
}
