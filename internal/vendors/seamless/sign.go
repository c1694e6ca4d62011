// Package seamless speaks the product's own protocol with a vendor: signed JSON both ways, the wallet at our side
// (api/vendors/README.md). Vendors with a protocol of their own have a package of their own beside it.
package seamless

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
	"time"
)

// Headers of a signed request, either way.
const (
	HeaderTimestamp = "X-Timestamp" // Unix seconds
	HeaderNonce     = "X-Nonce"
	HeaderSignature = "X-Signature" // hex
)

// Window is how far a request's timestamp may be from our clock.
const Window = 300 * time.Second

// Why a request is not taken for the vendor's.
var (
	ErrSignature = errors.New("seamless: signature")
	ErrLate      = errors.New("seamless: timestamp is outside of the window")
)

// Sign returns the signature of a body: HMAC-SHA256 over "timestamp.nonce.body", in hex.
func Sign(secret []byte, timestamp, nonce string, body []byte) string {
	return hex.EncodeToString(mac(secret, timestamp, nonce, body))
}

func mac(secret []byte, timestamp, nonce string, body []byte) []byte {
	h := hmac.New(sha256.New, secret)
	_, _ = h.Write([]byte(timestamp + "." + nonce + "."))
	_, _ = h.Write(body)
	return h.Sum(nil)
}

// Verify checks the signature of a body under one of the secrets, then its age. Two secrets are valid while a vendor
// changes its key.
func Verify(secrets [][]byte, now time.Time, timestamp, nonce, signature string, body []byte) error {
	given, err := hex.DecodeString(signature)
	if err != nil || len(given) != sha256.Size || nonce == "" || len(nonce) > 64 {
		return ErrSignature
	}
	valid := false
	for _, s := range secrets {
		if hmac.Equal(given, mac(s, timestamp, nonce, body)) {
			valid = true
		}
	}
	if !valid {
		return ErrSignature
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return ErrLate
	}
	if age := now.Unix() - seconds; age > int64(Window/time.Second) || age < -int64(Window/time.Second) {
		return ErrLate
	}
	return nil
}
