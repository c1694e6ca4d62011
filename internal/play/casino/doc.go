// Package casino carries out what providers of games ask for: bets, wins and rollbacks of a member (the wallet API of money.md).
//
// Tables: casino_tx (each accepted or refused transaction with the answer that was given), casino_round (a member's round: bet history
// and turnover), casino_debt (a win taken back from a member who had spent it), casino_free_win (what a provider paid on a day in wins
// without a bet), casino_held_win (wins that wait for two persons, held.go), casino_said (amounts of wins in a finer unit than ours), casino_room (what a
// provider may still pay more than was staked on a day, room.go).
//
// Invariants: at most one effect for a provider's transaction id, and the same answer for the same content; each accepted
// transaction of an amount has exactly one ledger row of that amount, less a recorded debt; a bet that was rolled back,
// before or after it came, nets zero and is never paid; a bet is settled by at most one win. Check proves them by SQL.
//
// Events: CASH, written by the wallet's Book in the same transaction, that of a bet with the partners above; QUEUE alarm to staff
// for a debt and for a held win; INSPECT and QUEUE inspect when a provider is stopped. The member gets a message about a held win (TellHeld) and about what was
// decided (Office). Audit: casino.win.held, casino.win.paid, casino.win.refused.
//
// Lock order: the wallets' rows in the order of memIds, then the slots of the days' rooms and the days' sums of wins without a bet, each in one order, then transactions
// and rounds, then the row of a site that stops offering a provider. A decision about a held win locks its approval first, then the wallet, then the win. Every
// transaction of a member takes the member's wallet first, so it is decided on what the one before it left.
//
// Operations share transactions of the wallet's writer: read.go reads what a batch needs, rules.go decides each operation in memory
// on what the ones before it left, write.go stores the results. Whether a member may bet at all, and how much, is asked of package betgate.
//
// The site's own bets are rounds of the providers Book and Draws. Their operations come by Carry, and the room that knows what they are about takes part in the
// transaction (Companion).
package casino
