-- The turnover that must still be played before a withdrawal (D-20); doc.go has the rule.

-- turnover_short returns how much more a wallet with this cash and these points would have to hold not to be empty (D-20); 0: it is
-- not empty. A wallet is empty when cash, holds, stakes of open rounds and money in providers' wallets come to less than the site's
-- smallest bet, the points are too few to become cash, and no provider's wallet may still get wins of a game. p_smallest and
-- p_points_min are what holds where the site sets nothing itself. It need not know every place where money can be: turnover_back.
CREATE OR REPLACE FUNCTION turnover_short(p_member text, p_currency text, p_cash bigint, p_points bigint, p_smallest bigint, p_points_min bigint, p_now timestamptz)
RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  w record;
BEGIN
  SELECT b.held, coalesce((s.options ->> 'smallestBet')::bigint, p_smallest) AS smallest,
         coalesce((s.options ->> 'pointChangeAmtLimit')::bigint, p_points_min) AS points_min
    INTO w
    FROM wallet_balance b JOIN site_site s ON s.site_id = b.site_id
   WHERE b.member_id = p_member AND b.currency = p_currency;
  IF NOT FOUND OR p_cash + w.held >= w.smallest OR p_points >= w.points_min
     OR EXISTS (SELECT FROM transfer_account WHERE member_id = p_member AND currency = p_currency AND recall_at IS NOT NULL) THEN
    RETURN 0;
  END IF;
  RETURN greatest(0, w.smallest - p_cash - w.held
       - (SELECT coalesce(sum(balance), 0) FROM transfer_account WHERE member_id = p_member AND currency = p_currency)
       - (SELECT coalesce(sum(amount), 0) FROM transfer_order WHERE member_id = p_member AND currency = p_currency AND status = 'pending')
       - (SELECT coalesce(sum(stake), 0) FROM casino_round
           WHERE member_id = p_member AND currency = p_currency AND state = 'open' AND created_at > p_now - interval '31 days'));
END $$;

-- turnover_elsewhere reports whether a member has a bet open or money with a provider, in any currency. A round that is open for more
-- than 31 days is one that its provider forgot, as for turnover_short.
CREATE OR REPLACE FUNCTION turnover_elsewhere(p_member text, p_now timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM casino_round WHERE member_id = p_member AND state = 'open' AND created_at > p_now - interval '31 days')
      OR EXISTS (SELECT FROM transfer_account WHERE member_id = p_member AND (balance > 0 OR recall_at IS NOT NULL))
      OR EXISTS (SELECT FROM transfer_order WHERE member_id = p_member AND status = 'pending')
$$;

-- turnover_left returns the remainder of a wallet, and what an empty wallet with these points keeps of it: the needs of bonuses that
-- were given in points, in the proportion in which the points are still there.
CREATE OR REPLACE FUNCTION turnover_left(p_member text, p_currency text, p_points bigint, OUT remainder bigint, OUT kept bigint)
LANGUAGE sql STABLE AS $$
  WITH run AS MATERIALIZED (
    SELECT r.pos, r.remainder FROM turnover_reckon(p_member, p_currency, 9223372036854775807) r
  ), given AS (
    SELECT sum(n.amount) AS amount, sum(n.points) AS points
      FROM turnover_need n
     WHERE n.member_id = p_member AND n.currency = p_currency AND n.points > 0 AND n.undone_at IS NULL
       AND n.position > coalesce((SELECT max(run.pos) FROM run WHERE run.remainder = 0),
                                 (SELECT t.since FROM turnover_state t WHERE t.member_id = p_member AND t.currency = p_currency))
  ), last AS (
    SELECT coalesce((SELECT run.remainder FROM run ORDER BY run.pos DESC LIMIT 1), 0)::bigint AS remainder
  )
  SELECT l.remainder, least(l.remainder, coalesce(trunc(g.amount * least(p_points, g.points) / g.points), 0))::bigint FROM last l, given g
$$;

-- turnover_ask notes that a wallet is asked for more. The wallet is locked.
CREATE OR REPLACE FUNCTION turnover_ask(p_member text, p_currency text, p_kind text, p_ref text, p_amount bigint, p_given bigint, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  pos bigint;
BEGIN
  INSERT INTO turnover_need (member_id, currency, position, kind, ref, amount, points, at)
  VALUES (p_member, p_currency, nextval('casino_round_id_seq'), p_kind, p_ref, p_amount, p_given, p_now)
  RETURNING position INTO pos;
  INSERT INTO turnover_state (member_id, currency, position, since, at, due_at)
  VALUES (p_member, p_currency, pos - 1, pos - 1, p_now, p_now + interval '8 days')
  ON CONFLICT (member_id, currency) DO UPDATE
     SET position = excluded.position, since = excluded.since, remainder = 0, at = excluded.at, due_at = excluded.due_at
   WHERE turnover_state.due_at IS NULL;
END $$;

-- turnover_add notes, with the wallet locked and in the transaction that credits the money, what the credit asks to be played
-- (p_amount; 0: nothing); p_given: it gives so many points. p_cash and p_points are what the wallet had before it: when it was
-- empty, the earlier needs are cleared. It is the only code that adds a need for a credit. A credit during a break adds no need:
-- the member could not play it, and the free cash beside it would be locked (S-42). So a credit that would turn something else into
-- cash must be refused in a break by its own domain, as deposits, promotions and conversions of points are (U033).
CREATE OR REPLACE FUNCTION turnover_add(
  p_member text, p_currency text, p_kind text, p_ref text, p_amount bigint, p_given bigint, p_cash bigint, p_points bigint,
  p_smallest bigint, p_points_min bigint, p_now timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  short bigint;
BEGIN
  PERFORM 1 FROM turnover_state WHERE member_id = p_member AND currency = p_currency AND due_at IS NOT NULL;
  IF FOUND THEN
    short := turnover_short(p_member, p_currency, p_cash, p_points, p_smallest, p_points_min, p_now);
    IF short > 0 THEN
      INSERT INTO turnover_clear (member_id, currency, position, at, forgiven, kept, short)
      SELECT p_member, p_currency, nextval('casino_round_id_seq'), p_now, l.remainder - l.kept, l.kept, short
        FROM turnover_left(p_member, p_currency, p_points) l WHERE l.remainder > l.kept;
    END IF;
  END IF;
  IF p_amount > 0 AND NOT member_resting(p_member, p_now) THEN
    PERFORM turnover_ask(p_member, p_currency, p_kind, p_ref, p_amount, p_given, p_now);
  END IF;
END $$;

-- turnover_before reports whether a round began before a clear that can still be undone.
CREATE OR REPLACE FUNCTION turnover_before(p_member text, p_currency text, p_position bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM turnover_clear c WHERE c.member_id = p_member AND c.currency = p_currency AND c.position >= p_position
                                                AND c.undone_at IS NULL AND c.returned < c.forgiven)
$$;

-- turnover_back is told, with the wallet locked, that a round paid p_amount: a win of one of its bets, or a bet that is taken back.
-- A clear that the round began before was wrong once so much came back that the wallet was not empty: then it is undone, as if
-- it had never been. Needs that turnover_advance has already taken into the beginning are asked for again instead.
CREATE OR REPLACE FUNCTION turnover_back(p_member text, p_currency text, p_position bigint, p_amount bigint, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  c record;
BEGIN
  FOR c IN
    SELECT x.position, x.forgiven, x.returned, x.short - x.came - p_amount AS short, x.position <= t.position AS folded
      FROM turnover_clear x JOIN turnover_state t USING (member_id, currency)
     WHERE x.member_id = p_member AND x.currency = p_currency AND x.position >= p_position AND x.undone_at IS NULL AND x.returned < x.forgiven
     ORDER BY x.position
  LOOP
    UPDATE turnover_clear x
       SET came = x.came + p_amount,
           undone_at = CASE WHEN c.short <= 0 AND NOT c.folded AND c.returned = 0 THEN p_now END,
           returned = CASE WHEN c.short <= 0 AND (c.folded OR c.returned > 0) THEN x.forgiven ELSE x.returned END
     WHERE x.member_id = p_member AND x.currency = p_currency AND x.position = c.position;
    IF c.short <= 0 AND (c.folded OR c.returned > 0) THEN
      PERFORM turnover_ask(p_member, p_currency, 'forgiven', 'clear:' || c.position, c.forgiven - c.returned, 0, p_now);
    END IF;
  END LOOP;
END $$;

-- turnover_returned is told, with the wallet locked, that p_amount comes back from a provider's wallet. Which money it is cannot be
-- known. If money went there before a clear, the excess of returns over transfers since the clear counts as money of before it: as
-- much of the forgiven need is asked for again.
CREATE OR REPLACE FUNCTION turnover_returned(p_member text, p_currency text, p_vendor text, p_order text, p_amount bigint, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  c     record;
  part  bigint;
  found bigint := 0;
BEGIN
  FOR c IN
    SELECT x.position, x.forgiven - x.returned AS left_over,
           (SELECT coalesce(sum(CASE o.direction WHEN 'out' THEN o.amount ELSE -o.amount END), 0) - x.returned FROM transfer_order o
             WHERE o.member_id = p_member AND o.vendor_id = p_vendor AND o.currency = p_currency AND o.status = 'done' AND o.created_at > x.at) AS net
      FROM turnover_clear x
     WHERE x.member_id = p_member AND x.currency = p_currency AND x.undone_at IS NULL AND x.returned < x.forgiven
       AND EXISTS (SELECT FROM transfer_order o WHERE o.member_id = p_member AND o.vendor_id = p_vendor AND o.currency = p_currency
                                                  AND o.status = 'done' AND o.direction = 'in' AND o.created_at <= x.at)
     ORDER BY x.position DESC
  LOOP
    part := least(p_amount - found, c.left_over, c.net);
    CONTINUE WHEN part <= 0;
    found := found + part;
    UPDATE turnover_clear x SET returned = x.returned + part
     WHERE x.member_id = p_member AND x.currency = p_currency AND x.position = c.position;
  END LOOP;
  IF found > 0 THEN
    PERFORM turnover_ask(p_member, p_currency, 'forgiven', 'order:' || p_order, found, 0, p_now);
  END IF;
END $$;

-- turnover_undo ends the need of money that was taken back: a win without a bet that its vendor rolled back. When the job has taken
-- the need into the beginning, what is left of it goes: rounds took off from older needs first. The wallet is locked.
CREATE OR REPLACE FUNCTION turnover_undo(p_ref text, p_now timestamptz) RETURNS void LANGUAGE sql AS $$
  WITH undone AS (
    UPDATE turnover_need SET undone_at = p_now WHERE kind IN ('win', 'win.promo') AND ref = p_ref AND undone_at IS NULL
    RETURNING member_id, currency, position, amount
  )
  UPDATE turnover_state t
     SET remainder = t.remainder - least(u.amount, greatest(0, t.remainder - (
           SELECT coalesce(sum(n.amount), 0) FROM turnover_need n
            WHERE n.member_id = u.member_id AND n.currency = u.currency AND n.position > u.position AND n.position <= t.position
              AND n.undone_at IS NULL)))
    FROM undone u
   WHERE t.member_id = u.member_id AND t.currency = u.currency AND t.due_at IS NOT NULL AND u.position <= t.position AND u.position > t.since
$$;

-- turnover_take_back lessens the need of a credit of which a part was taken back by the partner who gave it. When the job has taken the need
-- into the beginning, what is left of it is lessened as turnover_undo does. The wallet is locked.
CREATE OR REPLACE FUNCTION turnover_take_back(p_kind text, p_ref text, p_part bigint, p_now timestamptz) RETURNS void LANGUAGE sql AS $$
  WITH lessened AS (
    UPDATE turnover_need n
       SET amount = CASE WHEN n.amount > p_part THEN n.amount - p_part ELSE n.amount END,
           undone_at = CASE WHEN n.amount <= p_part THEN p_now END
      FROM (SELECT w.member_id, w.currency, w.position, w.amount FROM turnover_need w WHERE w.kind = p_kind AND w.ref = p_ref) was
     WHERE n.member_id = was.member_id AND n.currency = was.currency AND n.position = was.position AND n.undone_at IS NULL AND p_part > 0
    RETURNING n.member_id, n.currency, n.position, least(was.amount, p_part) AS amount
  )
  UPDATE turnover_state t
     SET remainder = t.remainder - least(l.amount, greatest(0, t.remainder - (
           SELECT coalesce(sum(n.amount), 0) FROM turnover_need n
            WHERE n.member_id = l.member_id AND n.currency = l.currency AND n.position > l.position AND n.position <= t.position
              AND n.undone_at IS NULL)))
    FROM lessened l
   WHERE t.member_id = l.member_id AND t.currency = l.currency AND t.due_at IS NOT NULL AND l.position <= t.position AND l.position > t.since
$$;

-- turnover_reckon reckons a wallet's remainder over its needs and closed rounds up to p_until, in the order of their positions: a
-- round stands where it began, so it takes off from needs of before it only, whenever it closes; and a round that is rolled back,
-- or closes otherwise than before, gives back what it took. A clear begins again with what it kept. The remainder after a row is
-- left; it is never below 0.
-- A round counts with its stake times the weight of its product (site option rollingWeights, basis points). Ties and rounds that are
-- open or void count nothing. A round with several bets counts at most what it won or lost, because bets on both sides cancel out;
-- slots have no sides and are exempt from this bound. Bets of the sportsbook on both sides of a match are rounds of their own and
-- count nothing (bet_hedged). Wins without a bet do not count.
CREATE OR REPLACE FUNCTION turnover_reckon(p_member text, p_currency text, p_until bigint)
RETURNS TABLE (pos bigint, need bigint, product text, stake bigint, played bigint, cleared boolean, remainder numeric) LANGUAGE sql STABLE AS $$
  WITH s AS (
    SELECT t.position, t.remainder, t.at FROM turnover_state t WHERE t.member_id = p_member AND t.currency = p_currency
  ), n AS (
    SELECT n.position, n.amount, n.at FROM turnover_need n
     WHERE n.member_id = p_member AND n.currency = p_currency AND n.position > (SELECT s.position FROM s) AND n.position <= p_until
       AND n.undone_at IS NULL
  ), since AS (
    SELECT (CASE WHEN s.remainder > 0 THEN s.at ELSE (SELECT min(n.at) FROM n) END) - interval '1 hour' AS at FROM s
  ), rounds AS (
    SELECT r.id, coalesce(p.group_code, 'other') AS product, r.stake, v.valid,
           trunc(v.valid::numeric * coalesce((o.options #>> ARRAY['rollingWeights', coalesce(p.group_code, 'other')])::bigint, 10000) / 10000)::bigint AS played
      FROM casino_round r
      JOIN site_site o ON o.site_id = r.site_id
      LEFT JOIN game_game g ON g.code = r.game_code
      LEFT JOIN game_product p ON p.proc_id = g.proc_id
     CROSS JOIN LATERAL (SELECT CASE WHEN r.bets > 1 AND p.group_code IS DISTINCT FROM 'slot' THEN least(r.stake, abs(r.stake - r.payout + r.free_payout))
                                ELSE r.stake END) AS v (valid)
     WHERE r.member_id = p_member AND r.currency = p_currency AND r.counts AND r.state = 'closed' AND r.stake <> r.payout - r.free_payout AND r.stake > 0
       AND r.id > (SELECT s.position FROM s) AND r.id <= p_until
       AND r.created_at >= (SELECT since.at FROM since)
       AND NOT (r.vendor_id = 'house' AND r.round_id IN (SELECT h.id FROM since, bet_hedged(p_member, since.at) h))
  ), event AS (
    SELECT s.position AS pos, s.remainder AS need, '' AS product, 0::bigint AS stake, 0::bigint AS played, false AS cleared FROM s
    UNION ALL SELECT n.position, n.amount, '', 0, 0, false FROM n
    UNION ALL SELECT r.id, 0, r.product, r.stake, r.played, false FROM rounds r
    UNION ALL SELECT c.position, c.kept, '', 0, 0, true FROM turnover_clear c
               WHERE c.member_id = p_member AND c.currency = p_currency AND c.position > (SELECT s.position FROM s) AND c.position <= p_until
                 AND c.undone_at IS NULL
  ), part AS (
    SELECT e.*, count(*) FILTER (WHERE e.cleared) OVER (ORDER BY e.pos) AS part FROM event e
  ), run AS (
    SELECT p.*, sum(p.need - p.played) OVER (PARTITION BY p.part ORDER BY p.pos) AS total FROM part p
  )
  SELECT run.pos, run.need, run.product, run.stake, run.played, run.cleared,
         run.total - least(0, min(run.total) OVER (PARTITION BY run.part ORDER BY run.pos)) FROM run
$$;

-- turnover_now is what a member must still play, and of which products it was played so far: one row for all (product is empty)
-- and one for each product, whose stake is what was staked and played what of it counted. It tells of the needs since nothing was
-- asked for the last time, or since the last clear; of an empty wallet only what a clear would keep, and no row of a wallet of which
-- nothing is asked.
CREATE OR REPLACE FUNCTION turnover_now(p_member text, p_currency text, p_smallest bigint, p_points_min bigint, p_now timestamptz)
RETURNS TABLE (product text, needed bigint, stake bigint, played bigint, remaining bigint) LANGUAGE plpgsql STABLE AS $$
DECLARE
  w record;
BEGIN
  SELECT b.points, turnover_short(p_member, p_currency, b.balance, b.points, p_smallest, p_points_min, p_now) > 0 AS empty
    INTO w FROM turnover_state t JOIN wallet_balance b USING (member_id, currency)
   WHERE t.member_id = p_member AND t.currency = p_currency AND t.due_at IS NOT NULL;
  IF NOT FOUND THEN RETURN; END IF;
  IF w.empty THEN
    RETURN QUERY SELECT '', l.kept, 0::bigint, 0::bigint, l.kept FROM turnover_left(p_member, p_currency, w.points) l WHERE l.kept > 0;
    RETURN;
  END IF;
  RETURN QUERY
  WITH run AS MATERIALIZED (
    SELECT * FROM turnover_reckon(p_member, p_currency, 9223372036854775807)
  ), start AS (
    SELECT greatest((SELECT max(r.pos) + 1 FROM run r WHERE r.remainder = 0 AND r.pos < (SELECT max(n.pos) FROM run n WHERE n.need > 0)),
                    (SELECT max(c.pos) FROM run c WHERE c.cleared), 0) AS pos
  )
  SELECT r.product, sum(r.need)::bigint, sum(r.stake)::bigint, sum(r.played)::bigint, 0::bigint
    FROM run r, start WHERE r.pos >= start.pos AND r.product <> '' GROUP BY r.product
  UNION ALL
  SELECT '', sum(r.need)::bigint, sum(r.stake)::bigint, sum(r.played)::bigint,
         (SELECT l.remainder::bigint FROM run l ORDER BY l.pos DESC LIMIT 1)
    FROM run r, start WHERE r.pos >= start.pos;
END $$;

-- turnover_advance moves the beginning of up to p_count reckonings forward to what is older than p_keep: rounds of before it are
-- final. It skips wallets that another transaction holds until the next run, and returns how many it moved.
CREATE OR REPLACE FUNCTION turnover_advance(p_now timestamptz, p_keep interval, p_count int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  d   record;
  e   record;
  n   int := 0;
  top bigint;
BEGIN
  FOR d IN
    SELECT t.member_id, t.currency FROM turnover_state t JOIN wallet_balance w USING (member_id, currency)
     WHERE t.due_at <= p_now ORDER BY w.member_id, w.currency LIMIT p_count FOR UPDATE OF w SKIP LOCKED
  LOOP
    SELECT greatest(
        (SELECT max(x.position) FROM turnover_need x WHERE x.member_id = d.member_id AND x.currency = d.currency AND x.at <= p_now - p_keep),
        (SELECT max(x.position) FROM turnover_clear x WHERE x.member_id = d.member_id AND x.currency = d.currency AND x.at <= p_now - p_keep),
        (SELECT r.id FROM casino_round r WHERE r.member_id = d.member_id AND r.currency = d.currency AND r.created_at <= p_now - p_keep
          ORDER BY r.created_at DESC, r.id DESC LIMIT 1)) INTO top;
    SELECT l.pos, l.remainder::bigint AS remainder, max(l.pos) FILTER (WHERE l.remainder = 0) OVER () AS since
      INTO e FROM turnover_reckon(d.member_id, d.currency, coalesce(top, 0)) l ORDER BY l.pos DESC LIMIT 1;
    UPDATE turnover_state t
       SET position = greatest(t.position, top), remainder = CASE WHEN top > t.position THEN e.remainder ELSE t.remainder END,
           since = CASE WHEN top > t.position THEN coalesce(e.since, t.since) ELSE t.since END,
           at = CASE WHEN top > t.position THEN p_now - p_keep ELSE t.at END,
           due_at = CASE WHEN CASE WHEN top > t.position THEN e.remainder ELSE t.remainder END > 0
                           OR EXISTS (SELECT FROM turnover_need x WHERE x.member_id = d.member_id AND x.currency = d.currency
                                                                   AND x.position > greatest(t.position, top) AND x.undone_at IS NULL)
                         THEN p_now + interval '1 day' END
     WHERE t.member_id = d.member_id AND t.currency = d.currency;
    n := n + 1;
  END LOOP;
  RETURN n;
END $$;
