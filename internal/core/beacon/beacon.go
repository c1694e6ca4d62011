// Package beacon verifies a public randomness beacon: a network that signs the number of each round at a fixed time, so that neither the
// operator nor its members can know or choose the randomness of a round before that time (S-51, S-64).
//
// It knows drand's scheme bls-unchained-g1-rfc9380: BLS signatures on the curve BLS12-381 with 48 bytes in G1 under a public key of 96 bytes
// in G2, of the SHA-256 of the round as 8 bytes big-endian. The randomness of a round is the SHA-256 of its signature. The package does no
// I/O: internal/feed/drand asks a network, and web/src/shared/fairness/beacon.ts verifies the same in the browser.
package beacon

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/cloudflare/circl/ecc/bls12381"
	"github.com/cloudflare/circl/sign/bls"
)

// SignatureSize is the length of a signature in bytes, a compressed point of G1.
const SignatureSize = bls12381.G1SizeCompressed

var (
	// ErrSignature reports a signature that is not the network's for the round.
	ErrSignature = errors.New("beacon: not the network's signature of this round")
	errKey       = errors.New("beacon: the public key is not a compressed point of G2")
)

// Network is a beacon by its public parameters.
type Network struct {
	Hash      string        // of the chain, 64 hexadecimal digits: its name in the API
	Genesis   time.Time     // of round 1
	Period    time.Duration // from round to round
	PublicKey []byte        // 96 bytes, a compressed point of G2
}

// Quicknet returns drand's network of the League of Entropy that has a round every three seconds.
func Quicknet() Network {
	key, err := hex.DecodeString("83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb" +
		"5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a")
	if err != nil {
		panic(err) // a constant
	}
	return Network{
		Hash:    "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
		Genesis: time.Unix(1_692_803_367, 0).UTC(), Period: 3 * time.Second, PublicKey: key,
	}
}

// RoundAt returns the first round at or after t; 1 before the genesis.
func (n Network) RoundAt(t time.Time) uint64 {
	after := t.Sub(n.Genesis)
	if after <= 0 {
		return 1
	}
	round := uint64(after/n.Period) + 1
	if after%n.Period != 0 {
		round++
	}
	return round
}

// Time returns when a round is signed. The signature is public about a second later. Rounds more than 292 years after the genesis, of which
// nothing real speaks, are all told as the last moment of that time.
func (n Network) Time(round uint64) time.Time {
	since := time.Duration(math.MaxInt64)
	if round <= 1 {
		since = 0
	} else if round-1 <= uint64(math.MaxInt64/n.Period) {
		since = time.Duration(round-1) * n.Period
	}
	return n.Genesis.Add(since)
}

// key decodes the public key.
func (n Network) key() (*bls.PublicKey[bls.KeyG2SigG1], error) {
	key := new(bls.PublicKey[bls.KeyG2SigG1])
	if len(n.PublicKey) != bls12381.G2SizeCompressed || key.UnmarshalBinary(n.PublicKey) != nil {
		return nil, errKey
	}
	return key, nil
}

// Validate reports parameters with which nothing could be verified.
func (n Network) Validate() error {
	if hash, err := hex.DecodeString(n.Hash); err != nil || len(hash) != sha256.Size {
		return errors.New("beacon: the hash of the chain is not 64 hexadecimal digits")
	}
	if n.Genesis.Unix() <= 0 {
		return errors.New("beacon: no genesis")
	}
	if n.Period < time.Second || n.Period%time.Second != 0 {
		return fmt.Errorf("beacon: the period %s is not a number of seconds", n.Period)
	}
	_, err := n.key()
	return err
}

// message returns what is signed for a round.
func message(round uint64) []byte {
	sum := sha256.Sum256(binary.BigEndian.AppendUint64(nil, round))
	return sum[:]
}

// Randomness returns the randomness of a round by its signature. It does not verify.
func Randomness(signature []byte) [32]byte { return sha256.Sum256(signature) }

// Verify returns the randomness of a round, or ErrSignature unless signature is the network's for it. A round has one signature only, in one
// spelling: the compressed one, so its randomness cannot be chosen. It takes a few milliseconds.
func (n Network) Verify(round uint64, signature []byte) (randomness [32]byte, err error) {
	key, err := n.key()
	if err != nil {
		return randomness, err
	}
	// The library takes the uncompressed spelling as well, which would have another hash.
	if round == 0 || len(signature) != SignatureSize || !bls.Verify(key, message(round), signature) {
		return randomness, ErrSignature
	}
	return Randomness(signature), nil
}
