package odds

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Price is a decimal price in thousandths: 1850 is 1.85, the stake included.
type Price int32

// MinPrice and MaxPrice bound what may be quoted. MinPrice is the first price with which anything can be won.
const (
	MinPrice Price = 1001
	MaxPrice Price = 1_000_000
	// Unit is the price 1.00: a leg that is void (D-24) returns its stake.
	Unit Price = 1000
)

// ErrPrice reports a text that is not a price.
var ErrPrice = errors.New("odds: not a price")

// ParsePrice reads a decimal price ("1.85", "11", "2.3750"). Digits beyond the third are cut off, never rounded up.
func ParsePrice(text string) (Price, error) {
	whole, frac, point := strings.Cut(text, ".")
	if whole == "" || len(whole) > 6 || len(frac) > 16 || !digits(whole) || (point && !digits(frac)) || (point && frac == "") {
		return 0, fmt.Errorf("%w: %.32q", ErrPrice, text)
	}
	n, err := strconv.ParseInt(whole+(frac + "000")[:3], 10, 64)
	if err != nil || n > int64(MaxPrice) {
		return 0, fmt.Errorf("%w: %.32q", ErrPrice, text)
	}
	return Price(n), nil
}

// Valid reports whether p may be quoted.
func (p Price) Valid() bool { return p >= MinPrice && p <= MaxPrice }

// String writes the price in decimal form with two or three decimals: 1.85, 1.001.
func (p Price) String() string {
	text := fmt.Sprintf("%d.%03d", p/1000, p%1000)
	return strings.TrimSuffix(text, "0")
}

// Less returns the price after a margin in basis points was taken off what it wins, rounded down and never below MinPrice.
func (p Price) Less(margin int) Price {
	return max(MinPrice, Unit+Price(int64(p-Unit)*int64(10_000-margin)/10_000))
}

// Implied returns the probability that the price stands for, in millionths, rounded to the nearest.
func (p Price) Implied() int64 { return (1_000_000_000 + int64(p)/2) / int64(p) }

func digits(s string) bool {
	return strings.TrimLeft(s, "0123456789") == ""
}
