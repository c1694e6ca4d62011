package cash

import "hubstake/internal/ledger/wallet"

// Invariants of money.md, "What must always be true", 10, and of faults.md, M6 and M7.
var Invariants = []wallet.Invariant{
	{Name: "withdrawal_adds_up", SQL: `
		WITH made AS (
		  SELECT ref, count(*) AS n, sum(amount) FILTER (WHERE kind = 'withdraw.hold') AS held,
		         sum(amount) FILTER (WHERE kind = 'withdraw.pay') AS paid, sum(amount) FILTER (WHERE kind = 'withdraw.release') AS returned
		    FROM wallet_ledger WHERE kind IN ('withdraw.hold', 'withdraw.pay', 'withdraw.release') GROUP BY ref
		), open AS (
		  SELECT member_id, currency, sum(amount) AS amount FROM cash_request WHERE kind IN ('out', 'through', 'pt') AND status IN (0, 2) GROUP BY 1, 2
		)
		SELECT 'request ' || coalesce(r.id::text, m.ref), format('status %s of %s; held %s, paid %s, returned %s', r.status, r.amount, m.held, m.paid, m.returned)
		  FROM (SELECT * FROM cash_request WHERE kind IN ('out', 'through', 'pt')) r FULL JOIN made m ON m.ref = r.id::text
		 WHERE (coalesce(m.held, 0), coalesce(m.paid, 0), coalesce(m.returned, 0)) IS DISTINCT FROM
		       (-r.amount, CASE WHEN r.status = 1 AND r.kind IN ('out', 'pt') THEN -r.amount ELSE 0 END,
                CASE WHEN r.status < 0 OR r.status = 1 AND r.kind = 'through' THEN r.amount ELSE 0 END)
		   AND (r.id IS NULL OR NOT EXISTS (SELECT FROM wallet_opening) OR r.requested_at > (SELECT min(created_at) FROM wallet_ledger)) -- not archived
		UNION ALL
		SELECT w.member_id || ' ' || w.currency, format('%s is held, open requests are %s', w.held, coalesce(o.amount, 0))
		  FROM wallet_balance w LEFT JOIN open o USING (member_id, currency) WHERE w.held <> coalesce(o.amount, 0)`},
	{Name: "forfeit_is_posted", SQL: `
		WITH made AS (
		  SELECT ref, -coalesce(sum(amount) FILTER (WHERE unit = 'cash'), 0) AS cash, -coalesce(sum(amount) FILTER (WHERE unit = 'point'), 0) AS points
		    FROM wallet_ledger WHERE kind IN ('forfeit', 'forfeit.points') AND contra = 'promo' GROUP BY ref
		)
		SELECT 'request ' || r.id, format('%s and %s points forfeited; posted %s and %s', r.forfeited, r.forfeited_points, m.cash, m.points)
		  FROM cash_request r LEFT JOIN made m ON m.ref = r.id::text
		 WHERE (coalesce(m.cash, 0), coalesce(m.points, 0)) <> (r.forfeited, r.forfeited_points)
		   AND (NOT EXISTS (SELECT FROM wallet_opening) OR r.requested_at > (SELECT min(created_at) FROM wallet_ledger))`},
	{Name: "deposit_is_posted", SQL: `
		WITH made AS (SELECT ref, sum(amount) AS amount FROM wallet_ledger WHERE kind = 'deposit' AND contra = 'deposit' GROUP BY ref)
		SELECT 'request ' || r.id, format('status %s of %s; posted %s', r.status, r.amount, m.amount)
		  FROM cash_request r LEFT JOIN made m ON m.ref = r.id::text
		 WHERE r.kind = 'in' AND coalesce(m.amount, 0) <> CASE r.status WHEN 1 THEN r.amount ELSE 0 END
		   AND (NOT EXISTS (SELECT FROM wallet_opening) OR r.requested_at > (SELECT min(created_at) FROM wallet_ledger))`},
	{Name: "conversion_is_even", SQL: `
		SELECT 'conversion ' || ref, format('%s points and %s cash in %s rows', coalesce(sum(amount) FILTER (WHERE unit = 'point'), 0),
		       coalesce(sum(amount) FILTER (WHERE unit = 'cash'), 0), count(*))
		  FROM wallet_ledger WHERE kind IN ('convert.points', 'convert.cash') GROUP BY ref HAVING sum(amount) <> 0 OR count(*) <> 2`},
}
