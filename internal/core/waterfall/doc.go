// Package waterfall computes what partners earn of a bet, and writes and reads the statements that prove it. It does no I/O and knows no
// table: the settlement, the command deployments/recompute and, as a twin in TypeScript, the partner's page compute by these rules.
//
// The two that compute a statement again (recompute.go and web/src/features/partner-settlement) refuse the same files at the same line. Both are tested with
// testdata/crafted.json: a change of one is a change of the other, with a case there.
//
// Each level of the upline gets its own rate less that of the level below it, so that all levels together get the rate of the head office
// (D-30). Sums are exact: rolling in ten-thousandths of a minor unit, losing in hundred-millionths. Only sums of a day are rounded, down.
// The remainder of rolling goes to the head office; that of losing stays with its partner for the next day.
//
// A branch earns on what its play lost as a whole (D-30): its losing share is what all its lines come to with what it carries in, when that is positive. The losing share of a partner is that of
// its own branch less those of the branches directly below it, and where it is negative the partner owes it. A statement names each of these branches in a line of its own behind the
// bets: what it carried in, what its lines come to, what it shares and what it carries out. Statements of the first form (FormatOwn) are older than this rule.
//
// Offsets stand behind bets and gifts. Corrections of bets that stand in a statement which head office keeps change what is kept, and not what is paid: an
// offset takes them out of the statement that has their lines (internal/partners/commission has the rule).
package waterfall
