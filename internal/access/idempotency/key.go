package idempotency

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"regexp"
)

// keyForm is the form of a caller's key: long enough that it cannot be guessed, because a hash of the body is stored under
// it.
var keyForm = regexp.MustCompile(`^[A-Za-z0-9_-]{16,64}$`)

// Key names one call of one caller. The zero Key names none: such a call is carried out each time that it comes.
type Key struct {
	id, print [sha256.Size]byte
	given     bool
}

// NewKey makes the key of a call from what its caller named it, the call's path and its body; false when the name is not of 16 to
// 64 letters, digits, hyphens and underscores. Of the body only an HMAC under the name is kept, and of the name only its hash: a
// body may hold a PIN, which a plain hash would give away.
func NewKey(name, path string, body []byte) (Key, bool) {
	if !keyForm.MatchString(name) {
		return Key{}, false
	}
	k := Key{id: sha256.Sum256([]byte(name)), given: true}
	m := hmac.New(sha256.New, []byte(name))
	m.Write([]byte(path + "\n"))
	m.Write(body)
	m.Sum(k.print[:0])
	return k, true
}

// Name is the name of the call for a service that keeps its answers itself, as a hash; empty when the call has none.
func (k Key) Name() string {
	if !k.given {
		return ""
	}
	return hex.EncodeToString(k.id[:])
}
