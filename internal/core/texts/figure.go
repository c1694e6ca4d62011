package texts

import (
	"strings"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
)

// signs are the currencies' signs, as Intl.NumberFormat writes them with currencyDisplay narrowSymbol.
var signs = map[string]string{"KRW": "₩", "VND": "₫", "USD": "$"}

// figure writes the value of a placeholder as the site's pages do (format.tsx, fault.ts). A value that is no figure stays as it is.
func (r Reader) figure(kind fault.Kind, value string) string {
	switch kind {
	case fault.Amount:
		return r.amount(value)
	case fault.Odds:
		return r.decimal(value, 3, false)
	case fault.Number:
		return r.decimal(value, 0, false)
	default:
		return value
	}
}

// Money writes an amount, which must not be negative, as the site's pages do.
func (r Reader) Money(a money.Amount) string {
	return r.amount(a.String())
}

// amount writes minor units of the site's currency. Koreans write the unit behind the figure.
func (r Reader) amount(value string) string {
	currency, known := money.ByCode(r.Currency)
	if !known {
		return r.decimal(value, 0, false)
	}
	figure, sign := r.decimal(value, currency.Exponent, true), signs[currency.Code]
	switch {
	case r.Language == "ko" && currency.Code == "KRW":
		return figure + "원"
	case r.comma():
		return figure + "\u00a0" + sign
	default:
		return sign + figure
	}
}

// comma reports whether the language writes 1.234.567,8.
func (r Reader) comma() bool {
	_, known := all()[r.Language]
	return r.Language == Languages[0] || !known
}

// decimal groups digits whose last places are decimals. Zeros at the end of the decimals stay only when fixed.
func (r Reader) decimal(digits string, places int, fixed bool) string {
	group, point := ",", "."
	if r.comma() {
		group, point = ".", ","
	}
	if short := places + 1 - len(digits); short > 0 {
		digits = strings.Repeat("0", short) + digits
	}
	whole, decimals := strings.TrimLeft(digits[:len(digits)-places], "0"), digits[len(digits)-places:]
	if whole == "" {
		whole = "0"
	}
	if !fixed {
		decimals = strings.TrimRight(decimals, "0")
	}
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + group + whole[i:]
	}
	if decimals == "" {
		return whole
	}
	return whole + point + decimals
}
