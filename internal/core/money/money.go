// Package money holds amounts as whole minor units of a currency (D-21). There are no floats here and
// none may be made from what is here.
package money

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Amount is a number of minor units of its currency: for KRW and VND one unit is one won or dong.
type Amount int64

// Max is the largest amount that any single movement may carry: far above every limit of the product,
// far below what an int64 sum of many such movements can hold.
const Max Amount = 1_000_000_000_000_000

// ErrBad says that a text is not an amount: digits only, not negative, within the exponent and Max.
var ErrBad = errors.New("money: not an amount")

// Currency is an ISO 4217 code with the exponent of its minor unit.
type Currency struct {
	Code     string
	Exponent int
}

// Currencies that a site may be kept in (D-21).
var (
	KRW = Currency{"KRW", 0}
	VND = Currency{"VND", 0}
	USD = Currency{"USD", 2}
)

// ByCode finds a currency by its ISO code.
func ByCode(code string) (Currency, bool) {
	for _, c := range []Currency{KRW, VND, USD} {
		if c.Code == code {
			return c, true
		}
	}
	return Currency{}, false
}

// Parse reads the decimal text of a vendor ("1000", "12.50") into minor units. More decimals than the
// exponent has are accepted only when they are zeros; a sign, a separator, an exponent, anything but
// ASCII digits and one point is ErrBad.
func (c Currency) Parse(s string) (Amount, error) {
	whole, frac, point := strings.Cut(s, ".")
	if whole == "" || len(whole) > 16 || !digits(whole) || (point && (frac == "" || !digits(frac))) {
		return 0, fmt.Errorf("%w: %.32q", ErrBad, s)
	}
	if len(frac) > c.Exponent {
		if strings.Trim(frac[c.Exponent:], "0") != "" {
			return 0, fmt.Errorf("%w: too many decimals for %s: %.32q", ErrBad, c.Code, s)
		}
		frac = frac[:c.Exponent]
	}
	n, err := strconv.ParseInt(whole+frac+strings.Repeat("0", c.Exponent-len(frac)), 10, 64)
	if err != nil || Amount(n) > Max {
		return 0, fmt.Errorf("%w: %.32q", ErrBad, s)
	}
	return Amount(n), nil
}

// Cut says what ParseDown left out of an amount.
type Cut int

// The kinds of Cut.
const (
	Whole  Cut = iota // nothing
	Down              // a part of a minor unit
	Capped            // all above Max
)

// ParseDown reads an amount that must not be refused (D-71): what Parse takes, and one that is finer than the minor unit, which is rounded down, or above
// Max, which becomes Max. Everything else is ErrBad.
func (c Currency) ParseDown(s string) (Amount, Cut, error) {
	whole, frac, point := strings.Cut(s, ".")
	if whole == "" || !digits(whole) || (point && (frac == "" || !digits(frac))) {
		return 0, Whole, fmt.Errorf("%w: %.32q", ErrBad, s)
	}
	rest := ""
	if len(frac) > c.Exponent {
		frac, rest = frac[:c.Exponent], strings.Trim(frac[c.Exponent:], "0")
	}
	if whole = strings.TrimLeft(whole, "0"); whole == "" {
		whole = "0"
	}
	text := whole
	if frac != "" {
		text += "." + frac
	}
	a, err := c.Parse(text)
	switch {
	case err != nil || a == Max && rest != "":
		return Max, Capped, nil
	case rest != "":
		return a, Down, nil
	default:
		return a, Whole, nil
	}
}

// Format writes minor units as the decimal text of vendor answers.
func (c Currency) Format(a Amount) string {
	s := strconv.FormatInt(int64(a), 10)
	if c.Exponent == 0 {
		return s
	}
	sign := ""
	if s[0] == '-' {
		sign, s = "-", s[1:]
	}
	if pad := c.Exponent + 1 - len(s); pad > 0 {
		s = strings.Repeat("0", pad) + s
	}
	return sign + s[:len(s)-c.Exponent] + "." + s[len(s)-c.Exponent:]
}

// Share is the amount times a rate in basis points (1/10,000), rounded towards zero, without leaving 64 bits on the way.
func (a Amount) Share(basisPoints int64) Amount {
	const whole = 10_000
	return a/whole*Amount(basisPoints) + a%whole*Amount(basisPoints)/whole
}

// Unshare returns the smallest amount whose Share of basisPoints (1 to 10,000) is at least a; Max when it would be more than that.
func (a Amount) Unshare(basisPoints int64) Amount {
	const whole = 10_000
	if a > Max/whole*Amount(basisPoints) {
		return Max
	}
	n := a / Amount(basisPoints) * whole
	rest := a % Amount(basisPoints) * whole
	return n + (rest+Amount(basisPoints)-1)/Amount(basisPoints)
}

// String writes the minor units as digits.
func (a Amount) String() string { return strconv.FormatInt(int64(a), 10) }

// Input is an amount as typed into a request. Decoding never fails: anything but a positive whole number (-1, 0, 1.5,
// "1,000", 1e3, null, true, full-width digits, more than Max) becomes the zero Input, and the rule that needs the amount
// answers with its own code (C009, P003 …).
type Input struct{ amount Amount }

// In wraps an amount as if it had been typed.
func In(a Amount) Input { return Input{a} }

// Amount returns the amount and whether a positive whole number was given.
func (i Input) Amount() (Amount, bool) { return i.amount, i.amount > 0 }

// UnmarshalJSON accepts a JSON integer or a string of ASCII digits.
func (i *Input) UnmarshalJSON(b []byte) error {
	i.amount = 0
	b = bytes.Trim(b, `"`)
	if len(b) == 0 || len(b) > 16 || !digits(string(b)) {
		return nil
	}
	n, err := strconv.ParseInt(string(b), 10, 64)
	if err == nil && Amount(n) <= Max {
		i.amount = Amount(n)
	}
	return nil
}

// MarshalJSON writes the integer.
func (i Input) MarshalJSON() ([]byte, error) { return []byte(i.amount.String()), nil }

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}
