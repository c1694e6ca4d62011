package odds

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Bonus raises the payout of a folder: Factor, in thousandths, from so many legs on (D-51).
type Bonus struct {
	Legs   int
	Factor Price
}

// Bonuses are those of a site. Only legs of at least MinPrice count.
type Bonuses struct {
	MinPrice Price
	Steps    []Bonus // the most legs first
}

// StandardBonuses are those of D-51.
func StandardBonuses() Bonuses {
	return Bonuses{MinPrice: 1300, Steps: []Bonus{{9, 1090}, {6, 1060}, {3, 1030}}}
}

// Of returns the bonus factor of a folder, in thousandths. Of the legs that count neither void ones nor pushes do: so the bonus is less
// when such a leg is taken out.
func (b Bonuses) Of(legs []Leg) Price {
	n := 0
	for _, l := range legs {
		if l.Price >= b.MinPrice && l.Outcome.Counts() {
			n++
		}
	}
	for _, step := range b.Steps {
		if n >= step.Legs {
			return step.Factor
		}
	}
	return Unit
}

// String returns the bonuses as bets keep them: the smallest price that counts, and the steps, as in "1300 9:1090 6:1060 3:1030". Those of D-51 are "".
func (b Bonuses) String() string {
	if standard := StandardBonuses(); b.MinPrice == standard.MinPrice && slices.Equal(b.Steps, standard.Steps) {
		return ""
	}
	text := strconv.Itoa(int(b.MinPrice))
	for _, step := range b.Steps {
		text += fmt.Sprintf(" %d:%d", step.Legs, step.Factor)
	}
	return text
}

// ErrBonuses reports a text that is not what Bonuses.String returns.
var ErrBonuses = errors.New("odds: not bonuses")

// ParseBonuses reads what String wrote.
func ParseBonuses(text string) (Bonuses, error) {
	if text == "" {
		return StandardBonuses(), nil
	}
	parts := strings.Split(text, " ")
	least, err := strconv.ParseInt(parts[0], 10, 32)
	if err != nil {
		return Bonuses{}, fmt.Errorf("%w: %.64q", ErrBonuses, text)
	}
	b := Bonuses{MinPrice: Price(least)}
	for _, part := range parts[1:] {
		legs, factor, _ := strings.Cut(part, ":")
		n, wrong := strconv.Atoi(legs)
		f, err := strconv.ParseInt(factor, 10, 32)
		if wrong != nil || err != nil || Price(f) < Unit {
			return Bonuses{}, fmt.Errorf("%w: %.64q", ErrBonuses, text)
		}
		b.Steps = append(b.Steps, Bonus{n, Price(f)})
	}
	return b, nil
}
