package waterfall

import (
	"errors"
	"fmt"
)

// Kind is a place in Rates.
type Kind int

// The kinds of rates (product.txt §3). A rolling rate pays on what was validly staked, a losing rate on what the house kept.
const (
	CasinoRolling Kind = iota
	SlotRolling
	MinigameRolling
	CasinoLosing
	SlotLosing
	MinigameLosing
	SportsRolling1 // of a single bet
	SportsRolling2
	SportsRolling3
	SportsRolling4
	SportsRolling5
	SportsRolling6
	SportsRollingMore // of more than 6 folders
)

// Count is how many rates a partner has.
const Count = int(SportsRollingMore) + 1

// Whole is 100 % in basis points.
const Whole = 10_000

// Names are the kinds as the wire and the files name them, in their order.
var Names = [Count]string{
	"casinoRolling", "slotRolling", "minigameRolling", "casinoLosing", "slotLosing", "minigameLosing",
	"sports1", "sports2", "sports3", "sports4", "sports5", "sports6", "sportsMore",
}

// Rates are what a partner gets of the play below it, in basis points, its own downline's part included.
type Rates [Count]int32

var (
	// ErrRange says that a rate is not between 0 and 100 %.
	ErrRange = errors.New("waterfall: a rate is not between 0 and 10000 basis points")
	// ErrAbove says that a rate is above that of the partner above (G010).
	ErrAbove = errors.New("waterfall: a rate is above the parent's")
)

// Check reports ErrRange.
func (r Rates) Check() error {
	for k, n := range r {
		if n < 0 || n > Whole {
			return fmt.Errorf("%w: %s %d", ErrRange, Names[k], n)
		}
	}
	return nil
}

// Within reports ErrAbove when a rate is above that of the partner above.
func (r Rates) Within(above Rates) error {
	for k, n := range r {
		if n > above[k] {
			return fmt.Errorf("%w: %s %d of %d", ErrAbove, Names[k], n, above[k])
		}
	}
	return nil
}

// RatesOf reads rates from a row.
func RatesOf(list []int32) (r Rates, err error) {
	if len(list) != Count {
		return r, fmt.Errorf("waterfall: %d rates", len(list))
	}
	copy(r[:], list)
	return r, r.Check()
}

// Insurance passes the result of the part of a bet above a standard amount to the partner above (D-52).
type Insurance struct {
	From int64 // the standard amount, minor units
	Part int32 // of the stake above it, basis points; 0: none
}
