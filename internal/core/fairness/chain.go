package fairness

import (
	"crypto/sha256"
	"fmt"
)

// stride is the distance of the seeds that a chain keeps: a seed costs at most so many hashes.
const stride = 256

// Chain is a row of seeds s_1 … s_length that is fixed by its public head s_0: SHA-256(s_i) = s_{i−1}. Seeds are used in ascending order, so
// a reader of the head or of an earlier seed can check each seed, and cannot know the next one. It is safe for concurrent use.
type Chain struct {
	length int
	kept   []Hash // s_0, s_stride, s_2·stride …, and s_length at the end
}

// NewChain returns the chain that ends with a secret seed, which must come from a cryptographic generator (S-51). It computes length hashes,
// some 10 ms for 100,000, and panics if length is below 1.
func NewChain(last Hash, length int) *Chain {
	if length < 1 {
		panic(fmt.Sprintf("fairness: a chain of %d seeds", length))
	}
	c := &Chain{length: length, kept: make([]Hash, (length+stride-1)/stride+1)}
	c.kept[len(c.kept)-1] = last
	seed := last
	for i := length - 1; i >= 0; i-- {
		seed = sha256.Sum256(seed[:])
		if i%stride == 0 {
			c.kept[i/stride] = seed
		}
	}
	return c
}

// Head returns s_0, which is published before the first seed is used.
func (c *Chain) Head() Hash { return c.kept[0] }

// Length returns the number of seeds.
func (c *Chain) Length() int { return c.length }

// Seed returns s_i. It panics unless 1 ≤ i ≤ Length: the head is not a seed.
func (c *Chain) Seed(i int) Hash {
	if i < 1 || i > c.length {
		panic(fmt.Sprintf("fairness: seed %d of a chain of %d", i, c.length))
	}
	above := (i + stride - 1) / stride
	seed := c.kept[above]
	for range min(above*stride, c.length) - i {
		seed = sha256.Sum256(seed[:])
	}
	return seed
}

// Follows reports whether a seed comes right after previous in a chain. The seed before the first one is the head.
func Follows(seed, previous Hash) bool { return sha256.Sum256(seed[:]) == previous }
