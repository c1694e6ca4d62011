// Package turnover is what a member must still play before a withdrawal (C015): the running remainder of D-20.
//
// Tables: turnover_need (what each credit asks for), turnover_clear (when an empty wallet was forgiven what it owed), turnover_state
// (where the reckoning of a wallet begins).
//
// Rule. A wallet's needs and its rounds stand in one order: that of the moments at which money was credited and rounds began,
// both under the wallet's lock. Going through it, a need adds to the remainder and a closed round takes its valid stake off, down
// to 0 and never below. So a round takes off from needs of before it only, and a round that is rolled back or closes otherwise
// than before gives back what it took: nothing is stored that would have to be undone. Asking for a withdrawal needs 0; paying
// one clears nothing.
//
// Clears. A wallet that is empty when the next money comes is cleared: cash, holds, open stakes and money in providers' wallets
// below the site's smallest bet, too few points to become cash, and no provider's game that may still pay. A clear is a row of
// the same order, at which the remainder becomes 0, or what is kept: the needs of bonuses in points, in the proportion in which
// those points are still there. Clearing is a guess, because no list of the places where money may be is complete. So it is never final:
//
//   - A round that began before a clear and pays after it (a win, a bet taken back) undoes the clear, once so much came that the
//     wallet was not empty. The reckoning is then as if the clear had not been; what Advance has taken into the beginning
//     comes back as a need of what was forgiven.
//   - Money that a provider's wallet returns beyond what went there since the clear asks for so much of what was forgiven again:
//     which money it is cannot be known.
//   - Points leave a wallet by conversion, which asks for its own turnover, or as a gift, which C015 refuses while something is
//     to be played. So a gift that comes back owes nothing.
//
// The valid stake is the stake times the weight of the product (site option rollingWeights); ties, voids and open rounds count
// nothing, and a round with several bets counts at most what it won or lost, except of slots, which have no two sides. Bets of
// the sportsbook count nothing when another bet was open on another outcome of the same match (bet_hedged). Wins
// without a bet are kept apart (casino_round.free_payout): they make no tie a win.
//
// Every credit that is not the member's own money moved about goes through Credit: deposits, bonuses, coupons, points that
// become cash or are given, and, in SQL (turnover_add), the wins without a bet of internal/play/casino.
//
// Rounds are final after Keep: Advance, a job, takes what is older into the beginning of the reckoning, so that none becomes long. A
// round that is still open then counts for nothing.
//
// Lock order: the wallet → turnover_state.
package turnover
