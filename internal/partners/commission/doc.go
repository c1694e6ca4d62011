// Package commission is what partners earn: it notes each settled bet of a downline with the rates at its acceptance (Accrue), settles a day
// into signed statements (Settle), and pays them into the partners' PT.
//
// A statement is paid, or head office keeps it with a reason. One that is kept can be paid later; one that is paid stays so (Decide).
//
// A bet that ends otherwise after its day is clawed back: the statement of the day of the change takes its line back and has it again as it is now. A
// partner that was not paid for the bet owes nothing for it, so corrections of the bets of a kept statement belong to that statement:
//
//   - The statement of the day of the change has the lines of the correction, as every statement has every line, and behind them an offset that takes
//     their effect out again.
//   - Head office keeps what the kept statement would have come to if the corrections had stood in it: less, or more. The offset is the difference. A
//     correction of more than what was kept is owed beyond that, as it would have been.
//   - The rolling of an offset is added to the amount, its losing to the losing share before anything is carried over. A negative losing share that a kept
//     statement carried over, and a debt that it passed on, were not kept: they stay as they are, and one that the site does not carry over counts as
//     nothing. Gifts are no bets and have no offset.
//   - A correction belongs to the first statement that is kept among those that its bet has earlier lines in, or that earlier corrections of it belong to.
//     Once it belongs to a statement, it does so forever.
//   - When a statement is kept after corrections of it were settled, the next settlement gives back what they took, by a statement without lines if there
//     are no others, once the statement that has their lines is paid. While that one waits, or is kept too, they took nothing; but if it came to nothing,
//     they were taken off others.
//   - A statement that was kept is paid as what is kept of it then. From then on corrections of its bets are clawed back.
//
// Gifts of the house lessen the losing share by the losing rate of slots, and one that is taken back (a forfeiture in a break, S-32) gives back as much, but at most what gifts of the member
// took below the same upline: a forfeiture after the member was moved raises no losing share. A day whose statements carry nothing over drops what gifts took beyond its losses, so
// only gifts of the same day are given back where the site does not carry. A win without a bet (casino_tx.free_win: of free rounds, or of a bet of 0) is a gift as well, because no line of a bet has it: what is
// lost of it was never the member's. Cash that a member gives up by closing its account is no
// gift that comes back. The table of internal/ledger/wallet/kinds.go says of each kind of move how it counts. Cash from a partner's PT is the member's own, as a deposit is: it does not
// count here. A break does not hold a deposit back, but a timeout holds back what a partner paid (internal/funds/cash).
//
// No branch earns on play that it did not lose (D-30). A branch is the play below a partner that passes through one partner above it. It comes to the losing rate of its partner on what
// the house kept of all of it, less rolling and gifts, with what it carries in. A negative sum is carried over by the branch, if the site carries. All
// partners in the branch share a positive one: each gets its own less those of the branches directly below, all products together. A member or partner who is moved leaves what was lost or won
// before in the branch where that happened.
//
//   - Where a partner's part is negative, partners below it earned on play that the branch as a whole did not lose. The partner owes it, as it owes for bets that were taken back beyond
//     what it earns. The debt is taken from its next statements first, and from its PT whenever a settlement runs or it is paid; it cannot pay away, and no partner above can recall,
//     PT that stands for it.
//   - While a partner owes, statements of its branch are paid by two persons, whatever the amount, and each of them sees the debts. A request whose debts have grown fails.
//   - A kept statement of which corrections take something gives that back to its branch and to all branches above; a correction never adds to the losing share that it had.
//
// Opposite picks of accounts of one branch in a draw of the house or a market of a match are no valid stake: only what the branch has at risk counts for rolling, each bet in proportion to
// its stake ("opposed"). Branches here are those of all partners but the heads: below a head is everybody who plays on the site, and unrelated members on two sides are no hedge. It holds as
// the bets stand when they are noted. Rounds of other providers do not tell what was picked.
//
// A settlement computes a day in a transaction that only reads, and writes it in a short one, so that no transaction id is held meanwhile. If head office decides about a kept statement
// in between, it computes again.
//
// Tables: commission_chain, commission_line, commission_bonus, commission_cursor, commission_through, commission_member_day,
// commission_partner_day, commission_cash_day, commission_statement, commission_part, commission_kept_line, commission_offset, commission_branch, commission_debt.
package commission
