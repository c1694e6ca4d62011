package commission

import (
	"context"
	"slices"

	"hubstake/internal/ledger/wallet"
)

// Invariants are what must always be true of commissions (D-30).
var Invariants = slices.Concat(lineInvariants, statementInvariants)

// lineInvariants follow the bets from the books of the games to the sums that reports read.
var lineInvariants = []wallet.Invariant{
	// Lines of a round add up to what the round is now: a bet of a closed one, nothing of any other. Rounds that have transactions behind the cursor are not
	// compared, nor are those of test accounts, which were perhaps noted before they were marked.
	{Name: "settled_round_has_commission_line", SQL: `
		WITH cursor AS MATERIALIZED (SELECT tx, first FROM commission_cursor),
		site AS MATERIALIZED (SELECT site_id, site_currency(site_id) AS currency FROM site_site),
		touched AS (
		  SELECT vendor_id, round_id, member_id, max(our_tx_id) AS last FROM casino_tx
		   WHERE our_tx_id > (SELECT first FROM cursor) AND status = 'OK' AND kind <> 'tombstone' GROUP BY 1, 2, 3
		), due AS (
		  SELECT r.id, r.vendor_id || ':' || r.round_id AS name, r.stake, r.payout - r.free_payout AS payout,
		         (r.state = 'closed' AND r.stake > 0 AND cardinality(CASE WHEN m.upline_since IS NULL OR r.created_at >= m.upline_since THEN m.upline
		            ELSE (SELECT h.upline FROM member_upline h WHERE h.member_id = m.member_id AND h.until > r.created_at ORDER BY h.until LIMIT 1) END) > 0)::int AS bets
		    FROM touched u JOIN casino_round r USING (vendor_id, round_id, member_id) JOIN member_member m USING (member_id) JOIN site s ON s.site_id = r.site_id
		   WHERE u.last <= (SELECT tx FROM cursor) AND m.test_since IS NULL AND r.currency = s.currency
		), noted AS (
		  SELECT round, sum(sign(stake))::bigint AS bets, sum(stake) AS stake, sum(payout) AS payout FROM commission_line GROUP BY round
		)
		SELECT 'round ' || coalesce(d.name, n.round::text), CASE WHEN d.id IS NULL THEN format('lines of %s bets of %s, and no such round', n.bets, n.stake)
		       ELSE format('%s bets of %s, paid %s; the lines add up to %s bets of %s, paid %s', d.bets, d.bets * d.stake, d.bets * d.payout,
		              coalesce(n.bets, 0), coalesce(n.stake, 0), coalesce(n.payout, 0)) END
		  FROM due d FULL JOIN noted n ON n.round = d.id -- a full join is a hash or a merge, however few rounds the planner believes are due
		 WHERE CASE WHEN d.id IS NULL THEN NOT EXISTS (SELECT FROM casino_round r WHERE r.id = n.round)
		       ELSE (coalesce(n.bets, 0), coalesce(n.stake, 0), coalesce(n.payout, 0)) IS DISTINCT FROM (d.bets, d.bets * d.stake, d.bets * d.payout) END`},
	// The product that a game belongs to may change later, so the sums are compared by day.
	{Name: "commission_sums_are_lines", SQL: `
		WITH line AS MATERIALIZED (
		  SELECT l.member_id, l.chain_id, l.day, sign(l.stake)::bigint AS bets, l.stake, l.payout, l.valid
		    FROM commission_line l JOIN commission_through t ON t.site_id = l.site_id AND l.id <= t.summed
		), chain AS (
		  SELECT chain_id, day, sum(bets) AS bets, sum(stake) AS stake, sum(payout) AS payout, sum(valid) AS valid FROM line GROUP BY 1, 2
		), due AS (
		  SELECT 'member' AS kind, member_id AS id, day, sum(bets) AS bets, sum(stake) AS stake, sum(payout) AS payout, sum(valid) AS valid FROM line GROUP BY 2, 3
		  UNION ALL
		  SELECT 'partner', u.id, x.day, sum(x.bets), sum(x.stake), sum(x.payout), sum(x.valid)
		    FROM chain x JOIN commission_chain c ON c.id = x.chain_id CROSS JOIN LATERAL unnest(c.upline) AS u (id) GROUP BY 2, 3
		), kept AS (
		  SELECT 'member' AS kind, member_id AS id, day, sum(bets) AS bets, sum(stake) AS stake, sum(payout) AS payout, sum(valid) AS valid FROM commission_member_day GROUP BY 2, 3
		  UNION ALL
		  SELECT 'partner', partner_id, day, sum(bets), sum(stake), sum(payout), sum(valid) FROM commission_partner_day GROUP BY 2, 3
		)
		SELECT kind || ' ' || id || ' ' || day, format('sums %s/%s/%s/%s, lines %s/%s/%s/%s', k.bets, k.stake, k.payout, k.valid, d.bets, d.stake, d.payout, d.valid)
		  FROM kept k FULL JOIN due d USING (kind, id, day)
		 WHERE (k.bets, k.stake, k.payout, k.valid) IS DISTINCT FROM (d.bets, d.stake, d.payout, d.valid)`},
}

// statementInvariants are those of the signed statements and of what was paid by them.
var statementInvariants = []wallet.Invariant{
	// A statement contains what its day has, and it comes to the sum of its parts. A partner with bets on a settled day has a statement of it.
	{Name: "statement_is_its_day", SQL: `
		WITH day AS (
		  SELECT d.partner_id, d.day, sum(d.bets) AS bets, sum(d.stake) AS stake, sum(d.payout) AS payout, sum(d.valid) AS valid, sum(d.rolling) AS rolling
		    FROM commission_partner_day d JOIN commission_through t ON t.site_id = d.site_id AND d.day <= t.settled GROUP BY 1, 2
		), late AS MATERIALIZED ( -- days whose last lines are not in the sums yet
		  SELECT DISTINCT l.site_id, l.day FROM commission_through t JOIN commission_line l ON l.site_id = t.site_id AND l.day BETWEEN t.settled - 3 AND t.settled AND l.id > t.summed
		), part AS (
		  SELECT partner_id, day, sum(bets) AS bets, sum(stake) AS stake, sum(payout) AS payout, sum(valid) AS valid, sum(rolling) AS rolling,
		         sum(losing) AS losing, sum(floor(rolling / 10000) + remainder) AS paid
		    FROM commission_part GROUP BY 1, 2
		)
		SELECT 'statement ' || partner_id || ' ' || day, format('it says %s/%s/%s/%s, its parts %s/%s/%s/%s, the day %s/%s/%s/%s', s.bets, s.stake, s.payout, s.valid,
		              p.bets, p.stake, p.payout, p.valid, d.bets, d.stake, d.payout, d.valid)
		  FROM commission_statement s FULL JOIN day d USING (partner_id, day) LEFT JOIN part p USING (partner_id, day)
		 WHERE ((s.bets, s.stake, s.payout, s.valid) IS DISTINCT FROM (coalesce(d.bets, 0), coalesce(d.stake, 0), coalesce(d.payout, 0), coalesce(d.valid, 0))
		    OR (s.bets, s.stake, s.payout, s.valid) IS DISTINCT FROM (coalesce(p.bets, 0), coalesce(p.stake, 0), coalesce(p.payout, 0), coalesce(p.valid, 0))
		    OR coalesce(d.rolling, 0) <> coalesce(p.rolling, 0))
		   AND NOT EXISTS (SELECT FROM late l JOIN member_member m ON m.site_id = l.site_id WHERE m.member_id = partner_id AND l.day = coalesce(s.day, d.day))
		UNION ALL
		SELECT 'statement ' || partner_id || ' ' || day, format('amount %s, owed %s; it says rolling %s, losing %s, owed before %s, repaid %s, its parts come to %s and its offsets to %s', s.amount, s.owed_out,
		              s.rolling, s.losing, s.owed_in, s.repaid, coalesce(p.paid, 0), coalesce(o.rolling, 0))
		  FROM commission_statement s LEFT JOIN part p USING (partner_id, day)
		  LEFT JOIN (SELECT partner_id, day, sum(rolling) AS rolling FROM commission_offset GROUP BY 1, 2) o USING (partner_id, day)
		 CROSS JOIN LATERAL (SELECT s.rolling + s.losing + s.owed_in + s.repaid + coalesce(o.rolling, 0) AS comes) t
		 WHERE s.rolling <> coalesce(p.paid, 0) OR s.amount <> greatest(t.comes, 0) OR s.owed_out <> least(t.comes, 0) OR s.repaid NOT BETWEEN 0 AND -s.owed_in
		UNION ALL
		SELECT 'statement ' || partner_id || ' ' || day, format('losing %s, carried over %s; its parts, its offsets and what was carried in come to %s', s.losing, s.carried_out, t.due)
		  FROM commission_statement s LEFT JOIN part p USING (partner_id, day)
		  LEFT JOIN (SELECT partner_id, day, sum(losing) AS losing FROM commission_offset GROUP BY 1, 2) o USING (partner_id, day)
		 CROSS JOIN LATERAL (SELECT s.carried_in + coalesce(p.losing, 0) + coalesce(o.losing, 0) * 100000000 AS due) t
		 WHERE s.format = 1 AND (s.losing, s.carried_out) IS DISTINCT FROM
		       (CASE WHEN t.due > 0 THEN floor(t.due / 100000000) ELSE 0 END, CASE WHEN t.due > 0 THEN t.due % 100000000 WHEN s.carry THEN t.due ELSE 0 END)`},
	// The losing share of a statement is what its own branches come to less those directly below, and their bets are those of its parts (D-30).
	{Name: "losing_is_branches", SQL: `
		WITH edge AS (
		  SELECT partner_id, day, share, losing, offsets FROM commission_branch
		  UNION ALL
		  SELECT above, day, -share, -losing, -offsets FROM commission_branch WHERE above <> ''
		), branch AS (
		  SELECT partner_id, day, sum(share) AS share, sum(losing) AS losing, sum(offsets) AS offsets FROM edge GROUP BY 1, 2
		), part AS (
		  SELECT partner_id, day, sum(losing) AS losing FROM commission_part GROUP BY 1, 2
		), had AS (
		  SELECT partner_id, day, sum(losing) AS losing FROM commission_offset GROUP BY 1, 2
		)
		SELECT 'statement ' || s.partner_id || ' ' || s.day, format('losing %s, carried over %s of %s; its branches come to %s by bets of %s and offsets of %s, its parts to %s and its offsets to %s',
		              s.losing, s.carried_out, s.carried_in, coalesce(b.share, 0), coalesce(b.losing, 0), coalesce(b.offsets, 0), coalesce(p.losing, 0), coalesce(o.losing, 0))
		  FROM commission_statement s LEFT JOIN branch b USING (partner_id, day) LEFT JOIN part p USING (partner_id, day) LEFT JOIN had o USING (partner_id, day)
		 WHERE s.format > 1 AND (s.losing * 100000000::numeric + s.carried_out <> s.carried_in + coalesce(b.share, 0) OR s.carried_out < 0 OR s.carried_out >= 100000000
		    OR coalesce(b.losing, 0) <> coalesce(p.losing, 0) OR coalesce(b.offsets, 0) <> coalesce(o.losing, 0))
		UNION ALL
		SELECT 'branch ' || b.partner_id || ' below ' || b.above || ' ' || b.day, format('share %s, carried over %s of %s after %s, due %s', b.share, b.carried_out, b.carried_in, b.was, t.due)
		  FROM (SELECT *, lag(carried_out) OVER (PARTITION BY partner_id, above ORDER BY day) AS was FROM commission_branch) b JOIN commission_statement s USING (partner_id, day)
		 CROSS JOIN LATERAL (SELECT b.carried_in + b.losing + b.offsets * 100000000::numeric AS due) t
		 WHERE (b.share, b.carried_out) <> (greatest(t.due, 0), CASE WHEN s.carry THEN least(t.due, 0) ELSE 0 END) OR b.was <> b.carried_in`},
	// A partner owes what its last statement ends with, less the amounts taken from its PT since.
	{Name: "debt_is_owed", SQL: `
		WITH last AS (
		  SELECT DISTINCT ON (partner_id) partner_id, day, owed_out FROM commission_statement ORDER BY partner_id, day DESC
		), taken AS (
		  SELECT member_id AS partner_id, split_part(ref, ':', 2)::date AS day, -sum(amount)::bigint AS amount, count(*) FILTER (WHERE amount >= 0) AS wrong
		    FROM wallet_ledger WHERE kind = '` + debtKind + `' GROUP BY 1, 2
		)
		SELECT 'debt of ' || partner_id, format('%s owed and %s repaid since %s; the last statement is of %s and ends with %s', d.owed, d.repaid, d.day, l.day, l.owed_out)
		  FROM commission_debt d FULL JOIN last l USING (partner_id)
		 WHERE CASE WHEN d.day = l.day THEN d.owed + d.repaid <> -l.owed_out ELSE coalesce(d.owed, 0) > 0 OR coalesce(l.owed_out, 0) < 0 END
		UNION ALL
		SELECT 'debt of ' || partner_id, format('%s repaid since %s, and %s were taken from its PT', d.repaid, d.day, coalesce(t.amount, 0))
		  FROM commission_debt d LEFT JOIN taken t USING (partner_id, day) WHERE d.repaid <> coalesce(t.amount, 0) AND NOT EXISTS (SELECT FROM wallet_opening)
		UNION ALL
		SELECT 'debt of ' || partner_id, format('%s taken for %s', amount, day) FROM taken WHERE wrong > 0`},
	// Offsets of a statement follow one another: each begins with what the one before left. Only a statement that is kept, or was until it was paid, has any.
	{Name: "offsets_follow", SQL: `
		SELECT 'statement ' || o.partner_id || ' ' || o.kept_day, format('offset of %s: %s kept, before it %s; the statement is %s', o.day, o.kept, o.due, s.state)
		  FROM (SELECT *, coalesce(lag(kept - rolling - losing) OVER w, (SELECT amount FROM commission_statement c WHERE c.partner_id = x.partner_id AND c.day = x.kept_day)) AS due
		          FROM commission_offset x WINDOW w AS (PARTITION BY partner_id, kept_day ORDER BY day)) o
		  JOIN commission_statement s ON s.partner_id = o.partner_id AND s.day = o.kept_day
		 WHERE o.kept <> o.due OR s.state = 'open'`},
	// The corrections of kept statements and what they come to: rolling by the rates of their chains, rounded down by product.
	{Name: "kept_lines_are_offset", SQL: `
		WITH line AS (
		  SELECT k.partner_id, k.kept_day, k.line, l.round, l.turn, l.product, l.valid, l.valid * (c.rates[13 * (p.at - 1) + r.kind] - CASE p.at WHEN 1 THEN 0 ELSE c.rates[13 * (p.at - 2) + r.kind] END)::numeric AS rolling
		    FROM commission_kept_line k
		    LEFT JOIN commission_line l ON l.site_id = (SELECT s.site_id FROM commission_statement s WHERE s.partner_id = k.partner_id AND s.day = k.kept_day) AND l.day = k.line_day AND l.id = k.line
		    LEFT JOIN commission_chain c ON c.id = l.chain_id
		   CROSS JOIN LATERAL (SELECT array_position(c.upline, k.partner_id) AS at) p
		   CROSS JOIN LATERAL (SELECT CASE l.product WHEN 3 THEN 6 + least(greatest(l.folders, 1), 7) ELSE l.product + 1 END AS kind) r
		), due AS (
		  SELECT partner_id, kept_day, sum(rolling) AS rolling FROM (SELECT partner_id, kept_day, floor(sum(rolling) / 10000) AS rolling FROM line GROUP BY partner_id, kept_day, product) x GROUP BY 1, 2
		), had AS (
		  SELECT partner_id, kept_day, sum(rolling) AS rolling, sum(losing) AS losing FROM commission_offset GROUP BY 1, 2
		)
		SELECT 'line ' || line, format('belongs to the statement of %s of %s, which has no earlier line of its bet', partner_id, kept_day)
		  FROM line k WHERE rolling IS NULL OR NOT EXISTS (SELECT FROM commission_line e WHERE e.round = k.round AND e.turn < k.turn AND e.day = k.kept_day)
		UNION ALL
		SELECT 'statement ' || s.partner_id || ' ' || s.day, format('its corrections come to rolling %s; %s of %s were kept, %s are left', coalesce(d.rolling, 0), s.amount, s.rolling + s.losing + s.owed_in, s.amount - coalesce(h.rolling + h.losing, 0))
		  FROM commission_statement s LEFT JOIN due d ON d.partner_id = s.partner_id AND d.kept_day = s.day LEFT JOIN had h ON h.partner_id = s.partner_id AND h.kept_day = s.day
		 WHERE (d.partner_id IS NOT NULL OR h.partner_id IS NOT NULL)
		   AND s.amount - coalesce(h.rolling + h.losing, 0) <> greatest(s.amount + s.owed_out - coalesce(h.losing, 0) + coalesce(d.rolling, 0), 0)`},
	{Name: "statement_has_move", SQL: `
		WITH made AS (
		  SELECT ref, member_id, currency, amount FROM wallet_ledger WHERE contra = 'commission' AND kind = '` + moveKind + `'
		), due AS (
		  SELECT partner_id || ':' || day AS ref, partner_id AS member_id, amount - taken AS amount, decided_at
		    FROM commission_statement s
		   CROSS JOIN LATERAL (SELECT coalesce(sum(o.rolling + o.losing), 0)::bigint AS taken FROM commission_offset o WHERE o.partner_id = s.partner_id AND o.kept_day = s.day) t
		   WHERE state = 'paid' AND amount > taken
		)
		SELECT 'statement ' || ref, format('%s is due to %s; posted %s %s', d.amount, member_id, m.amount, m.currency)
		  FROM due d FULL JOIN made m USING (ref, member_id)
		 WHERE ('PTC', d.amount) IS DISTINCT FROM (m.currency, m.amount)
		   AND (d.ref IS NULL OR NOT EXISTS (SELECT FROM wallet_opening) OR d.decided_at > (SELECT min(created_at) FROM wallet_ledger)) -- not archived`},
	{Name: "statements_follow", SQL: `
		SELECT 'statement ' || partner_id || ' ' || day, format('no %s after %s, before it %s, hash then %s; owed %s after %s, carried %s after %s', no, coalesce(p_no, 0),
		              left(encode(before, 'hex'), 12), left(encode(p_hash, 'hex'), 12), owed_in, coalesce(p_owed, 0), carried_in, coalesce(p_carried, 0))
		  FROM (SELECT partner_id, day, no, before, owed_in, carried_in, lag(no) OVER w AS p_no, lag(hash) OVER w AS p_hash, lag(owed_out) OVER w AS p_owed,
		               CASE WHEN format > 1 AND lag(format) OVER w = 1 THEN greatest(lag(carried_out) OVER w, 0) ELSE lag(carried_out) OVER w END AS p_carried
		          FROM commission_statement WINDOW w AS (PARTITION BY partner_id ORDER BY day)) s
		 WHERE no <> coalesce(p_no, 0) + 1 OR before <> coalesce(p_hash, decode(repeat('00', 32), 'hex')) OR owed_in <> coalesce(p_owed, 0) OR carried_in <> coalesce(p_carried, 0)`},
}

// Check proves the invariants of commissions on one snapshot of the database.
func Check(ctx context.Context, db wallet.Starter) ([]wallet.Violation, error) {
	return wallet.Prove(ctx, db, Invariants)
}
