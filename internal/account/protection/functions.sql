-- Player protection (S-36 … S-45): what moves money asks here, in its own transaction.

-- protection_currency is the currency of a member's site, in which limits are set.
CREATE OR REPLACE FUNCTION protection_currency(p_member text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(s.options ->> 'currency', 'KRW') FROM member_member m JOIN site_site s ON s.site_id = m.site_id WHERE m.member_id = p_member
$$;

-- protection_total is the last running total of a currency up to a moment. A total without a currency was kept before there were two
-- and is where each begins.
CREATE OR REPLACE FUNCTION protection_total(p_member text, p_currency text, p_until timestamptz)
RETURNS TABLE (at timestamptz, wagered bigint, lost bigint) LANGUAGE sql STABLE AS $$
  SELECT f.at, f.wagered, f.lost
    FROM unnest(ARRAY[p_currency, '']) WITH ORDINALITY AS c (code, place)
   CROSS JOIN LATERAL (SELECT t.at, t.wagered, t.lost FROM protection_flow t
                        WHERE t.member_id = p_member AND t.currency = c.code AND t.at <= p_until ORDER BY t.at DESC LIMIT 1) f
   ORDER BY c.place LIMIT 1
$$;

-- protection_spent is what a window holds in a currency: of wager and loss from the running totals, of deposit from what was completed.
-- There is no rate between currencies, so a limit holds for the sum of each by itself. Session time has none.
CREATE OR REPLACE FUNCTION protection_spent(p_member text, p_kind text, p_days int, p_currency text, p_now timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  since timestamptz := p_now - p_days * interval '24 hours';
  total bigint;
  past  bigint;
BEGIN
  CASE p_kind
  WHEN 'wager' THEN
    SELECT wagered INTO total FROM protection_total(p_member, p_currency, 'infinity');
    SELECT wagered INTO past FROM protection_total(p_member, p_currency, since);
  WHEN 'loss' THEN
    SELECT lost INTO total FROM protection_total(p_member, p_currency, 'infinity');
    SELECT lost INTO past FROM protection_total(p_member, p_currency, since);
  WHEN 'deposit' THEN
    SELECT sum(amount) INTO total FROM cash_request
     WHERE member_id = p_member AND currency = p_currency AND kind = 'in' AND status = 1 AND processed_at > since;
    IF p_currency = protection_currency(p_member) THEN -- what the partner above paid counts as a deposit, unless the payment was reversed
      total := coalesce(total, 0) + (
        SELECT coalesce(sum(s.amount), 0) FROM partner_send s
         WHERE s.member_id = p_member AND s.kind = 'pay' AND NOT s.to_partner AND s.at > since
           AND NOT EXISTS (SELECT FROM partner_send r WHERE r.reverses = s.id));
    END IF;
  WHEN 'session' THEN -- seconds in which the member was logged in; two sessions at once count once
    SELECT floor(sum(extract(epoch FROM upper(r) - lower(r)))) INTO total
      FROM unnest((SELECT range_agg(tstzrange(begun, ended)) FROM (
             SELECT greatest(created_at, since) AS begun,
                    least(p_now, CASE WHEN state = 'live' THEN expires_at WHEN reason = 'IDLE' THEN seen_at ELSE ended_at END) AS ended
               FROM member_session
              WHERE member_id = p_member AND audience = 'member' AND coalesce(ended_at, 'infinity'::timestamptz) > since
           ) s WHERE begun < ended)) AS r;
  END CASE;
  RETURN coalesce(total, 0) - coalesce(past, 0);
END $$;

-- protection_room is what a member may still stake (wager, loss), pay in (deposit) or stay (session, in seconds) by the
-- limits of that kind, in a currency: the lowest applies (S-36). NULL: there is none.
CREATE OR REPLACE FUNCTION protection_room(p_member text, p_kind text, p_currency text, p_now timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  l    record;
  room bigint;
BEGIN
  FOR l IN SELECT days, amount FROM protection_limit WHERE member_id = p_member AND kind = p_kind LOOP
    room := least(room, CASE p_kind WHEN 'session' THEN 60 ELSE 1 END * l.amount - protection_spent(p_member, p_kind, l.days, p_currency, p_now));
  END LOOP;
  RETURN room;
END $$;

-- protection_note adds to the running totals of members who are watched; of others it does nothing. The caller has locked
-- the wallets of these members and currencies, so the rows of each follow each other, and names each once.
CREATE OR REPLACE FUNCTION protection_note(p_member text[], p_currency text[], p_wagered bigint[], p_lost bigint[], p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO protection_flow AS f (member_id, currency, at, wagered, lost)
  SELECT u.member, u.currency, greatest(p_now, last.at), coalesce(last.wagered, 0) + u.wagered, coalesce(last.lost, 0) + u.lost
    FROM unnest(p_member, p_currency, p_wagered, p_lost) AS u (member, currency, wagered, lost)
    JOIN protection_member p ON p.member_id = u.member AND p.watched
    LEFT JOIN LATERAL protection_total(u.member, u.currency, 'infinity') last ON true
  ON CONFLICT (member_id, currency, at) DO UPDATE SET wagered = excluded.wagered, lost = excluded.lost;
END $$;

-- protection_note as nodes of the release before call it, which know the site's currency only.
CREATE OR REPLACE FUNCTION protection_note(p_member text[], p_wagered bigint[], p_lost bigint[], p_now timestamptz) RETURNS void LANGUAGE sql AS $$
  SELECT protection_note(p_member, (SELECT array_agg(protection_currency(m) ORDER BY place) FROM unnest(p_member) WITH ORDINALITY AS u (m, place)),
                         p_wagered, p_lost, p_now)
$$;

-- protection_watch begins the running totals of a member with what the ledger has of the longest window. It locks the wallet:
-- a bet is either in the ledger by then, or comes after and is noted.
CREATE OR REPLACE FUNCTION protection_watch(p_member text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM wallet_balance WHERE member_id = p_member ORDER BY currency FOR UPDATE;
  INSERT INTO protection_member (member_id) VALUES (p_member) ON CONFLICT DO NOTHING;
  UPDATE protection_member SET watched = true WHERE member_id = p_member AND NOT watched;
  IF NOT FOUND THEN RETURN; END IF;
  INSERT INTO protection_flow (member_id, currency, at, wagered, lost)
  SELECT p_member, currency, created_at, sum(wagered) OVER w, sum(lost) OVER w
    FROM (SELECT currency, created_at, -sum(amount) AS lost,
                 -coalesce(sum(amount) FILTER (WHERE kind = 'bet' OR (kind = 'rollback' AND amount > 0)), 0) AS wagered
            FROM wallet_ledger
           WHERE member_id = p_member AND created_at > now() - interval '31 days' AND contra LIKE 'vendor:%'
           GROUP BY currency, created_at) moves
  WINDOW w AS (PARTITION BY currency ORDER BY created_at);
END $$;

-- protection_settle brings what the way of a bet reads in line with a member's limits. Without limits on stakes or losses
-- nothing is watched any more.
CREATE OR REPLACE FUNCTION protection_settle(p_member text, p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  still boolean;
BEGIN
  PERFORM 1 FROM wallet_balance WHERE member_id = p_member ORDER BY currency FOR UPDATE;
  INSERT INTO protection_member AS p (member_id, wager_limited, loss_limited, session_ok_until)
  SELECT p_member, coalesce(bool_or(kind = 'wager'), false), coalesce(bool_or(kind = 'loss'), false),
         CASE WHEN bool_or(kind = 'session') THEN p_now + greatest(protection_room(p_member, 'session', '', p_now), 0) * interval '1 second' END
    FROM protection_limit WHERE member_id = p_member
  ON CONFLICT (member_id) DO UPDATE
     SET wager_limited = excluded.wager_limited, loss_limited = excluded.loss_limited, session_ok_until = excluded.session_ok_until,
         session_told = false, watched = p.watched AND (excluded.wager_limited OR excluded.loss_limited)
  RETURNING p.watched INTO still;
  IF NOT still THEN DELETE FROM protection_flow WHERE member_id = p_member; END IF;
END $$;

-- protection_deposit tells why a member may not pay in an amount now: excluded, dormant, member (the account), limit; or
-- empty. With 0 it asks whether what is completed by now keeps within the limits.
CREATE OR REPLACE FUNCTION protection_deposit(p_member text, p_currency text, p_amount bigint, p_now timestamptz) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  m record;
BEGIN
  SELECT status, timeout_until, excluded_until INTO m FROM member_member WHERE member_id = p_member;
  RETURN CASE WHEN m.status = 'excluded' OR m.timeout_until > p_now OR m.excluded_until > p_now THEN 'excluded'
              WHEN m.status IN ('dormant', 'closed') THEN 'dormant'
              WHEN m.status IS DISTINCT FROM 'normal' THEN 'member'
              WHEN p_amount > protection_room(p_member, 'deposit', p_currency, p_now) THEN 'limit'
              ELSE '' END;
END $$;

-- protection_remind sets the next reminder of sessions and tells those whose time has come (REALITY, S-43): data1 the minutes
-- since the login. Then those whose limit of session time is reached, once: data2 LIMIT.
CREATE OR REPLACE FUNCTION protection_remind(p_now timestamptz, p_count int, OUT o_seen int, OUT o_told int) LANGUAGE plpgsql AS $$
DECLARE
  m    record;
  room bigint;
  n    int;
BEGIN
  WITH due AS (
    SELECT s.session_id, s.check_at, make_interval(mins => coalesce(p.check_minutes, 60)) AS pause
      FROM member_session s LEFT JOIN protection_member p ON p.member_id = s.member_id
     WHERE s.state = 'live' AND s.audience = 'member' AND (s.check_at IS NULL OR s.check_at <= p_now)
     ORDER BY s.check_at NULLS FIRST LIMIT p_count FOR UPDATE OF s SKIP LOCKED
  ), moved AS (
    UPDATE member_session s
       SET check_at = CASE WHEN due.check_at IS NULL THEN s.created_at ELSE p_now END + due.pause,
           check_open = s.check_open OR due.check_at IS NOT NULL
      FROM due WHERE s.session_id = due.session_id
    RETURNING s.site_id, s.member_id, s.session_id, s.created_at, due.check_at IS NOT NULL AS told
  ), events AS (
    INSERT INTO outbox_event (site, member, sid, cmd, data1)
    SELECT site_id, member_id, session_id, 'REALITY', floor(extract(epoch FROM p_now - created_at) / 60)::text FROM moved WHERE told
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM moved), (SELECT count(*) FROM events) INTO o_seen, o_told;

  FOR m IN
    SELECT p.member_id, p.session_told FROM protection_member p
     WHERE p.session_ok_until <= p_now
       AND EXISTS (SELECT FROM member_session s WHERE s.member_id = p.member_id AND s.audience = 'member' AND s.state = 'live')
     ORDER BY p.session_ok_until LIMIT p_count FOR UPDATE SKIP LOCKED
  LOOP
    room := protection_room(m.member_id, 'session', '', p_now);
    UPDATE protection_member
       SET session_told = coalesce(room <= 0, false),
           session_ok_until = CASE WHEN room > 0 THEN p_now + room * interval '1 second' ELSE session_ok_until END
     WHERE member_id = m.member_id AND (room > 0 OR NOT session_told);
    IF room <= 0 AND NOT m.session_told THEN
      INSERT INTO outbox_event (site, member, sid, cmd, data1, data2)
      SELECT site_id, member_id, session_id, 'REALITY', floor(extract(epoch FROM p_now - created_at) / 60)::text, 'LIMIT'
        FROM member_session WHERE member_id = m.member_id AND audience = 'member' AND state = 'live';
      GET DIAGNOSTICS n = ROW_COUNT;
      o_told := o_told + n;
    END IF;
  END LOOP;
END $$;

-- protection_interval sets how often a member is reminded, from now on.
CREATE OR REPLACE FUNCTION protection_interval(p_member text, p_minutes int, p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO protection_member (member_id, check_minutes) VALUES (p_member, p_minutes)
  ON CONFLICT (member_id) DO UPDATE SET check_minutes = excluded.check_minutes;
  UPDATE member_session SET check_at = p_now + make_interval(mins => p_minutes)
   WHERE member_id = p_member AND audience = 'member' AND state = 'live';
END $$;

-- protection_figures is what a reminder shows of a session: rounds that were begun in it. Stakes and payouts are those of settled rounds, as
-- in the history of bets; the stakes of open rounds stand beside them and are no loss.
CREATE OR REPLACE FUNCTION protection_figures(p_member text, p_session text)
RETURNS TABLE (started_at timestamptz, check_open boolean, staked bigint, won bigint, open_stake bigint) LANGUAGE sql STABLE AS $$
  SELECT s.created_at, s.check_open, coalesce(r.staked, 0)::bigint, coalesce(r.won, 0)::bigint, coalesce(r.open_stake, 0)::bigint
    FROM member_session s
    LEFT JOIN LATERAL (SELECT sum(v.stake) FILTER (WHERE v.state = 'closed') AS staked, sum(v.payout) FILTER (WHERE v.state = 'closed') AS won,
                              sum(v.stake) FILTER (WHERE v.state = 'open') AS open_stake
                         FROM casino_round v WHERE v.member_id = s.member_id AND v.created_at >= s.created_at) r ON true
   WHERE s.session_id = p_session AND s.member_id = p_member
$$;

-- protection_answered notes that the reminder of a session was answered.
CREATE OR REPLACE FUNCTION protection_answered(p_member text, p_session text) RETURNS void LANGUAGE sql AS $$
  UPDATE member_session SET check_open = false WHERE session_id = p_session AND member_id = p_member AND check_open
$$;

-- protection_prune forgets running totals that no window reaches. Of each member and currency the last one before stays: a sum begins there.
CREATE OR REPLACE FUNCTION protection_prune(p_now timestamptz) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  n bigint;
BEGIN
  DELETE FROM protection_flow f
   USING (SELECT member_id, currency, max(at) AS base FROM protection_flow WHERE at <= p_now - interval '31 days' GROUP BY member_id, currency) k
   WHERE f.member_id = k.member_id AND f.currency = k.currency AND f.at < k.base;
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN n;
END $$;

CREATE OR REPLACE TRIGGER protection_change_append_only BEFORE UPDATE OR DELETE ON protection_change FOR EACH ROW EXECUTE FUNCTION refuse_change();
