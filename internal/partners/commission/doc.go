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
// Tables: commission_chain, commission_line, commission_bonus, commission_cursor, commission_through, commission_member_day,
// commission_partner_day, commission_cash_day, commission_statement, commission_part, commission_kept_line, commission_offset.
package commission
