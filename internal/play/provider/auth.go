package provider

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/netip"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"hubstake/internal/core/clock"
)

const (
	// Window is how far a call's timestamp may be from our clock.
	Window = 300 * time.Second
	// Memory is how long a nonce stays used up: a copy of a call is either too old or already seen.
	Memory = 2 * Window

	maxNonce   = 64
	noncePause = time.Second // it is not asked after it failed, so that an outage does not slow every call down
)

// Why a call is not taken for the provider's (security.md 2.11).
var (
	ErrUnknown   = errors.New("provider: unknown vendor")
	ErrForeign   = errors.New("provider: address is not on the vendor's list")
	ErrSignature = errors.New("provider: signature")
	ErrLate      = errors.New("provider: timestamp is outside of the window")
	ErrReplayed  = errors.New("provider: nonce was used before")
)

// Proof is what a call shows to be the provider's, in the terms of all protocols.
type Proof struct {
	Vendor, Family string
	IP             netip.Addr
	KeyID          string  // the key that it names, or empty
	Kind           KeyKind // the only kind of key that its protocol knows, or empty
	Message        []byte  // what is signed
	Signature      string

	// Of protocols with a window and nonces.
	Windowed   bool
	Version    int       // of the signed text
	At         time.Time // zero: not a time
	Nonce      string    // up to 64 characters
	Content    string    // what is asked for: a nonce may come again with the same content when that has its effect once
	Repeatable bool
	Idempotent bool // the signed content has its effect once, by its transaction ids: the nonce need not be remembered
}

// Remember keeps a value under a key for ttl, unless something is there already; then it returns that.
type Remember func(ctx context.Context, key, value string, ttl time.Duration) (was string, err error)

// Auth decides whether calls are their providers'.
type Auth struct {
	dir      *Directory
	remember Remember
	clk      clock.Clock
	log      zerolog.Logger
	metrics  *Metrics
	listed   bool // a protocol without a window needs a list of addresses

	pausedUntil atomic.Int64 // Unix nanoseconds until which the memory is not asked
}

// NewAuth returns the doorkeeper of the directory's providers.
func NewAuth(dir *Directory, remember Remember, clk clock.Clock, log zerolog.Logger, m *Metrics) *Auth {
	return &Auth{dir: dir, remember: remember, clk: clk, log: log, metrics: m}
}

// RequireAddresses makes calls of protocols that sign neither time nor path (Hub88's) foreign for a provider whose settings list no
// addresses: an attacker who saw such a call could send it again from anywhere, at any time, to another path. It is for production.
func (a *Auth) RequireAddresses() { a.listed = true }

// Check returns the provider whose call it is, or ErrUnknown, ErrForeign, ErrSignature, ErrLate or ErrReplayed. The provider is
// returned with all of them but ErrUnknown. Any other error is a failure of ours.
//
// A call of which the signature covers both the transaction ids and the kind needs no stored nonce: a copy of it gets the stored answer.
// The nonces of other calls are stored: a balance is read once, and the bytes of a bet in version 1 are a valid win. While the store is
// unavailable, such a call passes with a fresh timestamp. A copy of it then reads a balance at worst: an id that is stored has its effect
// once, and a copy has the same content.
func (a *Auth) Check(ctx context.Context, p Proof) (*Provider, error) {
	v, err := a.dir.Provider(ctx, p.Vendor)
	if err != nil {
		return nil, err
	}
	now := a.clk.Now()
	if a.listed && !p.Windowed && v != nil && v.Family == p.Family && len(v.Settings.Allow) == 0 {
		return v, fmt.Errorf("%w: in production a vendor of this protocol needs one (api vendor allow)", ErrForeign)
	}
	v, err = proven(v, p, now)
	if errors.Is(err, ErrSignature) { // perhaps the provider's new key, which it has a moment before we read it
		v, err = proven(a.dir.Reread(ctx, p.Vendor), p, now)
	}
	if err != nil {
		return v, err
	}
	if !p.Windowed {
		return v, nil
	}
	if now.Truncate(time.Second).Sub(p.At).Abs() > Window { // in whole seconds, as timestamps are
		return v, ErrLate
	}
	if p.Idempotent || v.Settings.Replay == WindowOnly {
		return v, nil
	}
	return v, a.once(ctx, p, now)
}

// proven reports whether a provider that is known sent the call: from one of its addresses, under one of its keys.
func proven(v *Provider, p Proof, now time.Time) (*Provider, error) {
	switch {
	case v == nil || v.Family != p.Family:
		return nil, ErrUnknown
	case !v.Settings.Allows(p.IP):
		return v, ErrForeign
	case p.Windowed && (p.Nonce == "" || len(p.Nonce) > maxNonce || p.Version < v.Settings.LowestVersion):
		return v, ErrSignature
	case !signed(v.verifiers(p.KeyID, now), p):
		return v, ErrSignature
	default:
		return v, nil
	}
}

func signed(keys []Key, p Proof) bool {
	for _, k := range keys {
		if (p.Kind == "" || p.Kind == k.Kind) && k.Verify(p.Message, p.Signature) {
			return true
		}
	}
	return false
}

func (a *Auth) once(ctx context.Context, p Proof, now time.Time) error {
	if now.UnixNano() < a.pausedUntil.Load() {
		a.metrics.unremembered.Inc()
		return nil
	}
	sum := sha256.Sum256([]byte(p.Content))
	content := base64.RawStdEncoding.EncodeToString(sum[:12])
	was, err := a.remember(ctx, p.Vendor+":"+p.Nonce, content, Memory)
	if err != nil {
		a.pausedUntil.Store(now.Add(noncePause).UnixNano())
		a.metrics.unremembered.Inc()
		a.log.Warn().Err(err).Msg("provider: nonces are not remembered")
		return nil
	}
	if was != "" && (!p.Repeatable || was != content) {
		return fmt.Errorf("%w: %.64q", ErrReplayed, p.Nonce)
	}
	return nil
}
