package game

import (
	"errors"
	"slices"

	"hubstake/internal/core/money"
)

// ErrChoice says that a choice is not one of those that the game offers.
var ErrChoice = errors.New("game: not a permitted choice")

// Choice is what a player chose for a round. It is kept with the round, so that the round can be shown again (S-59). The zero
// Choice is that of games of reels, in which nothing is chosen.
type Choice struct {
	Chips []Chip `json:"chips,omitzero"` // of roulette
	Fish  string `json:"fish,omitzero"`  // of a fishing game: the kind that the shot is aimed at
}

// Chip is an amount on a spot of a betting table.
type Chip struct {
	Spot   string       `json:"spot"` // a Spot's code
	Amount money.Amount `json:"amount"`
}

// None reports whether nothing was chosen.
func (c Choice) None() bool { return len(c.Chips) == 0 && c.Fish == "" }

// Equal reports whether two choices are the same.
func (c Choice) Equal(other Choice) bool {
	return c.Fish == other.Fish && slices.Equal(c.Chips, other.Chips)
}

// Ticket is an accepted stake with what was chosen for it: it draws one complete outcome.
type Ticket func(src Source) Outcome

// Offered is a game as the vendor offers it. Implementations are immutable and safe for concurrent use.
type Offered interface {
	// Info describes the game to players and operators.
	Info() Info
	// Accept checks a stake and a choice. The error is ErrStake or ErrChoice.
	Accept(currency string, stake money.Amount, c Choice) (Ticket, error)
}

// machine offers a game of reels, in which nothing is chosen.
type machine struct{ Game }

func (m machine) Accept(currency string, stake money.Amount, c Choice) (Ticket, error) {
	unit, err := Unit(currency, stake)
	if err != nil {
		return nil, err
	}
	if !c.None() {
		return nil, ErrChoice
	}
	return func(src Source) Outcome { return m.Play(src, unit) }, nil
}

// Catalogue returns every game of the vendor in the order of its catalogue: the games of reels, then those with a choice.
func Catalogue() []Offered {
	var list []Offered
	for _, g := range All() {
		list = append(list, machine{g})
	}
	return append(list, Roulette(), Reef(), Trench())
}

// Find returns the game of a code.
func Find(code string) (Offered, bool) {
	for _, g := range Catalogue() {
		if g.Info().Code == code {
			return g, true
		}
	}
	return nil, false
}
