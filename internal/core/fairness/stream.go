package fairness

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"math"
	"strconv"
)

// Stream is the row of numbers that follows from a seed and a message. Block j = 0, 1, … is HMAC-SHA256 under the seed of
// message ‖ 0x00 ‖ j as 4 bytes big-endian; its first 8 bytes big-endian are one candidate. A Stream is for one goroutine.
type Stream struct {
	mac     hash.Hash
	message []byte
	block   uint64 // the next one
}

// NewStream returns the stream of a seed and a message, at its beginning. The seed is a Hash but for old turns of the prize wheel.
func NewStream(seed []byte, message string) *Stream {
	return &Stream{mac: hmac.New(sha256.New, seed), message: []byte(message)}
}

// next returns the candidate of the next block. It panics after 2³² blocks, when numbers would repeat.
func (s *Stream) next() uint64 {
	if s.block > math.MaxUint32 {
		panic("fairness: the stream is used up")
	}
	var sum [sha256.Size]byte
	s.mac.Reset()
	_, _ = s.mac.Write(s.message) // a hash takes everything
	_, _ = s.mac.Write(binary.BigEndian.AppendUint32([]byte{0}, uint32(s.block)))
	s.block++
	return binary.BigEndian.Uint64(s.mac.Sum(sum[:0]))
}

// Intn returns the next number from 0 to n−1. Candidates from (2⁶⁴−1) − ((2⁶⁴−1) mod n) on are skipped, because folding them in would favor
// small numbers (S-52); each number takes a new block. It panics if n is below 1.
func (s *Stream) Intn(n int64) int64 {
	if n < 1 {
		panic(fmt.Sprintf("fairness: a number below %d", n))
	}
	limit := math.MaxUint64 - math.MaxUint64%uint64(n)
	for {
		if x := s.next(); x < limit {
			return int64(x % uint64(n))
		}
	}
}

// Sample returns k different numbers of 1 to n in the order drawn, by a partial shuffle of Fisher and Yates: each order of each choice is
// equally likely (S-52). It panics unless 0 ≤ k ≤ n.
func (s *Stream) Sample(n, k int) []int {
	if k < 0 || k > n {
		panic(fmt.Sprintf("fairness: a sample of %d of %d", k, n))
	}
	a := make([]int, n)
	for i := range a {
		a[i] = i + 1
	}
	for i := range k {
		j := i + int(s.Intn(int64(n-i)))
		a[i], a[j] = a[j], a[i]
	}
	return a[:k:k]
}

// DrawMessage returns the message of a scheduled draw: "hubstake/draw/1/<game>/<number>/<randomness in lower-case hex>". game is the code
// of the game ("keno"), no the number of its round, and randomness the SHA-256 of the beacon's signature.
func DrawMessage(game string, no int64, randomness [32]byte) string {
	return "hubstake/draw/1/" + game + "/" + strconv.FormatInt(no, 10) + "/" + hex.EncodeToString(randomness[:])
}
