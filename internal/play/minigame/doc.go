// Package minigame holds the scheduled draws of the house: their rounds, from the commitment to the draw, and the bets on them.
//
// A round takes the next seed of a chain that was made and sealed in advance. Its commitment stands before betting opens, together with the number of the round
// of a public randomness beacon that comes after the close. The draw mixes both (package fairness), so that neither the house nor a member nor the
// beacon alone can choose or foresee an outcome, and anyone can compute it again. package draw has the rules of the games.
//
// Tables: minigame_chain, minigame_round, minigame_bet. The api cannot read minigame_chain: only workers know seeds of draws to come.
//
// Money. A bet is a round of the provider casino.Draws, so history, turnover, reports, limits of members and the proofs of package casino count it like every
// other. The service takes part in the transactions of casino.Service (casino.Companion): a bet is stored with its money or not at all.
//
// Invariants: the rounds of a chain have no gap (S-64), by constraint; a bet is accepted before its round closes, by the database's clock (D-49); a round is drawn once, and
// a draw that is repeated comes to the same outcome; a bet is ended once.
//
// Events: ROUND, with the whole state of a game, to every site.
//
// Lock order: the wallet → the rounds → bets. A draw holds its round only, and so waits for the bets that are being stored.
package minigame
