package pg

import (
	"net/netip"
	"strings"
)

// Text is NULL for an empty text.
func Text(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// Addr is NULL for an address that is not known.
func Addr(a netip.Addr) *netip.Addr {
	if !a.IsValid() {
		return nil
	}
	return &a
}

// Contains is the LIKE pattern of a text that has s in it, taken literally; the escape is the backslash.
func Contains(s string) string {
	return "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(s) + "%"
}
