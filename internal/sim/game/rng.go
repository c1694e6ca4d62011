package game

import "hubstake/internal/core/fairness"

// Source gives uniformly distributed 32-bit words. Rounds use a Stream; tests pass a seeded generator to repeat a series.
type Source interface {
	Uint32() uint32
}

// Stream draws from a seed and a message, so that anyone who knows both can repeat it (S-64). The seed is 32 bytes of the kernel's generator:
// cryptographically strong, never seeded by us, reseeded with outside entropy by the kernel (S-51).
type Stream struct{ numbers *fairness.Stream }

// NewStream returns the source of a seed and a message.
func NewStream(seed fairness.Hash, message string) Source {
	return Stream{fairness.NewStream(seed[:], message)}
}

// Uint32 returns the next word.
func (s Stream) Uint32() uint32 { return uint32(s.numbers.Intn(1 << 32)) }

// Draw returns a number from 0 to n-1, each equally likely: words above the largest multiple of n are thrown away, because
// folding them in would favour the small numbers (S-52). n is between 1 and 1<<31.
func Draw(src Source, n int) int {
	size := uint64(n)
	limit := (1 << 32) - (1<<32)%size
	for {
		if v := uint64(src.Uint32()); v < limit {
			return int(v % size)
		}
	}
}
