// Package table runs games whose rounds are the same for everyone: betting is open for a while, then the round is drawn, shown and
// settled, and the next one begins.
//
//	preparing ──▶ betting ──▶ closed ──▶ showing ──▶ result ──▶ the next round
//	openAt        closeAt     drawAt     resultAt    endAt
//
// A round follows from a seed that was drawn and promised (its commitment) before betting opened. The seed and the times of the round are
// on disk before anyone may bet, so a round that a crash interrupts ends after the restart just as it would have ended without it. Bets
// and their money are the affair of package round.
package table
