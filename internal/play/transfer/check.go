package transfer

import (
	"context"

	"hubstake/internal/ledger/wallet"
)

// Invariants of orders (money.md, "What must always be true", 4 and 6; faults.md, row 32): the ledger has what the orders say, and
// nothing else of them.
var Invariants = []wallet.Invariant{
	{Name: "transfer_has_ledger_rows", SQL: `
		WITH due AS (
		  SELECT id, member_id, currency, vendor_id, kind, o.amount
		    FROM transfer_order t CROSS JOIN LATERAL (VALUES
		           ('game.in', -t.amount, t.direction = 'in'),
		           ('game.back', t.amount, t.direction = 'in' AND t.status = 'refused'),
		           ('game.out', t.amount, t.direction = 'out' AND t.status = 'done')) AS o (kind, amount, due)
		   WHERE due AND NOT EXISTS ( -- archived with its month
		           SELECT FROM wallet_ref r JOIN wallet_opening w USING (member_id, currency)
		            WHERE r.kind = o.kind AND r.ref = t.id AND r.version <= w.version)
		), posted AS (
		  SELECT ref, member_id, currency, contra, kind, count(*) AS n, sum(amount) AS amount
		    FROM wallet_ledger WHERE contra LIKE 'transfer:%' GROUP BY ref, member_id, currency, contra, kind
		)
		SELECT coalesce(d.id, p.ref), format('%s of %s; ledger has %s rows of %s', coalesce(d.kind, p.kind), d.amount, coalesce(p.n, 0), p.amount)
		  FROM due d FULL JOIN posted p ON p.ref = d.id AND p.member_id = d.member_id AND p.currency = d.currency
		   AND p.contra = 'transfer:' || d.vendor_id AND p.kind = d.kind
		 WHERE (p.n, p.amount) IS DISTINCT FROM (1::bigint, d.amount::numeric)`},
}

// Check proves the invariants of orders on one snapshot of the database. wallet.Check proves the rest.
func Check(ctx context.Context, db wallet.Starter) ([]wallet.Violation, error) {
	return wallet.Prove(ctx, db, Invariants)
}
