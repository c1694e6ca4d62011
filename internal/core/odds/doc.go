// Package odds is the vocabulary and the arithmetic of the sportsbook: sports, markets, selections, lines and prices, how a selection ended by
// a score (OutcomeOf), and what a bet pays (Settle). It holds whole numbers only: a Price counts thousandths, a Line counts quarters. A payout
// is rounded once, in product.
package odds
