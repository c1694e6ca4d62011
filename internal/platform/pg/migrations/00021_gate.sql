-- +goose Up
-- What every bet reads and writes, cheaper; the rules are those of before.

-- vendor_gate tells whether a member may bet with a vendor on a game now, and with how much: D-22, the level's own limit of the
-- stake or the site's times the level, and what the member's own limits leave (NULL: there are none). refusal is empty or, in this order, excluded
-- (U033), dormant, member, locked, denied, inspect, paused, vendor, game (it or its product is switched off), session (U034:
-- the time is used up). A game that the catalogue does not have is not switched off. path names the partners above. There is
-- no row for a member or a vendor that is not known. The one place of these rules.
DROP FUNCTION vendor_gate(text, text, text, bigint, bigint, timestamptz);
-- +goose StatementBegin
CREATE FUNCTION vendor_gate(p_member text, p_vendor text, p_game text, p_max_stake bigint, p_max_win bigint, p_now timestamptz)
RETURNS TABLE (refusal text, nick text, path text, max_stake bigint, max_win bigint, watched boolean, wager_room bigint, loss_room bigint)
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN m.status = 'excluded' OR m.timeout_until > p_now OR m.excluded_until > p_now THEN 'excluded'
              WHEN m.status IN ('dormant', 'closed') THEN 'dormant'
              WHEN m.status <> 'normal' THEN 'member'
              WHEN m.bet_locked THEN 'locked'
              WHEN NOT m.bet_permitted THEN 'denied'
              WHEN s.inspect THEN 'inspect'
              WHEN coalesce((s.options ->> 'bettingPaused')::boolean, false) THEN 'paused'
              WHEN NOT v.active THEN 'vendor'
              WHEN NOT g.active OR NOT o.active THEN 'game'
              WHEN p.session_ok_until IS NULL OR p.session_ok_until > p_now THEN '' -- NULL AND f() would ask f
              WHEN protection_room(m.member_id, 'session', p_now) <= 0 THEN 'session'
              ELSE '' END,
         m.nick, m.path,
         coalesce((s.options #>> ARRAY['levels', m.level::text, 'maxStake'])::bigint, coalesce((s.options ->> 'maxStake')::bigint, p_max_stake) * m.level),
         coalesce((s.options ->> 'maxWin')::bigint, p_max_win),
         coalesce(p.watched, false),
         CASE WHEN p.wager_limited THEN protection_room(m.member_id, 'wager', p_now) END,
         CASE WHEN p.loss_limited THEN protection_room(m.member_id, 'loss', p_now) END
    FROM member_member m
    JOIN site_site s ON s.site_id = m.site_id
    JOIN vendor_vendor v ON v.vendor_id = p_vendor
    LEFT JOIN protection_member p ON p.member_id = m.member_id
    LEFT JOIN game_game g ON g.code = p_game
    LEFT JOIN game_product o ON o.proc_id = g.proc_id
   WHERE m.member_id = p_member
$$;
-- +goose StatementEnd

-- vendor_standings is vendor_gate for many bets and wins; the game is the launch's when none is named.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION vendor_standings(p_member text[], p_vendor text[], p_token text[], p_game text[], p_max_stake bigint, p_max_win bigint, p_now timestamptz)
RETURNS TABLE (member text, vendor text, token text, game text, path text, refusal text, max_stake bigint, max_win bigint,
               watched boolean, wager_room bigint, loss_room bigint) LANGUAGE sql STABLE AS $$
  SELECT u.member, u.vendor, u.token, u.game, t.path, t.refusal, t.max_stake, t.max_win, t.watched, t.wager_room, t.loss_room
    FROM unnest(p_member, p_vendor, p_token, p_game) AS u (member, vendor, token, game)
    LEFT JOIN game_launch l ON l.token = nullif(u.token, '') AND l.vendor_id = u.vendor
   CROSS JOIN LATERAL vendor_gate(u.member, u.vendor, coalesce(nullif(u.game, ''), l.game_code, ''), p_max_stake, p_max_win, p_now) t
$$;
-- +goose StatementEnd

-- A round's number comes from a sequence: it needs no index that every new round adds to (vendor_tx_ours is another such one).
ALTER TABLE vendor_round DROP CONSTRAINT vendor_round_id_key;
CREATE INDEX vendor_round_ours ON vendor_round USING brin (id) WITH (pages_per_range = 64, autosummarize = on);
ALTER INDEX vendor_tx_ours SET (autosummarize = on); -- else what was added since the last vacuum is read as a whole
