// Package token makes and checks session tokens: JWTs signed with Ed25519 by a key from a fixed list (D-09).
package token

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"hubstake/internal/core/clock"
	"hubstake/internal/platform/config"
)

// Life is how long a token lives (D-09): 120 minutes. A token that claims more is refused.
const Life = 120 * time.Minute

const (
	issuer  = "hubstake"
	jwtType = "JWT" // of every token of ours; what names itself otherwise is for something else (security.md 2.2)
	leeway  = 30 * time.Second
	maxSize = 4 << 10
)

// Audience says which area a token opens.
type Audience string

// The areas of the product.
const (
	Member  Audience = "member"
	Partner Audience = "partner"
	Admin   Audience = "admin"
	Guest   Audience = "guest"
)

// Claims of a session token.
type Claims struct {
	MemID    string // empty for guests
	Site     string // site id
	SID      string // session id
	Topic    string // the session's personal topic; empty for guests
	Gen      int    // counts renewals; only the newest is valid
	HubKey   string // guests only: the sealed hub key
	Audience Audience
	Expires  time.Time
}

type wire struct {
	jwt.RegisteredClaims
	Site  string `json:"site"`
	SID   string `json:"sid"`
	Topic string `json:"topic,omitempty"`
	Gen   int    `json:"gen"`
	HK    string `json:"hk,omitempty"`
}

// ErrInvalid says that a token is not one of ours, or no longer valid. It never says why to the caller's
// caller: the reason is for the log.
var ErrInvalid = errors.New("token: invalid")

// Signer makes tokens.
type Signer struct {
	kid string
	key ed25519.PrivateKey
	clk clock.Clock
}

// NewSigner takes "kid=base64url(seed of 32 bytes)".
func NewSigner(spec string, clk clock.Clock) (*Signer, error) {
	kid, text, ok := strings.Cut(spec, "=")
	seed, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
	if !ok || kid == "" || err != nil || len(seed) != ed25519.SeedSize {
		return nil, errors.New("signing key: kid=base64url(32 random bytes) is expected")
	}
	if config.Weak(seed) {
		return nil, errors.New("signing key: too weak, 32 random bytes are expected")
	}
	return &Signer{kid: kid, key: ed25519.NewKeyFromSeed(seed), clk: clk}, nil
}

// Public is the entry for a Verifier's list: kid=base64url(public key).
func (s *Signer) Public() string {
	return s.kid + "=" + base64.RawURLEncoding.EncodeToString(s.key.Public().(ed25519.PublicKey))
}

// Sign makes a token that expires at c.Expires, or Life from now when that is sooner or none is given, and returns it
// with that moment.
func (s *Signer) Sign(c Claims) (string, time.Time, error) {
	now := s.clk.Now().Truncate(time.Second)
	exp := now.Add(Life)
	if !c.Expires.IsZero() && c.Expires.Before(exp) {
		exp = c.Expires.Truncate(time.Second)
	}
	t := jwt.NewWithClaims(jwt.SigningMethodEdDSA, wire{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer: issuer, Subject: c.MemID, Audience: jwt.ClaimStrings{string(c.Audience)},
			ExpiresAt: jwt.NewNumericDate(exp), NotBefore: jwt.NewNumericDate(now), IssuedAt: jwt.NewNumericDate(now),
		},
		Site: c.Site, SID: c.SID, Topic: c.Topic, Gen: c.Gen, HK: c.HubKey,
	})
	t.Header["kid"] = s.kid
	text, err := t.SignedString(s.key)
	if err != nil {
		return "", time.Time{}, fmt.Errorf("sign token: %w", err)
	}
	return text, exp, nil
}

// Verifier checks tokens against a fixed list of public keys. It does no I/O. A signature that it found good is not
// computed again: when ten thousand come back at once after a node has died, only their claims are judged.
type Verifier struct {
	keys   map[string]*keyTable // by the header, as it stands in a token
	clk    clock.Clock
	signed *signed
}

// NewVerifier takes entries of the form kid=base64url(public key).
func NewVerifier(entries []string, clk clock.Clock) (*Verifier, error) {
	v := &Verifier{keys: map[string]*keyTable{}, clk: clk, signed: newSigned(maxSigned)}
	for _, e := range entries {
		kid, text, ok := strings.Cut(strings.TrimSpace(e), "=")
		pub, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
		if !ok || kid == "" || err != nil || len(pub) != ed25519.PublicKeySize {
			return nil, errors.New("public keys: kid=base64url(32 bytes) is expected")
		}
		head, err := header(kid)
		if err != nil {
			return nil, err
		}
		if v.keys[head], err = newKeyTable(pub); err != nil {
			return nil, fmt.Errorf("public keys: %s: %w", kid, err)
		}
	}
	if len(v.keys) == 0 {
		return nil, errors.New("public keys: at least one is needed")
	}
	return v, nil
}

// header is the first part of every token that is signed with a key. A Verifier knows no other headers: a token with another algorithm, another
// type or a name more is refused before anything of it is looked at.
func header(kid string) (string, error) {
	text, err := json.Marshal(map[string]string{"alg": jwt.SigningMethodEdDSA.Alg(), "kid": kid, "typ": jwtType})
	if err != nil {
		return "", fmt.Errorf("header of a token: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(text), nil
}

// Verify returns the claims of a token that is signed by a key of the list, within its time and issued for one
// of the audiences. Everything else is ErrInvalid.
func (v *Verifier) Verify(text string, audiences ...Audience) (Claims, error) {
	if len(text) > maxSize {
		return Claims{}, fmt.Errorf("%w: too long", ErrInvalid)
	}
	p, err := v.parse(text)
	if err != nil {
		return Claims{}, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	c := Claims{
		MemID: p.subject, Site: p.site, SID: p.sid, Topic: p.topic, Gen: int(p.generation), HubKey: p.sealedHubKey,
		Audience: Audience(p.audience), Expires: time.Unix(p.expires, 0),
	}
	for _, a := range audiences {
		if a == c.Audience && (a == Guest) == (c.MemID == "") {
			return c, nil
		}
	}
	return Claims{}, fmt.Errorf("%w: audience", ErrInvalid)
}

// parse checks the signature, or remembers that it was good, and what every token must say.
func (v *Verifier) parse(text string) (payload, error) {
	end := strings.LastIndexByte(text, '.')
	if end < 0 {
		return payload{}, errShape
	}
	message, tail := text[:end], text[end+1:]
	head, body, _ := strings.Cut(message, ".")
	key := v.keys[head]
	if key == nil {
		return payload{}, errors.New("unknown key, or a header that is not ours")
	}
	known := digest(text)
	if !v.signed.has(known) {
		var signature [ed25519.SignatureSize]byte
		if len(tail) != base64.RawURLEncoding.EncodedLen(len(signature)) {
			return payload{}, errShape
		}
		if _, err := strict.Decode(signature[:], []byte(tail)); err != nil {
			return payload{}, fmt.Errorf("signature: %w", err)
		}
		if !key.verify([]byte(message), signature[:]) {
			return payload{}, errors.New("the signature is not good")
		}
	}
	plain, err := strict.DecodeString(body)
	if err != nil {
		return payload{}, fmt.Errorf("payload: %w", err)
	}
	p, err := parsePayload(string(plain))
	if err == nil {
		err = p.validate(v.clk.Now())
	}
	if err == nil {
		v.signed.add(known)
	}
	return p, err
}

// strict is base64url in the one spelling that each text has.
var strict = base64.RawURLEncoding.Strict()
