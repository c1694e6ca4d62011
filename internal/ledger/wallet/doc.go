// Package wallet is the one place where a member's money moves.
//
// Tables: wallet_balance, wallet_ledger (append-only), wallet_ref. Each move is one balanced transfer between an account
// of the member (cash, hold, point) and a contra account, with a reason (kind) and a reference that make it happen once.
//
// Invariants (money.md): a balance equals its last ledger row and the sum of its rows; versions have no hole; nothing is
// negative; the sum over all accounts is zero by construction. Held money has left the cash balance.
//
// Events, written by the move itself: CASH with the new balances and version for the wallet in the site's currency, which is
// the one that members are shown; WALLET for a wallet in another currency, for the relay and the invariants only.
//
// A Book moves the money of one transaction: it locks wallets, posts moves in memory, and writes balances, ledger rows and events by
// one statement. Apply is a Book for one move in the caller's transaction. The Writer is group commit: it gives many callers' operations
// one transaction with one Book, for paths on which many move money at once.
//
// Lock order: whatever row the caller's rule needs (a cash request, a coupon) → the wallet, and of several wallets the
// smaller memId first → counters of other domains.
package wallet
