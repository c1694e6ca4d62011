// Package fold has the one form in which texts are searched and names are compared (D-70): the SQL function search_fold is the same.
package fold

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// plain are letters that have no form without their mark in Unicode, as banks and keyboards without them write them.
var plain = strings.NewReplacer("đ", "d", "ð", "d", "ı", "i", "ø", "o", "ł", "l", "ħ", "h", "ŧ", "t", "æ", "ae", "œ", "oe", "ß", "ss", "þ", "th", "ς", "σ")

// marks are the marks that are left out. Those of Thai and Japanese belong to their letters.
var marks = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0x0300, Hi: 0x036f, Stride: 1},
	{Lo: 0x1ab0, Hi: 0x1aff, Stride: 1},
	{Lo: 0x1dc0, Hi: 0x1dff, Stride: 1},
	{Lo: 0x20d0, Hi: 0x20ff, Stride: 1},
	{Lo: 0xfe20, Hi: 0xfe2f, Stride: 1},
}}

// Text returns a text in lower case and one width, without marks, spaces and signs, in NFC. It is empty if nothing of the text is a letter or a number.
func Text(s string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(s) {
		switch {
		case unicode.Is(marks, r):
		case unicode.IsLetter(r), unicode.IsNumber(r), unicode.IsMark(r):
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return norm.NFC.String(plain.Replace(b.String()))
}
