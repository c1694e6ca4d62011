-- Unusual bets on the sportsbook (S-74).

-- pattern_found returns what is unusual about the bets of the last hour; those that their members cancelled do not count.
-- rush: within ten minutes five members or more staked on one selection, together five times what level 1 may stake on one bet, and four fifths of what the market got.
-- copied: within ten minutes three members or more placed the same folder with the same stake.
-- late: five bets in play of a member or more, and at least half of them, were refused because the score changed while they waited.
-- sides: a member has bets on more than one selection of a market, be it of two feeds, in three matches or more. Of correct scores that is no sign of anything.
-- p_max_stake is what level 1 may stake on a site that sets nothing itself.
CREATE OR REPLACE FUNCTION pattern_found(p_now timestamptz, p_max_stake bigint)
RETURNS TABLE (site_id text, kind text, subject text, event_id bigint, market_id bigint, key text, member_id text,
               bets bigint, members bigint, stakes bigint, first_at timestamptz, last_at timestamptz) LANGUAGE sql STABLE AS $$
  WITH bet AS MATERIALIZED (
    SELECT b.id, b.site_id, b.member_id, b.stake, b.live, b.same, b.placed_at, b.state = 'refused' AS refused, b.reason, b.placed_at > p_now - interval '10 minutes' AS fresh
      FROM bet_bet b WHERE b.placed_at > p_now - interval '1 hour' AND b.state <> 'cancelled'
  ), leg AS MATERIALIZED (
    SELECT b.*, l.place, l.event_id, l.market_id, l.key FROM bet b JOIN bet_leg l ON l.bet_id = b.id WHERE NOT b.refused
  ), market AS (
    SELECT l.site_id, l.market_id, sum(l.stake) AS stakes FROM leg l WHERE l.fresh GROUP BY l.site_id, l.market_id
  ), folder AS (
    SELECT l.id, l.site_id, l.member_id, l.stake, l.same, l.placed_at, min(l.event_id) FILTER (WHERE l.place = 0) AS event_id
      FROM leg l WHERE l.fresh GROUP BY l.id, l.site_id, l.member_id, l.stake, l.same, l.placed_at HAVING count(*) > 1
  ), side AS (
    SELECT l.site_id, l.member_id, x.match_id, count(*) AS bets, sum(l.stake) AS stakes, min(l.placed_at) AS first_at, max(l.placed_at) AS last_at
      FROM leg l JOIN sports_market m ON m.id = l.market_id AND m.kind <> 'correct_score' CROSS JOIN LATERAL sports_match(l.event_id) x
     GROUP BY l.site_id, l.member_id, x.match_id, m.kind, m.period, m.unit, CASE WHEN x.turned AND m.kind = 'handicap' THEN -m.line ELSE m.line END
    HAVING count(DISTINCT sports_side(l.key, x.turned)) > 1
  )
  SELECT l.site_id, 'rush', l.market_id || ' ' || l.key, l.event_id, l.market_id, l.key, NULL, count(*), count(DISTINCT l.member_id), sum(l.stake)::bigint,
         min(l.placed_at), max(l.placed_at)
    FROM leg l JOIN market m USING (site_id, market_id) JOIN site_site s ON s.site_id = l.site_id
   WHERE l.fresh
   GROUP BY l.site_id, l.event_id, l.market_id, l.key, m.stakes, s.options
  HAVING count(DISTINCT l.member_id) >= 5 AND sum(l.stake) >= 5 * coalesce((s.options ->> 'maxStake')::bigint, p_max_stake) AND sum(l.stake) * 5 >= m.stakes * 4
   UNION ALL
  SELECT f.site_id, 'copied', encode(f.same, 'hex'), min(f.event_id), NULL, NULL, NULL, count(*), count(DISTINCT f.member_id), sum(f.stake)::bigint,
         min(f.placed_at), max(f.placed_at)
    FROM folder f GROUP BY f.site_id, f.same HAVING count(DISTINCT f.member_id) >= 3
   UNION ALL
  SELECT b.site_id, 'late', b.member_id, NULL, NULL, NULL, b.member_id, count(*) FILTER (WHERE b.reason = 'score'), 1, sum(b.stake)::bigint, min(b.placed_at), max(b.placed_at)
    FROM bet b WHERE b.live
   GROUP BY b.site_id, b.member_id
  HAVING count(*) FILTER (WHERE b.reason = 'score') >= greatest(5, count(*) / 2.0)
   UNION ALL
  SELECT s.site_id, 'sides', s.member_id, NULL, NULL, NULL, s.member_id, sum(s.bets)::bigint, 1, sum(s.stakes)::bigint, min(s.first_at), max(s.last_at)
    FROM side s GROUP BY s.site_id, s.member_id HAVING count(DISTINCT s.match_id) >= 3
$$;

-- pattern_look flags what pattern_found returns and tells how many flags are new. A flag that staff settled comes back for bets of later alone. Of two
-- nodes that look at the same time the second one does nothing.
CREATE OR REPLACE FUNCTION pattern_look(p_now timestamptz, p_max_stake bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  n bigint;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('pattern_look')) THEN RETURN 0; END IF;
  WITH flagged AS (
    INSERT INTO pattern_flag AS f (site_id, kind, subject, event_id, market_id, key, member_id, bets, members, stakes, first_at, last_at)
    SELECT p.site_id, p.kind, p.subject, p.event_id, p.market_id, p.key, p.member_id, p.bets, p.members, p.stakes, p.first_at, p.last_at
      FROM pattern_found(p_now, p_max_stake) p
     WHERE NOT EXISTS (SELECT FROM pattern_flag d WHERE d.site_id = p.site_id AND d.kind = p.kind AND d.subject = p.subject AND d.settled_at >= p.first_at)
    ON CONFLICT (site_id, kind, subject) WHERE settled_at IS NULL DO UPDATE
       SET bets = greatest(f.bets, excluded.bets), members = greatest(f.members, excluded.members), stakes = greatest(f.stakes, excluded.stakes),
           first_at = least(f.first_at, excluded.first_at), last_at = greatest(f.last_at, excluded.last_at)
    RETURNING xmax = 0 AS new
  )
  SELECT count(*) INTO n FROM flagged WHERE flagged.new;
  RETURN n;
END $$;

-- pattern_list returns flags of a site that staff has not settled, the latest first. An empty kind: all.
CREATE OR REPLACE FUNCTION pattern_list(p_site text, p_kind text, p_last timestamptz, p_id bigint, p_count int)
RETURNS TABLE (id bigint, kind text, event_id bigint, market_kind text, period text, line integer, key text, member_id text, bets integer, members integer,
               stakes bigint, first_at timestamptz, last_at timestamptz) LANGUAGE sql STABLE AS $$
  SELECT f.id, f.kind, f.event_id, m.kind, m.period, m.line, f.key, f.member_id, f.bets, f.members, f.stakes, f.first_at, f.last_at
    FROM pattern_flag f LEFT JOIN sports_market m ON m.id = f.market_id
   WHERE f.site_id = p_site AND f.settled_at IS NULL AND p_kind IN ('', f.kind) AND (f.last_at, f.id) < (p_last, p_id)
   ORDER BY f.last_at DESC, f.id DESC LIMIT p_count
$$;
