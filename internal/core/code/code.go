// Package code makes random codes that a person copies by hand, and recognises them however they were typed.
package code

import (
	"crypto/rand"
	"crypto/sha256"
	"strings"
	"unicode"
)

// length is that of a code without its hyphens: 80 random bits, too many to guess.
const length = 16

// New returns a code in four groups of four characters: capital letters and the digits 2 to 7.
func New() string {
	s := rand.Text()[:length]
	return s[:4] + "-" + s[4:8] + "-" + s[8:12] + "-" + s[12:]
}

// Hash is what is kept of a code that serves one purpose. It is the same however the code was typed: in small letters, without hyphens,
// with 0 for O, 1 for I and 8 for B. A code is random and long enough for a fast hash.
func Hash(purpose, typed string) []byte {
	sum := sha256.Sum256([]byte(purpose + "|" + strings.Map(meant, typed)))
	return sum[:]
}

// meant is the character of a code that was typed, or none.
func meant(r rune) rune {
	switch r = unicode.ToUpper(r); {
	case r == '0':
		return 'O'
	case r == '1':
		return 'I'
	case r == '8':
		return 'B'
	case r >= 'A' && r <= 'Z', r >= '2' && r <= '7':
		return r
	}
	return -1
}
