// Package vendors is the money side of games that somebody else runs: a vendor asks for a member's balance and reports bets,
// wins and rollbacks (the wallet API of money.md), and we ask it for the address of a game (Client).
//
// A call is let in by Auth: address, signature, time and nonce, by what the Directory knows of the vendor. Protocols are packages
// below: seamless is our own, hub88 an aggregator's; they put their requests into the terms of Operation and Proof.
//
// Tables: vendor_vendor, vendor_key, vendor_tx (each accepted or refused transaction with the answer that was given), vendor_round (a
// member's round: bet history and turnover), vendor_debt (a win taken back from a member who had spent it).
//
// Invariants: at most one effect for a vendor's transaction id, and the same answer for the same content; each accepted
// transaction of an amount has exactly one ledger row of that amount, less a recorded debt; a bet that was rolled back,
// before or after it came, nets zero and is never paid; a bet is settled by at most one win. Check proves them by SQL.
//
// Events: CASH, written by the wallet's Book in the same transaction, that of a bet with the partners above; QUEUE alarm to staff
// for a debt.
//
// Lock order: the wallets' rows in the order of memIds, then the days' sums of wins without a bet, then transactions and rounds. Every
// transaction of a member takes the member's wallet first, so it is decided on what the one before it left.
//
// Operations share transactions of the wallet's writer: read.go reads what a batch needs, rules.go decides each operation in memory
// on what the ones before it left, write.go stores the results. Whether a member may bet at all, and how much, is vendor_gate.
//
// The name is in the plural because Go does not compile what lies in a folder named vendor.
package vendors
