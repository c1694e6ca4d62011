// Package id makes random identifiers and names the shard that a member belongs to.
package id

import (
	"crypto/rand"
	"encoding/base64"
	"strconv"

	"github.com/cespare/xxhash/v2"
)

// Shards is the number of personal event streams (realtime.md, "Streams").
const Shards = 16

// New returns a random identifier of 128 bits as 22 base64url characters. Sessions, topics, launch
// tokens and traces use it; it cannot be guessed.
func New() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails: the runtime aborts the program first
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// Key returns 32 random bytes.
func Key() []byte {
	b := make([]byte, 32)
	_, _ = rand.Read(b)
	return b
}

// Shard names the shard of a member. The name is a Redis hash tag, braces included, so that
// "ev:"+shard, "bal:"+shard+":…" and "sess:"+shard+":…" always live in one slot.
func Shard(memID string) string {
	return ShardName(int(xxhash.Sum64String(memID) % Shards))
}

// ShardName is the name of the n-th shard, 0 ≤ n < Shards.
func ShardName(n int) string { return "{" + strconv.Itoa(n) + "}" }
