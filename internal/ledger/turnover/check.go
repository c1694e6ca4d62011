package turnover

import "hubstake/internal/ledger/wallet"

// Invariants of D-20: a need belongs to a credit that was made, and no wallet is asked for more than its needs, and nothing
// that was forgiven is asked for twice.
var Invariants = []wallet.Invariant{
	{Name: "turnover_need_has_credit", SQL: `
		SELECT n.kind || ' ' || n.ref, format('%s asks for %s %s; ledger has %s rows', n.member_id, n.amount, n.currency, count(l.version))
		  FROM turnover_need n
		  LEFT JOIN wallet_ledger l ON l.kind = n.kind AND l.ref = n.ref AND l.member_id = n.member_id AND l.currency = n.currency AND l.amount > 0
		  LEFT JOIN wallet_opening o ON o.member_id = n.member_id AND o.currency = n.currency
		 WHERE n.kind <> 'forgiven' AND (o.member_id IS NULL OR n.at > (SELECT min(created_at) FROM wallet_ledger)) -- not archived
		 GROUP BY n.kind, n.ref, n.member_id, n.amount, n.currency HAVING count(l.version) <> 1`},
	{Name: "turnover_within_needs", SQL: `
		SELECT s.member_id || ' ' || s.currency, format('%s is asked for at %s, the needs until there are %s', s.remainder, s.position, coalesce(sum(n.amount), 0))
		  FROM turnover_state s LEFT JOIN turnover_need n ON n.member_id = s.member_id AND n.currency = s.currency AND n.position <= s.position
		 GROUP BY s.member_id, s.currency, s.remainder, s.position HAVING s.remainder > coalesce(sum(n.amount), 0)`},
	{Name: "turnover_forgiven_once", SQL: `
		SELECT member_id || ' ' || currency, format('needs ask for %s of what was forgiven, the clears say %s', sum(needs), sum(clears))
		  FROM (SELECT member_id, currency, amount AS needs, 0 AS clears FROM turnover_need WHERE kind = 'forgiven'
		         UNION ALL
		        SELECT member_id, currency, 0, returned FROM turnover_clear) f
		 GROUP BY member_id, currency HAVING sum(needs) <> sum(clears)`},
}
