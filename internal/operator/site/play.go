package site

import "hubstake/internal/core/money"

// PlayOptions are those of games and of bets at vendors (D-22).
type PlayOptions struct {
	GameTokenMinutes int          `json:"gameTokenMinutes"`
	MaxStake         money.Amount `json:"maxStake"`      // of one bet, at a vendor or on the sportsbook, level 1 (D-22)
	MaxWin           money.Amount `json:"maxWin"`        // of one vendor win: above it the win waits for two persons
	DebtFromWins     bool         `json:"debtFromWins"`  // what a member owes after a correction is taken from its wins (D-74)
	FreeWinMax       money.Amount `json:"freeWinMax"`    // of one vendor win without a bet (a campaign's, or of a bet of 0)
	FreeWinDayMax    money.Amount `json:"freeWinDayMax"` // of all of them of a vendor on a day of the site's clock

	// ProviderDayMax is how much more than was staked a provider may pay on a day of the site's clock; then the site stops offering it, and its wins wait for two
	// persons. NewProviderDayMax is the same for a provider whose first key is not a day old.
	ProviderDayMax    money.Amount `json:"providerDayMax"`
	NewProviderDayMax money.Amount `json:"newProviderDayMax"`
}
