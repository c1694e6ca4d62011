package fairness

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
)

// Hash is a SHA-256 or a seed, 32 bytes. As text it is 64 hexadecimal digits in lower case.
type Hash [sha256.Size]byte

var errHash = errors.New("fairness: not a hash of 64 hexadecimal digits")

// String returns the hash as 64 hexadecimal digits in lower case.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// MarshalText implements encoding.TextMarshaler.
func (h Hash) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler. It takes digits of both cases. After an error the hash is unchanged.
func (h *Hash) UnmarshalText(text []byte) error {
	var read Hash
	if len(text) != hex.EncodedLen(len(read)) {
		return errHash
	}
	if _, err := hex.Decode(read[:], text); err != nil {
		return errHash
	}
	*h = read
	return nil
}

// Commitment returns what is published of a seed before betting opens: SHA-256("commit:" ‖ seed) (S-64). The prefix makes it differ from
// the hash that links the seed to the chain, which is public already.
func Commitment(seed Hash) Hash {
	return sha256.Sum256(append([]byte("commit:"), seed[:]...))
}
