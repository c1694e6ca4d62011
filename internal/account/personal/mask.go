package personal

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"hubstake/internal/core/fold"
)

// tailLength is how many last digits staff sees of phones and accounts, and can search for.
const tailLength = 4

// Tail returns the last four digits of a phone or an account; empty if there are not twice as many.
func Tail(digits string) string {
	if len(digits) < 2*tailLength {
		return ""
	}
	return digits[len(digits)-tailLength:]
}

// FoldName returns the form of a name that is compared (D-70).
func FoldName(name string) string { return fold.Text(name) }

// FirstFold returns the form that FoldName gave before marks and signs were left out. Finders are of it until `api keys reseal` runs.
func FirstFold(name string) string {
	return strings.Join(strings.Fields(strings.ToLower(norm.NFKC.String(name))), "")
}

// Mask hides all but the last four characters, and at least half of a short text (S-98).
func Mask(s string) string {
	n := utf8.RuneCountInString(s)
	show := min(tailLength, n/2)
	out := []rune(s)
	for i := range n - show {
		out[i] = '*'
	}
	return string(out)
}

// MaskContact hides how a guest wants to be reached: of an e-mail address all but the first character and the domain, of others as Mask.
func MaskContact(s string) string {
	at := strings.LastIndexByte(s, '@')
	if at <= 0 {
		return Mask(s)
	}
	name := []rune(s[:at])
	for i := range name {
		if i > 0 || len(name) == 1 {
			name[i] = '*'
		}
	}
	return string(name) + s[at:]
}

// MaskName hides all of a name but the first letter of each word, with the marks that belong to it. A single letter is hidden.
func MaskName(s string) string {
	words := strings.Fields(s)
	for i, w := range words {
		var out strings.Builder
		letters := 0
		for _, r := range w {
			if unicode.IsMark(r) {
				if letters == 1 {
					out.WriteRune(r)
				}
				continue
			}
			if letters++; letters == 1 {
				out.WriteRune(r)
			} else {
				out.WriteByte('*')
			}
		}
		if words[i] = out.String(); letters == 1 && len(words) == 1 {
			words[i] = "*"
		}
	}
	return strings.Join(words, " ")
}
