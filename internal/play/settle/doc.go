// Package settle ends the bets of markets that have a result. A market is one job (settle_due, written in the transaction of the result): the outcomes of its
// selections are stored first, then its open bets are ended slice by slice, each in a transaction of the wallet's writer (bet.End). A bet is ended
// once, whichever node does it and however often: a job that was broken off is done again and finds only what is still open.
//
// A correction, and staff who voids a market, changes the outcomes and so the end of bets that are still open. Those that ended before stay as they are until staff orders
// otherwise: Outdated counts them, Office.Preview says what an order would do, and Office.Correct gives it, above an amount with a second person. An order is a
// job: bet.Correct pays each bet by the outcomes of now, once, and its member gets a message with the reason (S-65). A bet that is void because of its outcomes ends otherwise
// in the same way, once its outcome is known (D-66); one that staff voided by itself stays void (S-69) until staff takes that back.
//
// A leg is void by itself (bet_leg.late) when its bet was struck after something that the book learnt later (sports_truth, D-24), or in a time whose bets staff voided
// (settle_window), which ends when it is ordered at the latest. CompareLate brings the marks in line with what is known, whenever it becomes known.
//
// The payout of a bet is decided by core/odds alone.
//
// Tables: settle_due, settle_order, settle_outcome, settle_window.
package settle
