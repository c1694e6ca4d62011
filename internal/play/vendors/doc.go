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
// Events: CASH, written by wallet_post in the same transaction, that of a bet with the partners above; QUEUE alarm to staff
// for a debt.
//
// Lock order: the wallet's row, then the rows of vendor_tx, then the round. Every transaction of a member waits for the
// member's wallet first, so it is decided on what the one before it left. A batch takes its wallets in the order of memIds.
//
// One call, Apply, carries out an operation. Alone, it is one SQL function in one round trip (write.go, vendor_apply). When many
// are under way they share transactions of the wallet's writer: group_read.go and group_write.go have the rows of a batch, decide.go
// the rules of vendor_apply for what is in memory. Both leave the same rows and give the same answers; a rule that changes,
// changes in both, and TestABatchIsItsOperationsOneByOne compares them. Whether a member may bet at all, and how much, is
// vendor_gate for either.
//
// The name is in the plural because Go does not compile what lies in a folder named vendor.
package vendors
