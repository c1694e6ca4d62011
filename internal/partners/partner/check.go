package partner

import (
	"slices"

	"hubstake/internal/ledger/wallet"
)

// Invariants are what must always be true of partners.
var Invariants = slices.Concat(ratesInvariants, sendInvariants)

// ratesInvariants are the order of rates (G010, D-30), and that the rates of a partner follow each other without a gap.
var ratesInvariants = []wallet.Invariant{
	{Name: "rates_in_order", SQL: `
		SELECT 'partner ' || m.member_id, format('rates %s are above %s of %s', c.rates, p.rates, m.parent_id)
		  FROM member_member m JOIN partner_rate c ON c.member_id = m.member_id AND c.until IS NULL
		  LEFT JOIN partner_rate p ON p.member_id = m.parent_id AND p.until IS NULL
		 WHERE m.parent_id IS NOT NULL AND m.status <> 'deleted' AND partner_exceeds(c.rates, p.rates)
		UNION ALL
		SELECT 'partner ' || member_id, format('rates of %s end at %s, the next ones begin at %s', since, until, next)
		  FROM (SELECT member_id, since, until, lead(since) OVER (PARTITION BY member_id ORDER BY since) AS next FROM partner_rate) r
		 WHERE until IS DISTINCT FROM next`},
}

// sendInvariants are those of D-27: what leaves a partner's PT arrives on the other side, and nothing else moves against the account partner. PT and money are of two
// currencies, so the ledger's own sums do not see it.
var sendInvariants = []wallet.Invariant{
	{Name: "partner_send_has_moves", SQL: `
		WITH made AS (
		  SELECT ref, member_id, kind, currency, amount FROM wallet_ledger WHERE contra = 'partner'
		), due AS (
		  SELECT id::text AS ref, partner_id AS member_id, 'pt.' || kind AS kind, 'PTC' AS currency, CASE WHEN gains THEN -amount ELSE amount END AS amount, at
		    FROM partner_send
		  UNION ALL
		  SELECT id::text, member_id, CASE WHEN NOT to_partner THEN 'partner.' || kind WHEN kind = 'pay' THEN 'pt.paid' WHEN kind = 'recall' THEN 'pt.recalled' ELSE 'pt.reversed' END,
		         CASE WHEN to_partner THEN 'PTC' ELSE site_currency(site_id) END, CASE WHEN gains THEN amount ELSE -amount END, at
		    FROM partner_send
		)
		SELECT 'send ' || ref, format('%s of %s %s is due to %s; posted %s %s', kind, d.amount, d.currency, member_id, m.amount, m.currency)
		  FROM due d FULL JOIN made m USING (ref, member_id, kind)
		 WHERE (d.currency, d.amount) IS DISTINCT FROM (m.currency, m.amount)
		   AND (d.ref IS NULL OR NOT EXISTS (SELECT FROM wallet_opening) OR d.at > (SELECT min(created_at) FROM wallet_ledger)) -- not archived`},
	{Name: "partner_moves_cancel_out", SQL: `
		SELECT 'site ' || w.site_id, format('PT and money of all sends add up to %s', sum(l.amount))
		  FROM wallet_ledger l JOIN wallet_balance w USING (member_id, currency) WHERE l.contra = 'partner' GROUP BY w.site_id HAVING sum(l.amount) <> 0`},
	{Name: "partner_recalls_within_payments", SQL: `
		SELECT 'member ' || member_id, format('%s of the payments is taken back; recalled and reversed %s', sum(back), sum(amount) FILTER (WHERE NOT gains))
		  FROM partner_send WHERE kind <> 'payout' GROUP BY member_id HAVING sum(back) > coalesce(sum(amount) FILTER (WHERE NOT gains), 0)`},
}
