-- The reads and writes of bets on draws, in the transactions of the wallet's writer.

-- minigame_hold returns where rounds stand by the database's clock, and holds them until the bet is stored: a draw waits for that. open: it takes bets, both now and at the
-- beginning of the transaction, which is the time of the bet; settling: its bets are being settled. An unknown round has no row.
CREATE OR REPLACE FUNCTION minigame_hold(p_game text[], p_no bigint[]) RETURNS TABLE (game text, no bigint, open boolean, settling boolean) LANGUAGE sql AS $$
  SELECT r.game, r.no, r.state = 'open' AND r.ended_by = '' AND now() >= r.opens_at AND clock_timestamp() < r.closes_at, r.settle_at IS NOT NULL
    FROM unnest(p_game, p_no) AS u (game, no) JOIN minigame_round r ON r.game = u.game AND r.no = u.no
   ORDER BY r.game, r.no FOR SHARE OF r
$$;

-- minigame_members returns the level of members, by which limits are scaled (D-22), and those options of their sites that say how bets are judged.
CREATE OR REPLACE FUNCTION minigame_members(p_member text[]) RETURNS TABLE (member text, level int, options jsonb) LANGUAGE sql STABLE AS $$
  SELECT m.member_id, m.level::int,
         (SELECT coalesce(jsonb_object_agg(o.key, o.value), '{}') FROM jsonb_each(s.options) o WHERE o.key IN ('levels', 'maxStake') OR o.key LIKE 'sports%')
    FROM member_member m JOIN site_site s ON s.site_id = m.site_id WHERE m.member_id = ANY (p_member)
$$;

-- minigame_others returns the bets that members placed within p_within. fresh: within p_fresh, in which the same bet is a duplicate (D-48).
CREATE OR REPLACE FUNCTION minigame_others(p_member text[], p_within interval, p_fresh interval)
RETURNS TABLE (id text, member text, game text, no bigint, selection text, stake bigint, fresh boolean) LANGUAGE sql STABLE AS $$
  SELECT b.id, b.member_id, b.game, b.no, b.selection, b.stake, b.placed_at > clock_timestamp() - p_fresh
    FROM unnest(p_member) AS u (member) JOIN minigame_bet b ON b.member_id = u.member AND b.placed_at > clock_timestamp() - p_within
$$;

-- minigame_hedged takes the rounds of bets out of the turnover: another bet of the same member on the same draw cannot win together with it (D-20).
CREATE OR REPLACE FUNCTION minigame_hedged(p_id text[], p_member text[]) RETURNS void LANGUAGE sql AS $$
  UPDATE casino_round r SET counts = false FROM unnest(p_id, p_member) AS u (id, member)
   WHERE r.vendor_id = 'minigame' AND r.round_id = u.id AND r.member_id = u.member AND r.counts
$$;

-- minigame_newest returns the newest round of games, and how many seeds of its chain are left. A game without rounds has no row.
CREATE OR REPLACE FUNCTION minigame_newest(p_game text[]) RETURNS TABLE (game text, no bigint, left_over bigint) LANGUAGE sql STABLE AS $$
  SELECT u.game, r.no, (r.length - r.place)::bigint
    FROM unnest(p_game) AS u (game)
   CROSS JOIN LATERAL (SELECT x.no, x.length, x.place FROM minigame_round x WHERE x.game = u.game ORDER BY x.no DESC LIMIT 1) r
$$;

-- minigame_state returns the rounds of games that pages show: those that have not ended, and the one that ended last.
CREATE OR REPLACE FUNCTION minigame_state(p_game text[])
RETURNS TABLE (game text, no bigint, state text, rules int, head bytea, place int, commitment bytea, beacon text, beacon_round bigint, opens_at timestamptz,
               closes_at timestamptz, draws_at timestamptz, seed bytea, signature bytea, outcome text, ended_at timestamptz, reason text) LANGUAGE sql STABLE AS $$
  SELECT r.game, r.no, r.state, r.rules, r.head, r.place, r.commitment, r.beacon, r.beacon_round, r.opens_at, r.closes_at, r.draws_at, r.seed, r.signature, r.outcome,
         r.ended_at, r.reason
    FROM unnest(p_game) AS u (game)
   CROSS JOIN LATERAL (
     (SELECT x.* FROM minigame_round x WHERE x.game = u.game AND x.state = 'open' ORDER BY x.no DESC LIMIT 5)
     UNION ALL
     (SELECT x.* FROM (SELECT y.* FROM minigame_round y WHERE y.game = u.game AND y.state <> 'open' ORDER BY y.no DESC LIMIT 10) x ORDER BY x.ended_at DESC, x.no DESC LIMIT 1)) r
   ORDER BY r.game, r.no
$$;
