-- +goose Up
-- vendor_gate as before, with a level's own limit of the stake (00014; internal/site, Level) again before the site's times the level.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION vendor_gate(p_member text, p_vendor text, p_game text, p_max_stake bigint, p_max_win bigint, p_now timestamptz)
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
