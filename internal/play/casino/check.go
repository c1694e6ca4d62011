package casino

import (
	"context"

	"hubstake/internal/ledger/wallet"
)

// stillThere is the condition that the ledger row of the transaction t was not archived with its month.
const stillThere = `NOT EXISTS (SELECT FROM wallet_opening o WHERE o.member_id = t.member_id AND o.currency = t.currency AND t.version <= o.version)`

// Invariants of money.md, "What must always be true", 4, 6 and 7, and that a round is what its transactions make of it.
// Whether a ledger row exists is asked by the ledger's reference, vendor:tx.
var Invariants = []wallet.Invariant{
	{Name: "casino_tx_has_ledger_row", SQL: `
		WITH tx AS (
		  SELECT t.*, coalesce(d.amount, 0) AS debt,
		         CASE t.kind WHEN 'bet' THEN -t.amount WHEN 'win' THEN t.amount
		              ELSE CASE r.kind WHEN 'bet' THEN t.amount ELSE coalesce(d.amount, 0) - t.amount END END AS effect
		    FROM casino_tx t
		    LEFT JOIN casino_tx r ON t.kind = 'rollback' AND r.vendor_id = t.vendor_id AND r.tx_id = t.ref_tx_id
		    LEFT JOIN casino_debt d ON d.vendor_id = t.vendor_id AND d.tx_id = t.tx_id
		   WHERE ` + stillThere + `
		), posted AS (
		  SELECT ref, member_id, currency, count(*) AS n, sum(amount) AS amount, max(version) AS version
		    FROM wallet_ledger WHERE contra LIKE 'vendor:%' GROUP BY ref, member_id, currency
		)
		SELECT coalesce(p.ref, tx.vendor_id || ':' || tx.tx_id),
		       format('%s %s of %s, debt %s; ledger has %s rows of %s', tx.kind, tx.status, tx.amount, tx.debt, coalesce(p.n, 0), p.amount)
		  FROM tx FULL JOIN posted p ON p.ref = tx.vendor_id || ':' || tx.tx_id AND p.member_id = tx.member_id AND p.currency = tx.currency
		 WHERE CASE WHEN tx.status = 'OK' AND tx.effect <> 0
		            THEN (p.n, p.amount, p.version) IS DISTINCT FROM (1::bigint, tx.effect::numeric, tx.version)
		            ELSE p.n IS NOT NULL END`},
	{Name: "debt_repaid_is_posted", SQL: `
		WITH made AS (
		  SELECT member_id, currency, -sum(amount) AS amount FROM wallet_ledger WHERE contra = 'debt' GROUP BY 1, 2
		), noted AS (
		  SELECT member_id, currency, sum(repaid) AS amount FROM casino_debt GROUP BY 1, 2
		)
		SELECT 'member ' || member_id || ' ' || currency, format('%s of the debts is taken; posted %s', n.amount, m.amount)
		  FROM noted n FULL JOIN made m USING (member_id, currency)
		 WHERE coalesce(n.amount, 0) <> coalesce(m.amount, 0) AND NOT EXISTS (SELECT FROM wallet_opening)`},
	{Name: "casino_tx_answer_is_stored", SQL: `
		SELECT t.vendor_id || ':' || t.tx_id, format('answered %s with balance %s; version %s, ledger says %s', t.status, t.balance_after, t.version, l.balance_after)
		  FROM casino_tx t
		  LEFT JOIN wallet_ledger l ON l.member_id = t.member_id AND l.currency = t.currency AND l.version = t.version
		 WHERE (t.version IS NOT NULL AND l.balance_after IS DISTINCT FROM t.balance_after AND ` + stillThere + `)
		    OR (t.status <> 'OK' AND t.version IS NOT NULL)
		    OR t.balance_after < 0`},
	{Name: "rolled_back_bet_nets_zero", SQL: `
		WITH side AS ( -- no join of two large tables: right after a crash there are no statistics, and the plan would be quadratic
		  SELECT t.member_id, t.currency, t.vendor_id || ':' || o.tx_id AS ref, NULL::bigint AS amount, t.vendor_id || ':' || t.tx_id AS bet,
		         format('%s %s of %s, rolled back by %s', t.kind, t.status, t.amount, t.rolled_back_by) AS detail
		    FROM casino_tx t CROSS JOIN LATERAL unnest(ARRAY[t.tx_id, t.rolled_back_by]) AS o (tx_id)
		   WHERE t.kind = 'bet' AND (t.rolled_back_by IS NOT NULL OR t.status <> 'OK') AND ` + stillThere + `
		  UNION ALL
		  SELECT member_id, currency, ref, amount, NULL, NULL FROM wallet_ledger
		), posted AS (
		  SELECT bet, detail, sum(amount) OVER (PARTITION BY member_id, currency, ref) AS amount FROM side
		)
		SELECT bet, format('%s; ledger nets %s', detail, sum(amount)) FROM posted
		 WHERE bet IS NOT NULL GROUP BY bet, detail HAVING coalesce(sum(amount), 0) <> 0`},
	{Name: "bet_pays_at_most_once", SQL: `
		SELECT w.vendor_id || ':' || w.ref_tx_id, format('%s closing wins; bet is %s, rolled back by %s', count(*) FILTER (WHERE w.closes), b.status, b.rolled_back_by)
		  FROM casino_tx w JOIN casino_tx b ON b.vendor_id = w.vendor_id AND b.tx_id = w.ref_tx_id
		 WHERE w.kind = 'win' AND w.status = 'OK' AND w.rolled_back_by IS NULL
		   AND NOT (w.campaign_id <> '' AND b.our_tx_id > w.our_tx_id) -- paid as a bonus before a transaction of that id came
		 GROUP BY w.vendor_id, w.ref_tx_id, b.status, b.rolled_back_by
		HAVING count(*) FILTER (WHERE w.closes) > 1 OR b.status <> 'OK' OR b.rolled_back_by IS NOT NULL`},
	{Name: "round_is_its_transactions", SQL: `
		WITH made AS (
		  SELECT vendor_id, round_id, member_id,
		         count(*) FILTER (WHERE kind = 'bet' AND rolled_back_by IS NULL) AS bets,
		         coalesce(sum(amount) FILTER (WHERE kind = 'bet' AND rolled_back_by IS NULL), 0) AS stake,
		         coalesce(sum(amount) FILTER (WHERE kind = 'bet' AND rolled_back_by IS NOT NULL), 0) AS voided,
		         coalesce(sum(amount) FILTER (WHERE kind = 'win' AND rolled_back_by IS NULL), 0) AS payout,
		         coalesce(sum(amount) FILTER (WHERE free_win AND rolled_back_by IS NULL), 0) AS free_payout
		    FROM casino_tx WHERE status = 'OK' AND kind IN ('bet', 'win') GROUP BY vendor_id, round_id, member_id
		)
		SELECT coalesce(r.vendor_id, m.vendor_id) || ':' || coalesce(r.round_id, m.round_id),
		       format('round %s/%s/%s/%s/%s, transactions %s/%s/%s/%s/%s', r.bets, r.stake, r.voided, r.payout, r.free_payout,
		              m.bets, m.stake, m.voided, m.payout, m.free_payout)
		  FROM casino_round r FULL JOIN made m USING (vendor_id, round_id, member_id)
		 WHERE (r.bets, r.stake, r.voided, r.payout, r.free_payout) IS DISTINCT FROM (m.bets, m.stake, m.voided, m.payout, m.free_payout)`},
}

// Check proves the invariants of providers' transactions on one snapshot of the database. wallet.Check proves the rest.
func Check(ctx context.Context, db wallet.Starter) ([]wallet.Violation, error) {
	return wallet.Prove(ctx, db, Invariants)
}
