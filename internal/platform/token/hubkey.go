package token

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/base64"
	"errors"
	"fmt"
)

// HubKeySize is the size of a session's key for the hub in bytes.
const HubKeySize = 32

// Sealer keeps session keys under a key from the configuration, so that neither PostgreSQL, Redis nor a guest's
// token shows one in the clear.
type Sealer struct{ aead cipher.AEAD }

// NewSealer takes the key-encryption key.
func NewSealer(kek [32]byte) (*Sealer, error) {
	block, err := aes.NewCipher(kek[:])
	if err != nil {
		return nil, fmt.Errorf("seal key: %w", err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return nil, fmt.Errorf("seal key: %w", err)
	}
	return &Sealer{aead}, nil
}

// Seal wraps the hub key of a session: base64url of nonce, ciphertext and tag, bound to the session id.
func (s *Sealer) Seal(sid string, key []byte) string {
	return base64.RawURLEncoding.EncodeToString(s.aead.Seal(nil, nil, key, []byte("hubkey|"+sid)))
}

// Open unwraps the hub key of a session.
func (s *Sealer) Open(sid, sealed string) ([]byte, error) {
	raw, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil {
		return nil, errors.New("hub key: not base64url")
	}
	key, err := s.aead.Open(nil, nil, raw, []byte("hubkey|"+sid))
	if err != nil || len(key) != HubKeySize {
		return nil, errors.New("hub key: sealed for another session or under another key")
	}
	return key, nil
}
