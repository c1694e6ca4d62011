package token

import (
	"crypto/ed25519"
	"crypto/sha512"
	"errors"
	"sync"

	"filippo.io/edwards25519"
)

// keyTable verifies the Ed25519 signatures of one public key. It holds multiples of the key, which is known long before the first
// signature, so that one verification is 64 additions of points: a third of what crypto/ed25519 takes. It accepts exactly the signatures that
// crypto/ed25519 accepts. Nothing in it is secret, so its time may depend on what it works on.
type keyTable struct {
	public ed25519.PublicKey
	minusA *multiples // of the negated key
}

// Scalars are written as 32 digits from -128 to 127 of base 256.
const (
	digits  = 32
	highest = 128
)

// multiples[i][j-1] is j times 256^i times a point: 640 KiB.
type multiples [digits][highest]edwards25519.Point

func multiplesOf(p *edwards25519.Point) *multiples {
	t := new(multiples)
	unit := new(edwards25519.Point).Set(p)
	for i := range t {
		row := &t[i]
		row[0].Set(unit)
		for j := 1; j < highest; j++ {
			row[j].Add(&row[j-1], unit)
		}
		unit.Add(&row[highest-1], &row[highest-1])
	}
	return t
}

// multiplesOfBase is shared by all keys.
var multiplesOfBase = sync.OnceValue(func() *multiples { return multiplesOf(edwards25519.NewGeneratorPoint()) })

// newKeyTable computes the tables of a key, and those of the base point if they are not there yet: 2 ms each.
func newKeyTable(public ed25519.PublicKey) (*keyTable, error) {
	a, err := new(edwards25519.Point).SetBytes(public)
	if err != nil {
		return nil, errors.New("not a point of the curve")
	}
	multiplesOfBase()
	return &keyTable{public: public, minusA: multiplesOf(a.Negate(a))}, nil
}

// verify reports whether a signature of the message is good, by the equation of crypto/ed25519: R = [s]B - [k]A, with R compared as it was
// written and s below the group's order.
func (k *keyTable) verify(message, signature []byte) bool {
	if len(signature) != ed25519.SignatureSize {
		return false
	}
	r, s := signature[:32], signature[32:]
	if _, err := new(edwards25519.Scalar).SetCanonicalBytes(s); err != nil {
		return false
	}
	hash := sha512.New()
	hash.Write(r)
	hash.Write(k.public)
	hash.Write(message)
	var sum [sha512.Size]byte
	scalar, err := new(edwards25519.Scalar).SetUniformBytes(hash.Sum(sum[:0]))
	if err != nil {
		return false
	}
	p := edwards25519.NewIdentityPoint()
	multiplesOfBase().addTo(p, s)
	k.minusA.addTo(p, scalar.Bytes())
	return string(p.Bytes()) == string(r)
}

// addTo adds scalar times the table's point to p. The scalar is below the group's order, so its last digit takes the last carry.
func (t *multiples) addTo(p *edwards25519.Point, scalar []byte) {
	carry := 0
	for i, b := range scalar {
		d := int(b) + carry
		if carry = 0; d >= highest {
			d -= 2 * highest
			carry = 1
		}
		switch {
		case d > 0:
			p.Add(p, &t[i][d-1])
		case d < 0:
			p.Subtract(p, &t[i][-d-1])
		}
	}
}
