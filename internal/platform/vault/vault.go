// Package vault keeps small secrets under the seal keys of the configuration: hub keys of sessions, TOTP secrets of staff, keys of
// vendors.
package vault

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"hubstake/internal/platform/config"
)

// Vault seals with AES-256-GCM. A sealed secret names its key and is bound to its purpose and its owner: copied to another row, or
// to another column, it opens nothing.
type Vault struct {
	id    string // of the key that seals
	aeads map[string]cipher.AEAD
}

// New takes the key that seals and opens, and others that only open: those of before and after a rotation.
func New(key [32]byte, accepted ...config.Key) (*Vault, error) {
	v := &Vault{id: config.Key(key).ID(), aeads: map[string]cipher.AEAD{}}
	for _, k := range append(accepted[:len(accepted):len(accepted)], config.Key(key)) {
		block, err := aes.NewCipher(k[:])
		if err != nil {
			return nil, fmt.Errorf("seal key: %w", err)
		}
		if v.aeads[k.ID()], err = cipher.NewGCMWithRandomNonce(block); err != nil {
			return nil, fmt.Errorf("seal key: %w", err)
		}
	}
	return v, nil
}

// KeyID returns the id of the key that seals: what Seal returns begins with it and a dot.
func (v *Vault) KeyID() string { return v.id }

// Current reports whether a secret is sealed under the key that seals.
func (v *Vault) Current(sealed string) bool { return strings.HasPrefix(sealed, v.id+".") }

// Seal returns the key's id, a dot, and base64url of nonce, ciphertext and tag.
func (v *Vault) Seal(purpose, owner string, secret []byte) string {
	return v.id + "." + base64.RawURLEncoding.EncodeToString(v.aeads[v.id].Seal(nil, nil, secret, bound(purpose, owner)))
}

// Open returns what was sealed for this purpose and owner, under any of the keys.
func (v *Vault) Open(purpose, owner, sealed string) ([]byte, error) {
	id, text, _ := strings.Cut(sealed, ".")
	aead := v.aeads[id]
	if aead == nil {
		return nil, errors.New(purpose + ": sealed under a key that is not in the settings")
	}
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return nil, errors.New(purpose + ": not base64url")
	}
	secret, err := aead.Open(nil, nil, raw, bound(purpose, owner))
	if err != nil {
		return nil, errors.New(purpose + ": sealed for another owner, or damaged")
	}
	return secret, nil
}

// Reseal returns the secret sealed under the key that seals.
func (v *Vault) Reseal(purpose, owner, sealed string) (string, error) {
	secret, err := v.Open(purpose, owner, sealed)
	if err != nil {
		return "", err
	}
	return v.Seal(purpose, owner, secret), nil
}

func bound(purpose, owner string) []byte { return []byte(purpose + "|" + owner) }
