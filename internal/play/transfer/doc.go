// Package transfer moves money between a member's wallet and the wallets that some vendors keep themselves.
//
// Tables: transfer_account (what a vendor has of a member, as it last said), transfer_order (each move to a vendor or back).
//
// An order to a vendor takes the money out of the wallet and writes the order in one transaction; then the vendor is called. An
// order back writes the order; then the vendor is called; the money comes in with the settlement. The order's id is what makes it happen once on
// both sides. No answer, a cut connection and every answer that is not about the order leave it pending: whether it
// happened is never guessed. Resolve, a job, asks the vendor what became of it; asking closes an id that the vendor does not
// have (provider.TransferWallet), so a call that is still on its way cannot come after money was given back.
//
//	pending ──the vendor did it──▶ done
//	   └──the vendor refused, or nothing was sent──▶ refused (money that had left the wallet is back)
//
// Recall brings back what is with a vendor once no game of it is open any more; transfer_account.recall_at says when to look. It
// reads the end of a game from the launches, sessions and breaks, so nothing has to be told when one ends and a crash forgets nothing.
//
// Invariants: a member has at most one pending order with a vendor. An order to a vendor has one ledger row game.in, and one
// game.back exactly when it was refused; an order back has one game.out exactly when it is done. Check proves them by SQL. So
// wallet + vendor + what is on its way changes by play alone, wherever a process dies.
//
// Events: CASH, written by the wallet with each row.
//
// Lock order: the member (to a vendor) → the account → the order → the wallet.
package transfer
