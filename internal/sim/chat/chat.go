// Package chat plays the provider of live chat: it believes who a visitor is only when the operator signed it, and answers.
package chat

import (
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"github.com/golang-jwt/jwt/v5"

	"hubstake/internal/core/clock"
)

// Desk checks identities of one client of the provider.
type Desk struct {
	client string
	keys   map[string]ed25519.PublicKey
	parser *jwt.Parser
}

// Visitor is a member of the operator, as the token says.
type Visitor struct {
	CustomerID string `json:"customer_id"`
	Member     string `json:"member"`
	Site       string `json:"site"`
	Name       string `json:"name"`
}

type claims struct {
	jwt.RegisteredClaims
	Member string `json:"member"`
	Site   string `json:"site"`
	Name   string `json:"name"`
}

// ErrIdentity says that a token is not one of the operator's, or no longer good.
var ErrIdentity = errors.New("chat: identity")

// NewDesk takes the public keys of the operator, each kid=base64url.
func NewDesk(client string, keys []string, clk clock.Clock) (*Desk, error) {
	d := &Desk{client: client, keys: map[string]ed25519.PublicKey{}, parser: jwt.NewParser(
		jwt.WithValidMethods([]string{"EdDSA"}), jwt.WithAudience(client), jwt.WithIssuer("hubstake"), jwt.WithExpirationRequired(),
		jwt.WithIssuedAt(), jwt.WithTimeFunc(clk.Now),
	)}
	for _, k := range keys {
		kid, text, ok := strings.Cut(k, "=")
		raw, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
		if !ok || err != nil || len(raw) != ed25519.PublicKeySize {
			return nil, errors.New("CHAT_KEYS: kid=base64url of an Ed25519 public key is expected")
		}
		d.keys[kid] = raw
	}
	if client == "" || len(d.keys) == 0 {
		return nil, errors.New("CHAT_CLIENT_ID and CHAT_KEYS are needed together")
	}
	return d, nil
}

// Visitor tells who a token says the visitor is.
func (d *Desk) Visitor(token string) (Visitor, error) {
	var c claims
	_, err := d.parser.ParseWithClaims(token, &c, func(t *jwt.Token) (any, error) {
		kid, _ := t.Header["kid"].(string)
		key, ok := d.keys[kid]
		if !ok {
			return nil, ErrIdentity
		}
		return key, nil
	})
	if err != nil {
		return Visitor{}, fmt.Errorf("%w: %w", ErrIdentity, err)
	}
	if c.Member == "" || c.Site == "" || c.Subject != c.Member+"@"+c.Site {
		return Visitor{}, ErrIdentity
	}
	return Visitor{c.Subject, c.Member, c.Site, c.Name}, nil
}

// Reply is what the desk says to what a visitor wrote.
func (d *Desk) Reply(v Visitor, text string) string {
	if strings.TrimSpace(text) == "" {
		return "Hello " + v.Name + ", how can we help you?"
	}
	return "Thank you, " + v.Name + ". We have your message and will answer here."
}
