// Package settle ends the bets of markets that have a result. A market is one job (settle_due, written in the transaction of the result): the outcomes of its
// selections are stored first, then its open bets are ended slice by slice, each in a transaction of the wallet's writer (bet.End). A bet is ended
// once, whichever node does it and however often: a job that was broken off is done again and finds only what is still open.
//
// A correction changes the outcomes and so the end of bets that are still open. Those that ended by the result before it stay as they are: Outdated counts them
// for staff.
//
// The payout of a bet is decided by core/odds alone.
//
// Tables: settle_due, settle_outcome.
package settle
