// Package seal makes payloads that only one connection can read: AES-256-GCM under a key of the
// connection, bound to the session, the destination and the sequence number of the frame.
//
// The body of a frame is 16 base64url characters, the 12-byte IV, followed by base64 (standard alphabet,
// padded) of ciphertext and tag. testdata/vectors.json is the truth for every client.
package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
)

// Sizes of the format in bytes.
const (
	KeySize  = 32
	SaltSize = 16
	ivSize   = 12
	ivChars  = 16
	tagSize  = 16
)

// ErrOpen is the only error of Open: details would help attackers only.
var ErrOpen = errors.New("seal: cannot be opened")

// Key is the key of one connection. It prints as ***.
type Key [KeySize]byte

// String hides the key.
func (Key) String() string { return "***" }

// GoString hides the key.
func (Key) GoString() string { return "***" }

// NewSalt returns 16 random bytes for the key-salt header of CONNECTED.
func NewSalt() (s [SaltSize]byte) {
	_, _ = rand.Read(s[:]) // never fails: the runtime aborts the program first
	return s
}

// Derive makes the key of a connection from the session's key, which the login answer carried, and the
// connection's salt.
func Derive(sessKey, salt []byte, session string) (k Key, err error) {
	if len(sessKey) != KeySize || len(salt) != SaltSize || session == "" {
		return k, fmt.Errorf("seal: a key of %d bytes, a salt of %d and a session are needed", KeySize, SaltSize)
	}
	b, err := hkdf.Key(sha256.New, sessKey, salt, "hub-v1|"+session, KeySize)
	if err != nil {
		return k, fmt.Errorf("seal: derive: %w", err)
	}
	copy(k[:], b)
	return k, nil
}

// Sealer seals and opens the frames of one connection. It is cheap to make and large to keep (about 0.8 KB): make
// one for a batch of frames, not for the life of a connection. It must not be used concurrently.
type Sealer struct {
	aead cipher.AEAD
	aad  []byte // v1|session|destination|seq, rebuilt for each frame
	pre  int    // length of "v1|session|"
}

// New returns a sealer for a connection of that session.
func New(k *Key, session string) *Sealer {
	block, err := aes.NewCipher(k[:])
	if err != nil {
		panic("seal: " + err.Error()) // only for a key of another length, which Key excludes
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		panic("seal: " + err.Error()) // only for a cipher of another block size
	}
	s := &Sealer{aead: aead, aad: make([]byte, 0, 96)}
	s.aad = append(append(append(s.aad, "v1|"...), session...), '|')
	s.pre = len(s.aad)
	return s
}

func (s *Sealer) bind(destination string, seq uint64) {
	s.aad = append(append(s.aad[:s.pre], destination...), '|')
	s.aad = strconv.AppendUint(s.aad, seq, 10)
}

// Size is the length of the body that a plaintext of n bytes becomes.
func Size(n int) int { return ivChars + base64.StdEncoding.EncodedLen(n+tagSize) }

// Append seals plaintext for the seq-th frame of that destination and appends the body to dst. The IV is
// random: two frames of one key collide with probability below 2^-60 even after a million frames.
func (s *Sealer) Append(dst, plaintext []byte, destination string, seq uint64) []byte {
	var iv [ivSize]byte
	_, _ = rand.Read(iv[:])
	return s.append(dst, plaintext, destination, seq, &iv)
}

func (s *Sealer) append(dst, plaintext []byte, destination string, seq uint64, iv *[ivSize]byte) []byte {
	s.bind(destination, seq)
	start, raw := len(dst), len(plaintext)+tagSize
	dst = grow(dst, Size(len(plaintext)))
	base64.RawURLEncoding.Encode(dst[start:], iv[:])
	// The ciphertext is made at the end of the room that its base64 will take, and encoded forwards:
	// what is written never reaches what is yet to be read.
	room := dst[start+ivChars:]
	at := len(room) - raw
	ct := s.aead.Seal(room[at:at], iv[:], plaintext, s.aad)
	encode(room, ct)
	return dst
}

// encode is base64 for a source that lies at the end of its destination. Three bytes become four
// characters, so the writer starts len(dst)-len(src) bytes behind the reader and meets it at the end;
// each group is read before it is overwritten.
func encode(dst, src []byte) {
	const step = 48
	var group [step]byte
	for len(src) > 0 {
		n := copy(group[:], src)
		src = src[n:]
		base64.StdEncoding.Encode(dst, group[:n])
		dst = dst[base64.StdEncoding.EncodedLen(n):]
	}
}

func grow(b []byte, n int) []byte {
	if need := len(b) + n; need <= cap(b) {
		return b[:need]
	}
	return append(b, make([]byte, n)...)
}

// Open opens the body of the seq-th frame of a destination; the hub never needs it, clients written in Go
// and tests do.
func (s *Sealer) Open(body []byte, destination string, seq uint64) ([]byte, error) {
	if len(body) < ivChars {
		return nil, ErrOpen
	}
	var iv [ivSize]byte
	if n, err := base64.RawURLEncoding.Strict().Decode(iv[:], body[:ivChars]); err != nil || n != ivSize {
		return nil, ErrOpen
	}
	ct, err := base64.StdEncoding.Strict().AppendDecode(nil, body[ivChars:])
	if err != nil {
		return nil, ErrOpen
	}
	s.bind(destination, seq)
	p, err := s.aead.Open(ct[:0], iv[:], ct, s.aad)
	if err != nil {
		return nil, ErrOpen
	}
	return p, nil
}
