// Package bet holds bets on the sportsbook: their rules, and their way from the slip to their end.
//
// Judge decides a slip by the quotes that hold the bet's matches (sports.Quote) and the limits of the member's level; whether a match can still be bet on
// is part of the quote, by the database's clock. Place takes the stake, Confirm decides bets that waited in play (D-26), Cancel gives a stake back
// within the time of D-23, CashOut ends it for what it is worth, End is how settlement pays, and Correct how it pays otherwise
// after staff put something right.
//
// Tables: bet_bet, bet_cash_out, bet_choice, bet_correction, bet_leg, bet_running.
//
// Money. A bet is a round of the provider "house" and its stake a transaction of it, so history, turnover, reports, limits of members and the proofs of
// package casino count it like every other. The service takes part in the transactions of casino.Service (casino.Companion): what a bet is, is stored
// with its money or not at all.
//
// Lock order: the wallet → the matches (sports_quotes) → bets and legs. A change of a bet's state holds its member's wallet.
package bet
