-- The price of a withdrawal in a break: money of the house whose terms are open.

-- cash_bonus_on_terms returns how much of a member's cash and points the house gave on terms that are still open. p_remaining is
-- the turnover that must still be played (turnover_now), p_points the points of the wallet. Terms are met in the order in which the
-- money came, so the open ones are the newest, as many as p_remaining reaches over; needs are their positions in turnover_need, and
-- before is how much of p_remaining belongs to those that the beginning of the reckoning already holds.
--
-- Bonuses and coupons count in full until their terms are met. Converted points and wins without a bet have no terms but to be
-- played, so only the part that is not played yet counts: once they are lost in play, a later deposit is not taken in their place.
-- Bonus points that have left the wallet became cash by a conversion. If that conversion has an open need of its own, both sums hold
-- the same money: only the greater one counts.
CREATE OR REPLACE FUNCTION cash_bonus_on_terms(p_member text, p_currency text, p_remaining bigint, p_points bigint,
  OUT cash bigint, OUT points bigint, OUT needs bigint[], OUT before bigint
) LANGUAGE sql STABLE AS $$
  WITH terms AS (
    SELECT n.position, n.kind, n.ref, n.amount, sum(n.amount) OVER (ORDER BY n.position DESC) - n.amount AS newer
      FROM turnover_need n WHERE n.member_id = p_member AND n.currency = p_currency AND n.undone_at IS NULL
  ), term AS (
    SELECT t.position, t.kind, t.ref, t.amount AS need, least(t.amount, p_remaining - t.newer) AS open FROM terms t WHERE t.newer < p_remaining
  ), moved AS (
    SELECT t.position, t.kind, t.need, t.open, l.unit, l.contra, l.amount
      FROM term t
      JOIN wallet_ref r ON r.kind = t.kind AND r.ref = t.ref
      JOIN wallet_ledger l ON l.member_id = r.member_id AND l.currency = r.currency AND l.version = r.version
     WHERE l.amount > 0
  ), credit AS (
    SELECT m.position, m.open, m.unit AS part, m.amount FROM moved m WHERE m.contra IN ('promo', 'gift')
    UNION ALL
    SELECT m.position, m.open, 'converted', trunc(m.amount::numeric * m.open / m.need) FROM moved m WHERE m.kind = 'convert.cash'
    UNION ALL -- a win has no row in wallet_ref; its need names it by provider and transaction
    SELECT t.position, t.open, 'cash', trunc(x.amount::numeric * t.open / t.need)
      FROM term t
      JOIN casino_tx x ON x.vendor_id = split_part(t.ref, ':', 1) AND x.tx_id = substr(t.ref, strpos(t.ref, ':') + 1)
     WHERE t.kind IN ('win', 'win.promo')
  ), given AS (
    SELECT coalesce(sum(c.amount) FILTER (WHERE c.part = 'cash'), 0) AS cash, coalesce(sum(c.amount) FILTER (WHERE c.part = 'point'), 0) AS points,
           coalesce(sum(c.amount) FILTER (WHERE c.part = 'converted'), 0) AS converted
      FROM credit c
  )
  SELECT (g.cash + greatest(g.points - p_points, g.converted))::bigint,
         least(g.points, p_points)::bigint,
         coalesce((SELECT array_agg(c.position) FROM credit c), '{}'),
         coalesce((SELECT sum(c.open) FROM credit c JOIN turnover_state s ON s.member_id = p_member AND s.currency = p_currency AND c.position <= s.position), 0)::bigint
    FROM given g
$$;

-- cash_end_terms ends the terms of what was forfeited: nothing is asked for it any more. The wallet is locked.
CREATE OR REPLACE FUNCTION cash_end_terms(p_member text, p_currency text, p_needs bigint[], p_before bigint, p_now timestamptz) RETURNS void
LANGUAGE sql AS $$
  UPDATE turnover_need SET undone_at = p_now
   WHERE member_id = p_member AND currency = p_currency AND position = ANY (p_needs) AND undone_at IS NULL;
  UPDATE turnover_state SET remainder = greatest(0, remainder - p_before) WHERE member_id = p_member AND currency = p_currency AND p_before > 0
$$;

-- cash_needed_since returns the turnover of the credits of a member since a moment.
CREATE OR REPLACE FUNCTION cash_needed_since(p_member text, p_currency text, p_since timestamptz) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(amount), 0)::bigint FROM turnover_need WHERE member_id = p_member AND currency = p_currency AND at >= p_since AND undone_at IS NULL
$$;
