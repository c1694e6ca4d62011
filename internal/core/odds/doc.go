// Package odds is the vocabulary of the sportsbook: sports, markets, selections, lines and prices. It holds whole numbers only: a Price
// counts thousandths, a Line counts quarters.
package odds
