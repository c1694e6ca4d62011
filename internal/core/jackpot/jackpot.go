// Package jackpot holds what a provider says of its progressive jackpots.
package jackpot

import (
	"hubstake/internal/core/money"
)

// Pool is one jackpot of a provider: a level of a group of its games, in one currency.
type Pool struct {
	Group    string       `json:"group"`
	Level    string       `json:"level"`
	Currency string       `json:"currency"`
	Amount   money.Amount `json:"amount"` // what it pays now, in minor units
	Games    []string     `json:"games"`  // codes of the games that take part
	Wins     []Win        `json:"wins"`   // the last ones, newest first
}

// Win is a round that won a pool.
type Win struct {
	Round  string       `json:"round"` // the provider's id of it; the books say whose it is
	Amount money.Amount `json:"amount"`
}
