// Package signature signs what the operator and this vendor say to each other with version 2 of the operator's protocol: hex
// HMAC-SHA256 in X-Signature over the lines "2", kind, timestamp, nonce and the raw body, beside X-Version, X-Timestamp (Unix
// seconds) and X-Nonce. kind is the path below /v1/, of the wallet's calls below /v1/vendor/{vendor}/.
package signature

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"time"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/id"
)

// Headers of a signed call.
const (
	HeaderVersion   = "X-Version"
	HeaderTimestamp = "X-Timestamp"
	HeaderNonce     = "X-Nonce"
	HeaderSignature = "X-Signature"
)

// Window is how far a call's time may be from ours, and Memory how long its nonce stays used up: a copy of a call is
// either too old or already seen.
const (
	Window = 5 * time.Minute
	Memory = 2 * Window
)

// maxNonces bounds what Verifier remembers; past it calls are refused rather than nonces forgotten.
const maxNonces = 200_000

// ErrRefused says that a call is not from the operator, is too old or was seen before.
var ErrRefused = errors.New("signature: refused")

// version of the signed text.
const version = "2"

// Sign puts the headers on a call of a kind with this body, with a fresh nonce.
func Sign(h http.Header, secret []byte, now time.Time, kind string, body []byte) {
	ts, nonce := strconv.FormatInt(now.Unix(), 10), id.New()
	h.Set(HeaderVersion, version)
	h.Set(HeaderTimestamp, ts)
	h.Set(HeaderNonce, nonce)
	h.Set(HeaderSignature, hex.EncodeToString(mac(secret, kind, ts, nonce, body)))
}

func mac(secret []byte, kind, ts, nonce string, body []byte) []byte {
	m := hmac.New(sha256.New, secret)
	m.Write([]byte(version + "\n" + kind + "\n" + ts + "\n" + nonce + "\n"))
	m.Write(body)
	return m.Sum(nil)
}

// Verifier checks signed calls. It is safe for concurrent use.
type Verifier struct {
	secret []byte
	clk    clock.Clock

	mu   sync.Mutex
	seen map[string]time.Time
	old  []string // nonces in the order in which they came
}

// NewVerifier returns a verifier for calls signed with secret.
func NewVerifier(secret []byte, clk clock.Clock) *Verifier {
	return &Verifier{secret: secret, clk: clk, seen: map[string]time.Time{}}
}

// Check returns ErrRefused unless the headers sign a call of this kind with this body, are of now and were not used before.
func (v *Verifier) Check(h http.Header, kind string, body []byte) error {
	ts, nonce := h.Get(HeaderTimestamp), h.Get(HeaderNonce)
	given, err := hex.DecodeString(h.Get(HeaderSignature))
	if err != nil || h.Get(HeaderVersion) != version || len(nonce) < 8 || len(nonce) > 64 || !hmac.Equal(given, mac(v.secret, kind, ts, nonce, body)) {
		return ErrRefused
	}
	unix, err := strconv.ParseInt(ts, 10, 64)
	now := v.clk.Now()
	if err != nil || now.Sub(time.Unix(unix, 0)).Abs() > Window {
		return ErrRefused
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	for len(v.old) > 0 && now.Sub(v.seen[v.old[0]]) > Memory {
		delete(v.seen, v.old[0])
		v.old = v.old[1:]
	}
	if _, used := v.seen[nonce]; used || len(v.old) >= maxNonces {
		return ErrRefused
	}
	v.seen[nonce] = now
	v.old = append(v.old, nonce)
	return nil
}
