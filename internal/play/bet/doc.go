// Package bet holds the rules of bets on the sportsbook. Judge decides a slip by the quotes that hold the bet's matches (sports.Quote) and
// the limits of the member's level. It has no table and no clock: whether a match can still be bet on is part of the quote, by the database's
// clock.
package bet
