// Package vault keeps small secrets under the seal key of the configuration: hub keys of sessions, TOTP secrets of staff.
package vault

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/base64"
	"errors"
	"fmt"
)

// Vault seals with AES-256-GCM. A sealed secret is bound to its purpose and its owner: copied to another row, or to another
// column, it opens nothing.
type Vault struct{ aead cipher.AEAD }

// New takes the key-encryption key.
func New(kek [32]byte) (*Vault, error) {
	block, err := aes.NewCipher(kek[:])
	if err != nil {
		return nil, fmt.Errorf("seal key: %w", err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return nil, fmt.Errorf("seal key: %w", err)
	}
	return &Vault{aead}, nil
}

// Seal returns base64url of nonce, ciphertext and tag.
func (v *Vault) Seal(purpose, owner string, secret []byte) string {
	return base64.RawURLEncoding.EncodeToString(v.aead.Seal(nil, nil, secret, bound(purpose, owner)))
}

// Open returns what was sealed for this purpose and owner.
func (v *Vault) Open(purpose, owner, sealed string) ([]byte, error) {
	raw, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil {
		return nil, errors.New(purpose + ": not base64url")
	}
	secret, err := v.aead.Open(nil, nil, raw, bound(purpose, owner))
	if err != nil {
		return nil, errors.New(purpose + ": sealed for another owner or under another key")
	}
	return secret, nil
}

func bound(purpose, owner string) []byte { return []byte(purpose + "|" + owner) }
