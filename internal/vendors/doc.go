// Package vendors is the money side of games that somebody else runs: a vendor asks for a member's balance and reports bets,
// wins and rollbacks (the wallet API of money.md), and we ask it for the address of a game (Client).
//
// Tables: vendor_vendor, vendor_tx (each accepted or refused transaction with the answer that was given), vendor_round (a
// member's round: bet history and turnover), vendor_debt (a win taken back from a member who had spent it).
//
// Invariants: at most one effect for a vendor's transaction id, and the same answer for the same content; each accepted
// transaction of an amount has exactly one ledger row of that amount, less a recorded debt; a bet that was rolled back,
// before or after it came, nets zero and is never paid; a bet is settled by at most one win. Check proves them by SQL.
//
// Events: CASH, written by wallet_post in the same transaction.
//
// Lock order: the wallet's row, then the rows of vendor_tx, then the round. Every transaction of a member waits for the
// member's wallet first, so it is decided on what the one before it left. A batch takes its wallets in the order of memIds.
//
// One call, Apply, carries out an operation; how it is written down (one SQL function in one round trip) is known to write.go
// alone.
//
// The name is in the plural because Go does not compile what lies in a folder named vendor.
package vendors
