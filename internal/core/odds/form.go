package odds

import (
	"fmt"
	"strings"
)

// Form is a way to write a price.
type Form string

// The forms that a member may choose.
const (
	Decimal    Form = "decimal"
	HongKong   Form = "hongkong"   // what one unit wins: decimal less one
	Malay      Form = "malay"      // positive up to even money; above it the negative stake that wins one
	Indonesian Form = "indonesian" // the other way round: negative below even money
	American   Form = "american"   // what 100 win, or the negative stake that wins 100
)

// Forms lists all forms.
var Forms = []Form{Decimal, HongKong, Malay, Indonesian, American}

// Write returns the price in a form. Malay, Indonesian and American prices are rounded half away from zero.
func (p Price) Write(f Form) string {
	won := int64(p - Unit) // thousandths that a unit wins
	switch {
	case f == HongKong:
		return thousandths(won)
	case won <= 0 && f != Decimal:
		return "0.00" // a void leg wins nothing in any form
	case f == Malay && won <= 1000, f == Indonesian && won >= 1000:
		return thousandths(won)
	case f == Malay, f == Indonesian:
		return "-" + thousandths(divide(1_000_000, won))
	case f == American && won >= 1000:
		return fmt.Sprintf("+%d", divide(won, 10))
	case f == American:
		return fmt.Sprintf("-%d", divide(100_000, won))
	default:
		return p.String()
	}
}

// divide returns a/b rounded half up, for positive numbers.
func divide(a, b int64) int64 { return (a + b/2) / b }

// thousandths writes n/1000 with two decimals, or three where the third is not zero.
func thousandths(n int64) string {
	return strings.TrimSuffix(fmt.Sprintf("%d.%03d", n/1000, n%1000), "0")
}
