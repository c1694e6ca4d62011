package fault

import (
	"strings"
	"time"
)

// Kind says what the value of a placeholder is. Values travel unformatted; the web writes them in the
// member's language and in the site's currency (D-21, D-58).
type Kind string

// Kinds of placeholders.
const (
	Amount Kind = "amount" // minor units of the site's currency, digits; shown with the currency
	Number Kind = "number" // a whole number: characters, tries, points, minutes, seconds
	Odds   Kind = "odds"   // thousandths, digits
	Clock  Kind = "clock"  // HH:MM in the site's time zone
	Text   Kind = "text"   // ready to show: a name of a match or of a selection
)

func (k Kind) accepts(value string) bool {
	switch k {
	case Amount, Number, Odds:
		return value != "" && len(value) <= 19 && strings.Trim(value, "0123456789") == ""
	case Clock:
		_, err := time.Parse("15:04", value)
		return err == nil && len(value) == len("15:04")
	default:
		return value != ""
	}
}

func amount(name string) Placeholder { return Placeholder{name, Amount} }
func number(name string) Placeholder { return Placeholder{name, Number} }
func odds(name string) Placeholder   { return Placeholder{name, Odds} }
func clock(name string) Placeholder  { return Placeholder{name, Clock} }
func text(name string) Placeholder   { return Placeholder{name, Text} }
