// Package reconcile proves what must always be true of money (money.md; faults.md, M1 to M12) on the database as it is, beside
// whatever is being written.
//
// Full looks at everything: nightly, after a fault run, by hand (`workers invariants check`). Step looks at what changed since the
// last look, and in turn at the wallets that did not: every minute. It reads each new event, ledger row and transaction of a vendor
// once, in parts of bounded size that are stored one by one, and of the wallets a slice, so that a balance that was changed behind
// the program's back is found as well.
//
// The numbers are those of money.md, "What must always be true":
//
//	1  balance_is_ledger              6  casino_tx_answer_is_stored, one_effect_per_id
//	2  versions_without_hole          7  rolled_back_bet_nets_zero, bet_pays_at_most_once, round_is_its_transactions
//	   running_balance                8  ledger_row_has_event, stream_is_outbox
//	3  accounts_sum_to_zero           9  one_effect_per_id (nothing is paid twice, commissions and gifts among it)
//	4  casino_tx_has_ledger_row      10  withdrawal_adds_up, deposit_is_posted, conversion_is_even
//	5  nothing_negative
//
// What partners earn (D-30) is proved from the rounds of the games to the PT: settled_round_has_commission_line, commission_sums_are_lines,
// statement_is_its_day, statement_has_move, statements_follow, losing_is_branches, debt_is_owed; offsets_follow and kept_lines_are_offset for corrections of statements that are kept.
//
// Tables: invariant_violation, invariant_run, invariant_proof (each wallet at the last look), invariant_cursor. It reads all
// tables of money and writes its own only. A violation stays until a full pass does not find it: it does not go away by itself.
//
// Nothing here holds a transaction id while it reads: the relay waits for every transaction that has one.
package reconcile
