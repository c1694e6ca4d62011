package game

import (
	"crypto/rand"
	"encoding/binary"
)

// Source gives uniformly distributed 32-bit words. Play uses System; tests pass a seeded generator to repeat a series.
type Source interface {
	Uint32() uint32
}

// System draws from the kernel's generator through crypto/rand: cryptographically strong, never seeded by us, reseeded with
// outside entropy by the kernel (S-51). Nothing is buffered, so no future outcome ever lies in this program's memory.
type System struct{}

// Uint32 returns the next word.
func (System) Uint32() uint32 {
	var b [4]byte
	_, _ = rand.Read(b[:]) // never fails: the runtime aborts the program first
	return binary.NativeEndian.Uint32(b[:])
}

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
