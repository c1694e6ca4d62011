package token

import (
	"errors"

	"hubstake/internal/platform/config"
	"hubstake/internal/platform/vault"
)

// HubKeySize is the size of a session's key for the hub in bytes.
const HubKeySize = 32

// hubKey is the purpose under which the vault binds the key of a session.
const hubKey = "hubkey"

// Sealer keeps session keys under a key from the configuration, so that neither PostgreSQL, Redis nor a guest's
// token shows one in the clear.
type Sealer struct{ vault *vault.Vault }

// NewSealer takes the key that seals, and others that only open (vault.New).
func NewSealer(kek [32]byte, accepted ...config.Key) (*Sealer, error) {
	v, err := vault.New(kek, accepted...)
	if err != nil {
		return nil, err
	}
	return &Sealer{v}, nil
}

// Seal wraps the hub key of a session, bound to the session id.
func (s *Sealer) Seal(sid string, key []byte) string { return s.vault.Seal(hubKey, sid, key) }

// Open unwraps the hub key of a session.
func (s *Sealer) Open(sid, sealed string) ([]byte, error) {
	key, err := s.vault.Open(hubKey, sid, sealed)
	if err != nil {
		return nil, err
	}
	if len(key) != HubKeySize {
		return nil, errors.New("hubkey: not 32 bytes")
	}
	return key, nil
}
