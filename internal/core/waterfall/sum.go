package waterfall

import (
	"fmt"
	"math/big"
	"math/bits"
	"strconv"
)

// mul returns a × b.
func mul(a, b int64) Sum {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	s := Sum{int64(hi), lo}
	if a < 0 {
		s.hi -= b
	}
	if b < 0 {
		s.hi -= a
	}
	return s
}

func (s Sum) add(t Sum) Sum {
	lo, carry := bits.Add64(s.lo, t.lo, 0)
	return Sum{s.hi + t.hi + int64(carry), lo}
}

// times returns s × n. Sums of lines stay far below 128 bits: an amount, two rates and the number of lines.
func (s Sum) times(n int64) Sum {
	t := mul(int64(s.lo>>1), n)
	t = t.add(t)
	if s.lo&1 == 1 {
		t = t.add(mul(n, 1))
	}
	t.hi += s.hi * n
	return t
}

// WholeLosing is minor units as a sum of losing.
func WholeLosing(minor int64) Sum { return mul(minor, LosingParts) }

// Add adds to s.
func (s *Sum) Add(t Sum) { *s = s.add(t) }

// Sub takes t off s.
func (s *Sum) Sub(t Sum) { *s = s.add(t.times(-1)) }

// Int is s as a big number.
func (s Sum) Int() *big.Int {
	n := new(big.Int).Lsh(big.NewInt(s.hi), 64)
	return n.Add(n, new(big.Int).SetUint64(s.lo))
}

// SumOf is a big number as a Sum.
func SumOf(n *big.Int) (Sum, error) {
	if n.BitLen() > 126 {
		return Sum{}, fmt.Errorf("waterfall: %s is out of range", n)
	}
	hi := new(big.Int).Rsh(n, 64) // rounds down, as two's complement does
	lo := new(big.Int).Sub(n, new(big.Int).Lsh(hi, 64))
	return Sum{hi.Int64(), lo.Uint64()}, nil
}

// String is s in decimal.
func (s Sum) String() string { return string(s.Append(nil)) }

// Append appends s in decimal.
func (s Sum) Append(b []byte) []byte {
	if n := int64(s.lo); s.hi == n>>63 {
		return strconv.AppendInt(b, n, 10)
	}
	return s.Int().Append(b, 10)
}

// Sign is −1, 0 or 1.
func (s Sum) Sign() int {
	switch {
	case s.hi < 0:
		return -1
	case s.hi == 0 && s.lo == 0:
		return 0
	default:
		return 1
	}
}

// Floor divides by parts and rounds down; the remainder is never negative.
func (s Sum) Floor(parts int64) (whole, rest int64) {
	q, r := new(big.Int).DivMod(s.Int(), big.NewInt(parts), new(big.Int))
	return q.Int64(), r.Int64()
}
