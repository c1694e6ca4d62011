-- The price of a withdrawal in a break: bonuses whose terms are open.

-- cash_bonus_on_terms returns what a member was given by the house on terms that are still open, in cash and in points. p_remaining is
-- what is still to be played (turnover_now). Terms are met in the order in which the money came, so the open ones are the newest, as
-- many as p_remaining reaches over; needs are their positions in turnover_need, and before is how much of p_remaining belongs to those
-- that the beginning of the reckoning already holds.
CREATE OR REPLACE FUNCTION cash_bonus_on_terms(p_member text, p_currency text, p_remaining bigint,
  OUT cash bigint, OUT points bigint, OUT needs bigint[], OUT before bigint
) LANGUAGE sql STABLE AS $$
  WITH terms AS (
    SELECT n.position, n.kind, n.ref, n.amount, sum(n.amount) OVER (ORDER BY n.position DESC) - n.amount AS newer
      FROM turnover_need n WHERE n.member_id = p_member AND n.currency = p_currency AND n.undone_at IS NULL
  ), credit AS (
    SELECT t.position, least(t.amount, p_remaining - t.newer) AS open, l.unit, l.contra, l.amount
      FROM terms t
      JOIN wallet_ref r ON r.kind = t.kind AND r.ref = t.ref
      JOIN wallet_ledger l ON l.member_id = r.member_id AND l.currency = r.currency AND l.version = r.version
     WHERE t.newer < p_remaining AND l.amount > 0
  ), bonus AS (
    SELECT c.* FROM credit c WHERE c.contra IN ('promo', 'gift')
  )
  SELECT coalesce((SELECT sum(b.amount) FROM bonus b WHERE b.unit = 'cash'), 0)::bigint,
         coalesce((SELECT sum(b.amount) FROM bonus b WHERE b.unit = 'point'), 0)::bigint,
         coalesce((SELECT array_agg(b.position) FROM bonus b), '{}'),
         coalesce((SELECT sum(b.open) FROM bonus b JOIN turnover_state s ON s.member_id = p_member AND s.currency = p_currency AND b.position <= s.position), 0)::bigint
$$;

-- cash_end_terms ends the terms of what was forfeited: nothing is asked for it any more. The wallet is locked.
CREATE OR REPLACE FUNCTION cash_end_terms(p_member text, p_currency text, p_needs bigint[], p_before bigint, p_now timestamptz) RETURNS void
LANGUAGE sql AS $$
  UPDATE turnover_need SET undone_at = p_now
   WHERE member_id = p_member AND currency = p_currency AND position = ANY (p_needs) AND undone_at IS NULL;
  UPDATE turnover_state SET remainder = greatest(0, remainder - p_before) WHERE member_id = p_member AND currency = p_currency AND p_before > 0
$$;
