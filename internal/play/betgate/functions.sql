-- May this member stake this much on this game now?

-- betgate_ask returns whether a member may bet with a provider on a game now, and with how much: D-22, the level's own maximum stake
-- or the site's times the level, and what the member's own limits leave (NULL: there are none). refusal is '' or the first that
-- applies of: excluded (U033), dormant, member, locked, denied (betting, or by a partner above the group of the game), inspect, paused, vendor, game (it, its product or its group is switched
-- off, on all sites or on the member's), session (U034: the time is used up). A game that is not in the catalogue is not switched off. path is the
-- upline as events carry it. An empty currency is the site's. An unknown member or provider has no row. These rules stand here and nowhere else.
CREATE OR REPLACE FUNCTION betgate_ask(p_member text, p_vendor text, p_game text, p_currency text, p_max_stake bigint, p_max_win bigint, p_now timestamptz)
RETURNS TABLE (refusal text, nick text, path text, max_stake bigint, max_win bigint, watched boolean, wager_room bigint, loss_room bigint)
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN m.status = 'excluded' OR m.timeout_until > p_now OR m.excluded_until > p_now THEN 'excluded'
              WHEN m.status IN ('dormant', 'closed') THEN 'dormant'
              WHEN m.status <> 'normal' THEN 'member'
              WHEN m.bet_locked THEN 'locked'
              WHEN NOT m.bet_permitted THEN 'denied'
              WHEN EXISTS (SELECT FROM partner_closed x WHERE x.member_id = m.member_id AND x.group_code = o.group_code) THEN 'denied'
              WHEN s.inspect THEN 'inspect'
              WHEN coalesce((s.options ->> 'bettingPaused')::boolean, false) THEN 'paused'
              WHEN NOT v.active OR EXISTS (SELECT FROM site_switch w WHERE w.site_id = s.site_id AND w.off AND w.name = 'vendor/' || p_vendor) THEN 'vendor'
              WHEN NOT g.active OR NOT o.active OR EXISTS (
                SELECT FROM site_switch w WHERE w.site_id = s.site_id AND w.off
                   AND w.name IN ('game/' || p_game, 'product/' || o.proc_id, 'group/' || o.group_code)) THEN 'game'
              WHEN p.session_ok_until IS NULL OR p.session_ok_until > p_now THEN '' -- NULL AND f() would ask f
              WHEN protection_room(m.member_id, 'session', '', p_now) <= 0 THEN 'session'
              ELSE '' END,
         m.nick, array_to_string(m.upline, ','),
         coalesce((s.options #>> ARRAY['levels', m.level::text, 'maxStake'])::bigint, coalesce((s.options ->> 'maxStake')::bigint, p_max_stake) * m.level),
         coalesce((s.options ->> 'maxWin')::bigint, p_max_win),
         coalesce(p.watched, false),
         CASE WHEN p.wager_limited THEN protection_room(m.member_id, 'wager', c.code, p_now) END,
         CASE WHEN p.loss_limited THEN protection_room(m.member_id, 'loss', c.code, p_now) END
    FROM member_member m
    JOIN site_site s ON s.site_id = m.site_id
    JOIN provider_provider v ON v.vendor_id = p_vendor
   CROSS JOIN LATERAL (SELECT coalesce(nullif(p_currency, ''), s.options ->> 'currency', 'KRW') AS code) c
    LEFT JOIN protection_member p ON p.member_id = m.member_id
    LEFT JOIN game_game g ON g.code = p_game
    LEFT JOIN game_product o ON o.proc_id = g.proc_id
   WHERE m.member_id = p_member
$$;

-- betgate_stopped reports whether a site takes no bets at all on a game of a provider: inspect to game of betgate_ask, for all members.
CREATE OR REPLACE FUNCTION betgate_stopped(p_site text, p_vendor text, p_game text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (
    SELECT FROM site_site s JOIN provider_provider v ON v.vendor_id = p_vendor AND v.active
      LEFT JOIN game_game g ON g.code = p_game
      LEFT JOIN game_product o ON o.proc_id = g.proc_id
     WHERE s.site_id = p_site AND NOT s.inspect AND NOT coalesce((s.options ->> 'bettingPaused')::boolean, false)
       AND coalesce(g.active, true) AND coalesce(o.active, true)
       AND NOT EXISTS (SELECT FROM site_switch w WHERE w.site_id = p_site AND w.off
                          AND w.name IN ('vendor/' || p_vendor, 'game/' || p_game, 'product/' || o.proc_id, 'group/' || o.group_code)))
$$;

-- betgate_ask_all is betgate_ask for a batch of bets and wins; the game is the launch's when none is named.
CREATE OR REPLACE FUNCTION betgate_ask_all(p_member text[], p_vendor text[], p_token text[], p_game text[], p_currency text[], p_max_stake bigint, p_max_win bigint, p_now timestamptz)
RETURNS TABLE (member text, vendor text, token text, game text, currency text, path text, refusal text, max_stake bigint, max_win bigint,
               watched boolean, wager_room bigint, loss_room bigint) LANGUAGE sql STABLE AS $$
  SELECT u.member, u.vendor, u.token, u.game, u.currency, t.path, t.refusal, t.max_stake, t.max_win, t.watched, t.wager_room, t.loss_room
    FROM unnest(p_member, p_vendor, p_token, p_game, p_currency) AS u (member, vendor, token, game, currency)
    LEFT JOIN game_launch l ON l.token = nullif(u.token, '') AND l.vendor_id = u.vendor
   CROSS JOIN LATERAL betgate_ask(u.member, u.vendor, coalesce(nullif(u.game, ''), l.game_code, ''), u.currency, p_max_stake, p_max_win, p_now) t
$$;
