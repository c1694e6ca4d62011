package hubclient

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
)

// Opener opens the sealed payloads of one connection. It is written from the page about the wire (hub/README.md, "Payload") and not
// with the hub's own code: it tests what a stranger would read there.
type Opener struct {
	gcm     cipher.AEAD
	session string
}

// ErrSealed reports that a payload does not open, or is not an event.
var ErrSealed = errors.New("the payload does not open")

// NewOpener derives the key of a connection from the hubKey of the login and the key-salt and session of CONNECTED.
func NewOpener(hubKey, salt, session string) (*Opener, error) {
	secret, err1 := base64.RawURLEncoding.DecodeString(hubKey)
	salted, err2 := base64.RawURLEncoding.DecodeString(salt)
	if err := errors.Join(err1, err2); err != nil || len(secret) != 32 || len(salted) != 16 || session == "" {
		return nil, errors.Join(errors.New("hubKey, key-salt or session is not as documented"), err)
	}
	key, err := hkdf.Key(sha256.New, secret, salted, "hub-v1|"+session, 32)
	if err != nil {
		return nil, fmt.Errorf("derive: %w", err)
	}
	return openerOf(key, session)
}

func openerOf(key []byte, session string) (*Opener, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("derive: %w", err)
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, fmt.Errorf("derive: %w", err)
	}
	return &Opener{gcm, session}, nil
}

// Open returns the plaintext of a body that came to a destination under a sequence number, or ErrSealed.
func (o *Opener) Open(body []byte, destination string, seq uint64) ([]byte, error) {
	const iv = 16 // characters
	if len(body) < iv {
		return nil, ErrSealed
	}
	nonce, err1 := base64.RawURLEncoding.DecodeString(string(body[:iv]))
	sealed, err2 := base64.StdEncoding.Strict().DecodeString(string(body[iv:]))
	if err1 != nil || err2 != nil {
		return nil, ErrSealed
	}
	plain, err := o.gcm.Open(nil, nonce, sealed, []byte("v1|"+o.session+"|"+destination+"|"+strconv.FormatUint(seq, 10)))
	if err != nil {
		return nil, ErrSealed
	}
	return plain, nil
}
