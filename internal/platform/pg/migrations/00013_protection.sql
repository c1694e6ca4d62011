-- +goose Up
-- Player protection (S-36 … S-45): limits that members set themselves, time-outs, self-exclusion, reality checks; and the
-- switches of products and games on the way of a bet. What moves money asks here, in its own transaction.

-- Until when a member may neither bet nor pay in (U033). A time-out ends by itself; after an exclusion the status stays
-- `excluded` until staff takes the member back, which nobody can do before its end (S-40, S-41).
ALTER TABLE member_member
  ADD COLUMN timeout_until  timestamptz,
  ADD COLUMN excluded_until timestamptz,
  ADD CONSTRAINT member_excluded_to_its_end CHECK (status <> 'normal' OR excluded_until IS NULL OR excluded_until <= status_at);

-- +goose StatementBegin
CREATE FUNCTION member_keep_break() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'a time-out or exclusion of % can be made longer, not shorter', OLD.member_id; END $$;
-- +goose StatementEnd
CREATE TRIGGER member_keep_break BEFORE UPDATE OF timeout_until, excluded_until ON member_member FOR EACH ROW
  WHEN (NEW.timeout_until IS NULL AND OLD.timeout_until IS NOT NULL OR NEW.timeout_until < OLD.timeout_until
        OR NEW.excluded_until IS NULL AND OLD.excluded_until IS NOT NULL OR NEW.excluded_until < OLD.excluded_until)
  EXECUTE FUNCTION member_keep_break();

-- When a session is reminded next, and whether its last reminder waits for an answer (S-43).
ALTER TABLE member_session ADD COLUMN check_at timestamptz, ADD COLUMN check_open boolean NOT NULL DEFAULT false;
CREATE INDEX member_session_check ON member_session (check_at NULLS FIRST) WHERE state = 'live' AND audience = 'member';
CREATE INDEX member_session_time ON member_session (member_id, coalesce(ended_at, 'infinity'::timestamptz)) WHERE audience = 'member';

-- What the way of a bet must know about a member; most have no row. Changed only with the member's settings, so no bet
-- writes it.
CREATE TABLE protection_member (
  member_id        text PRIMARY KEY REFERENCES member_member,
  watched          boolean NOT NULL DEFAULT false,   -- protection_flow is kept
  wager_limited    boolean NOT NULL DEFAULT false,
  loss_limited     boolean NOT NULL DEFAULT false,
  session_ok_until timestamptz,                      -- no limit of session time is reached before; NULL: there is none
  session_told     boolean NOT NULL DEFAULT false,   -- that one is reached
  check_minutes    smallint NOT NULL DEFAULT 60 CHECK (check_minutes IN (15, 30, 60))
);
CREATE INDEX protection_member_session ON protection_member (session_ok_until) WHERE session_ok_until IS NOT NULL;

-- A limit in force, and what the member asked to loosen it to: confirmed by the member between pending_from and
-- pending_until, or nothing comes of it (S-37). amount is minor units; of kind session minutes.
CREATE TABLE protection_limit (
  member_id      text NOT NULL REFERENCES member_member,
  kind           text NOT NULL CHECK (kind IN ('deposit', 'wager', 'loss', 'session')),
  days           smallint NOT NULL CHECK (days IN (1, 7, 30)),
  amount         bigint NOT NULL CHECK (amount > 0),
  set_at         timestamptz NOT NULL,
  pending_amount bigint,                             -- NULL with a pending_from: no limit any more
  pending_from   timestamptz,
  pending_until  timestamptz,
  PRIMARY KEY (member_id, kind, days),
  CHECK (pending_amount IS NULL OR pending_amount > amount),
  CHECK ((pending_from IS NULL) = (pending_until IS NULL) AND (pending_from IS NOT NULL OR pending_amount IS NULL))
);

-- Running totals of a watched member after each moment at which a vendor moved its money: a sum over any window is the
-- difference of two rows, exact and by two lookups. wagered: stakes less those given back; lost: stakes less what came back.
CREATE TABLE protection_flow (
  member_id text NOT NULL,
  at        timestamptz NOT NULL,
  wagered   bigint NOT NULL,
  lost      bigint NOT NULL,
  PRIMARY KEY (member_id, at)
) WITH (fillfactor = 90);

-- Each change that a member makes, kept for good (S-41, S-81). before and after are amounts of a limit, or minutes.
CREATE TABLE protection_change (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id   text NOT NULL,
  member_id text NOT NULL,
  at        timestamptz NOT NULL,
  action    text NOT NULL CHECK (action IN ('set', 'asked', 'confirmed', 'cancelled', 'timeout', 'exclusion', 'interval')),
  kind      text NOT NULL DEFAULT '',
  days      int NOT NULL DEFAULT 0,                  -- of the window, or how long a break lasts
  before    bigint,
  after     bigint,
  until     timestamptz,
  ip        inet,
  trace     text NOT NULL DEFAULT ''
);
CREATE INDEX protection_change_member ON protection_change (member_id, id DESC);
CREATE TRIGGER protection_change_append_only BEFORE UPDATE OR DELETE ON protection_change FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- protection_spent is what a window holds: of wager and loss from the running totals, of deposit from what was completed.
-- +goose StatementBegin
CREATE FUNCTION protection_spent(p_member text, p_kind text, p_days int, p_now timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  since timestamptz := p_now - p_days * interval '24 hours';
  total bigint;
  past  bigint;
BEGIN
  CASE p_kind
  WHEN 'wager' THEN
    SELECT wagered INTO total FROM protection_flow WHERE member_id = p_member ORDER BY at DESC LIMIT 1;
    SELECT wagered INTO past FROM protection_flow WHERE member_id = p_member AND at <= since ORDER BY at DESC LIMIT 1;
  WHEN 'loss' THEN
    SELECT lost INTO total FROM protection_flow WHERE member_id = p_member ORDER BY at DESC LIMIT 1;
    SELECT lost INTO past FROM protection_flow WHERE member_id = p_member AND at <= since ORDER BY at DESC LIMIT 1;
  WHEN 'deposit' THEN
    SELECT sum(amount) INTO total FROM cash_request
     WHERE member_id = p_member AND kind = 'in' AND status = 1 AND processed_at > since;
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
-- +goose StatementEnd

-- protection_room is what a member may still stake (wager, loss), pay in (deposit) or stay (session, in seconds) by the
-- limits of that kind: the lowest applies (S-36). NULL: there is none.
-- +goose StatementBegin
CREATE FUNCTION protection_room(p_member text, p_kind text, p_now timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  l    record;
  room bigint;
BEGIN
  FOR l IN SELECT days, amount FROM protection_limit WHERE member_id = p_member AND kind = p_kind LOOP
    room := least(room, CASE p_kind WHEN 'session' THEN 60 ELSE 1 END * l.amount - protection_spent(p_member, p_kind, l.days, p_now));
  END LOOP;
  RETURN room;
END $$;
-- +goose StatementEnd

-- protection_note adds to the running totals of members who are watched; of others it does nothing. The caller has locked
-- the members' wallets, so a member's rows follow each other, and names a member once.
-- +goose StatementBegin
CREATE FUNCTION protection_note(p_member text[], p_wagered bigint[], p_lost bigint[], p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO protection_flow AS f (member_id, at, wagered, lost)
  SELECT u.member, greatest(p_now, last.at), coalesce(last.wagered, 0) + u.wagered, coalesce(last.lost, 0) + u.lost
    FROM unnest(p_member, p_wagered, p_lost) AS u (member, wagered, lost)
    JOIN protection_member p ON p.member_id = u.member AND p.watched
    LEFT JOIN LATERAL (SELECT at, wagered, lost FROM protection_flow WHERE member_id = u.member ORDER BY at DESC LIMIT 1) last ON true
  ON CONFLICT (member_id, at) DO UPDATE SET wagered = excluded.wagered, lost = excluded.lost;
END $$;
-- +goose StatementEnd

-- protection_watch begins the running totals of a member with what the ledger has of the longest window. It locks the wallet:
-- a bet is either in the ledger by then, or comes after and is noted.
-- +goose StatementBegin
CREATE FUNCTION protection_watch(p_member text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM wallet_balance WHERE member_id = p_member ORDER BY currency FOR UPDATE;
  INSERT INTO protection_member (member_id) VALUES (p_member) ON CONFLICT DO NOTHING;
  UPDATE protection_member SET watched = true WHERE member_id = p_member AND NOT watched;
  IF NOT FOUND THEN RETURN; END IF;
  INSERT INTO protection_flow (member_id, at, wagered, lost)
  SELECT p_member, created_at, sum(wagered) OVER w, sum(lost) OVER w
    FROM (SELECT created_at, -sum(amount) AS lost,
                 -coalesce(sum(amount) FILTER (WHERE kind = 'bet' OR (kind = 'rollback' AND amount > 0)), 0) AS wagered
            FROM wallet_ledger
           WHERE member_id = p_member AND created_at > now() - interval '31 days' AND contra LIKE 'vendor:%'
           GROUP BY created_at) moves
  WINDOW w AS (ORDER BY created_at);
END $$;
-- +goose StatementEnd

-- protection_settle brings what the way of a bet reads in line with a member's limits. Without limits on stakes or losses
-- nothing is watched any more.
-- +goose StatementBegin
CREATE FUNCTION protection_settle(p_member text, p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  still boolean;
BEGIN
  PERFORM 1 FROM wallet_balance WHERE member_id = p_member ORDER BY currency FOR UPDATE;
  INSERT INTO protection_member AS p (member_id, wager_limited, loss_limited, session_ok_until)
  SELECT p_member, coalesce(bool_or(kind = 'wager'), false), coalesce(bool_or(kind = 'loss'), false),
         CASE WHEN bool_or(kind = 'session') THEN p_now + greatest(protection_room(p_member, 'session', p_now), 0) * interval '1 second' END
    FROM protection_limit WHERE member_id = p_member
  ON CONFLICT (member_id) DO UPDATE
     SET wager_limited = excluded.wager_limited, loss_limited = excluded.loss_limited, session_ok_until = excluded.session_ok_until,
         session_told = false, watched = p.watched AND (excluded.wager_limited OR excluded.loss_limited)
  RETURNING p.watched INTO still;
  IF NOT still THEN DELETE FROM protection_flow WHERE member_id = p_member; END IF;
END $$;
-- +goose StatementEnd

-- protection_deposit tells why a member may not pay in an amount now: excluded, dormant, member (the account), limit; or
-- empty. With 0 it asks whether what is completed by now keeps within the limits.
-- +goose StatementBegin
CREATE FUNCTION protection_deposit(p_member text, p_amount bigint, p_now timestamptz) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  m record;
BEGIN
  SELECT status, timeout_until, excluded_until INTO m FROM member_member WHERE member_id = p_member;
  RETURN CASE WHEN m.status = 'excluded' OR m.timeout_until > p_now OR m.excluded_until > p_now THEN 'excluded'
              WHEN m.status IN ('dormant', 'closed') THEN 'dormant'
              WHEN m.status IS DISTINCT FROM 'normal' THEN 'member'
              WHEN p_amount > protection_room(p_member, 'deposit', p_now) THEN 'limit'
              ELSE '' END;
END $$;
-- +goose StatementEnd

-- protection_remind sets the next reminder of sessions and tells those whose time has come (REALITY, S-43): data1 the minutes
-- since the log-in. Then those whose limit of session time is reached, once: data2 LIMIT.
-- +goose StatementBegin
CREATE FUNCTION protection_remind(p_now timestamptz, p_count int, OUT o_seen int, OUT o_told int) LANGUAGE plpgsql AS $$
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
    room := protection_room(m.member_id, 'session', p_now);
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
-- +goose StatementEnd

-- protection_interval sets how often a member is reminded, from now on.
-- +goose StatementBegin
CREATE FUNCTION protection_interval(p_member text, p_minutes int, p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO protection_member (member_id, check_minutes) VALUES (p_member, p_minutes)
  ON CONFLICT (member_id) DO UPDATE SET check_minutes = excluded.check_minutes;
  UPDATE member_session SET check_at = p_now + make_interval(mins => p_minutes)
   WHERE member_id = p_member AND audience = 'member' AND state = 'live';
END $$;
-- +goose StatementEnd

-- protection_session is what a reminder shows of a session: rounds that were begun in it.
-- +goose StatementBegin
CREATE FUNCTION protection_session(p_member text, p_session text)
RETURNS TABLE (started_at timestamptz, check_open boolean, staked bigint, won bigint) LANGUAGE sql STABLE AS $$
  SELECT s.created_at, s.check_open, coalesce(r.staked, 0)::bigint, coalesce(r.won, 0)::bigint
    FROM member_session s
    LEFT JOIN LATERAL (SELECT sum(v.stake) AS staked, sum(v.payout) AS won FROM vendor_round v
                        WHERE v.member_id = s.member_id AND v.created_at >= s.created_at) r ON true
   WHERE s.session_id = p_session AND s.member_id = p_member
$$;
-- +goose StatementEnd

-- protection_answered notes that the reminder of a session was answered.
-- +goose StatementBegin
CREATE FUNCTION protection_answered(p_member text, p_session text) RETURNS void LANGUAGE sql AS $$
  UPDATE member_session SET check_open = false WHERE session_id = p_session AND member_id = p_member AND check_open
$$;
-- +goose StatementEnd

-- protection_prune forgets running totals that no window reaches. Of each member the last one before stays: a sum begins there.
-- +goose StatementBegin
CREATE FUNCTION protection_prune(p_now timestamptz) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  n bigint;
BEGIN
  DELETE FROM protection_flow f
   USING (SELECT member_id, max(at) AS base FROM protection_flow WHERE at <= p_now - interval '31 days' GROUP BY member_id) k
   WHERE f.member_id = k.member_id AND f.at < k.base;
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN n;
END $$;
-- +goose StatementEnd

-- vendor_gate tells whether a member may bet with a vendor on a game now, and with how much: D-22, the site's limits times the
-- member's level, and what the member's own limits leave (NULL: there are none). refusal is empty or, in this order, excluded
-- (U033), dormant, member, locked, denied, inspect, paused, vendor, game (it or its product is switched off), session (U034:
-- the time is used up). A game that the catalogue does not have is not switched off. The one place of these rules; the one
-- with four arguments is that of the release before and goes with the next migration.
-- +goose StatementBegin
CREATE FUNCTION vendor_gate(p_member text, p_vendor text, p_game text, p_max_stake bigint, p_max_win bigint, p_now timestamptz)
RETURNS TABLE (refusal text, nick text, max_stake bigint, max_win bigint, watched boolean, wager_room bigint, loss_room bigint)
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
              WHEN p.session_ok_until <= p_now AND protection_room(m.member_id, 'session', p_now) <= 0 THEN 'session'
              ELSE '' END,
         m.nick,
         coalesce((s.options ->> 'maxStake')::bigint, p_max_stake) * m.level,
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

-- vendor_standings is vendor_gate for many bets and wins, with the partners above; the game is the launch's when none is named.
-- A member that is not known is left out; of a vendor that is not known the gate's columns are NULL. The one with four
-- arguments is that of the release before and goes with the next migration.
-- +goose StatementBegin
CREATE FUNCTION vendor_standings(p_member text[], p_vendor text[], p_token text[], p_game text[], p_max_stake bigint, p_max_win bigint, p_now timestamptz)
RETURNS TABLE (member text, vendor text, token text, game text, path text, refusal text, max_stake bigint, max_win bigint,
               watched boolean, wager_room bigint, loss_room bigint) LANGUAGE sql STABLE AS $$
  SELECT u.member, u.vendor, u.token, u.game, m.path, t.refusal, t.max_stake, t.max_win, t.watched, t.wager_room, t.loss_room
    FROM unnest(p_member, p_vendor, p_token, p_game) AS u (member, vendor, token, game)
    JOIN member_member m ON m.member_id = u.member
    LEFT JOIN game_launch l ON l.token = nullif(u.token, '') AND l.vendor_id = u.vendor
    LEFT JOIN LATERAL vendor_gate(u.member, u.vendor, coalesce(nullif(u.game, ''), l.game_code, ''), p_max_stake, p_max_win, p_now) t ON true
$$;
-- +goose StatementEnd

-- vendor_apply carries out one bet, win or rollback of a vendor and stores its answer: one round trip, one transaction.
-- Bets and the member's own limits: LIMIT_REACHED is U034. What a vendor moves is noted for the limits in the same transaction.
-- Locks: the wallet's row, which puts everything of a member in a row; then the transaction's rows and the round.
-- A stored transaction gets its stored answer. o_recorded tells whether the answer is stored: what names no transaction of
-- ours (TRANSACTION_NOT_FOUND, MEMBER_NOT_FOUND, WRONG_CURRENCY, DUPLICATE_TRANSACTION, an unknown token) is not.
-- p_refuse, when given, is stored as the answer of a transaction that is not known yet (an atomic batch that failed).
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION vendor_apply(
  p_vendor text, p_kind text, p_tx text, p_ref text, p_round text, p_token text, p_member text, p_currency text,
  p_amount bigint, p_hash bytea, p_campaign text, p_closes boolean, p_game text, p_refuse text,
  p_max_stake bigint, p_max_win bigint, p_now timestamptz, p_trace text,
  OUT o_status text, OUT o_balance bigint, OUT o_our_tx bigint, OUT o_recorded boolean, OUT o_repeated boolean, OUT o_debt bigint
) LANGUAGE plpgsql AS $$
DECLARE
  w        wallet_balance%ROWTYPE;
  t        vendor_tx%ROWTYPE;
  r        vendor_tx%ROWTYPE;
  launch   record;
  gate     record;
  live     boolean := true;   -- the token, when there is one, is valid
  effect   bigint := 0;       -- what the wallet gains
  stored   bigint := p_amount;
  note     text := p_kind;    -- the ledger's kind
  watched  boolean := true;   -- running totals of the member may be kept (protection_flow)
  ver      bigint;
  settings jsonb;
BEGIN
  o_balance := 0; o_our_tx := 0; o_recorded := false; o_repeated := false; o_debt := 0;

  IF p_token <> '' THEN
    SELECT l.member_id, l.game_code, l.session_id, s.seen_at,
           l.closed_at IS NULL AND l.expires_at > p_now AND s.state IS NOT DISTINCT FROM 'live' AS live
      INTO launch
      FROM game_launch l LEFT JOIN member_session s ON s.session_id = l.session_id
     WHERE l.token = p_token AND l.vendor_id = p_vendor;
    IF FOUND THEN
      live := launch.live AND (p_member = '' OR p_member = launch.member_id);
      IF p_member = '' THEN p_member := launch.member_id; END IF;
      IF p_game = '' THEN p_game := launch.game_code; END IF;
    ELSE
      live := false;
      IF p_member = '' THEN o_status := 'TOKEN_EXPIRED'; RETURN; END IF;
    END IF;
  END IF;

  SELECT * INTO w FROM wallet_balance WHERE member_id = p_member AND currency = p_currency FOR UPDATE;
  IF NOT FOUND THEN
    PERFORM 1 FROM member_member WHERE member_id = p_member;
    o_status := CASE WHEN FOUND THEN 'WRONG_CURRENCY' ELSE 'MEMBER_NOT_FOUND' END;
    RETURN;
  END IF;
  o_balance := w.balance;

  SELECT * INTO t FROM vendor_tx WHERE vendor_id = p_vendor AND tx_id = p_tx;
  IF FOUND THEN
    IF t.kind = 'tombstone' AND t.member_id = p_member AND p_kind <> 'rollback' THEN
      UPDATE vendor_tx SET kind = p_kind, ref_tx_id = p_ref, round_id = p_round, currency = p_currency, amount = p_amount,
             req_hash = p_hash, status = 'TRANSACTION_ROLLED_BACK', balance_after = w.balance, closes = p_closes,
             campaign_id = p_campaign, created_at = p_now
       WHERE vendor_id = p_vendor AND tx_id = p_tx;
      o_status := 'TRANSACTION_ROLLED_BACK'; o_our_tx := t.our_tx_id; o_recorded := true;
    ELSIF t.req_hash = p_hash AND t.member_id = p_member THEN
      o_status := t.status; o_balance := t.balance_after; o_our_tx := t.our_tx_id; o_recorded := true; o_repeated := true;
    ELSE
      o_status := 'DUPLICATE_TRANSACTION';
    END IF;
    RETURN;
  END IF;

  o_status := 'OK';
  IF p_refuse <> '' THEN
    o_status := p_refuse;

  ELSIF p_kind = 'bet' THEN
    SELECT * INTO gate FROM vendor_gate(p_member, p_vendor, p_game, p_max_stake, p_max_win, p_now);
    watched := gate.watched;
    IF NOT live THEN o_status := 'TOKEN_EXPIRED';
    ELSIF gate.refusal IN ('excluded', 'dormant', 'member', 'locked', 'denied') THEN o_status := 'BETTING_LOCKED';
    ELSIF gate.refusal = 'session' THEN o_status := 'LIMIT_REACHED';
    ELSIF gate.refusal IS DISTINCT FROM '' THEN o_status := 'MAINTENANCE';
    ELSIF p_amount > gate.max_stake THEN o_status := 'BAD_AMOUNT';
    ELSIF p_amount > 0 AND p_amount > least(gate.wager_room, gate.loss_room) THEN o_status := 'LIMIT_REACHED';
    ELSIF p_amount > w.balance THEN o_status := 'INSUFFICIENT_FUNDS';
    ELSE
      effect := -p_amount;
      INSERT INTO vendor_round AS v (vendor_id, round_id, member_id, site_id, game_code, currency, bets, stake, balance_before, balance_after, created_at)
      VALUES (p_vendor, p_round, p_member, w.site_id, p_game, p_currency, 1, p_amount, w.balance, w.balance + effect, p_now)
      ON CONFLICT (vendor_id, round_id, member_id) DO UPDATE
         SET bets = v.bets + 1, stake = v.stake + p_amount, balance_after = excluded.balance_after, state = 'open', closed_at = NULL
       WHERE v.state <> 'closed' AND v.currency = p_currency;
      IF NOT FOUND THEN effect := 0; o_status := 'ROUND_CLOSED'; END IF;
    END IF;

  ELSIF p_kind = 'win' THEN
    IF p_ref <> '' THEN
      SELECT * INTO r FROM vendor_tx WHERE vendor_id = p_vendor AND tx_id = p_ref;
      IF NOT FOUND THEN
        IF p_campaign = '' THEN o_status := 'TRANSACTION_NOT_FOUND'; END IF;
      ELSIF r.member_id <> p_member OR r.currency <> p_currency THEN
        o_status := 'TRANSACTION_NOT_FOUND';
      ELSIF r.kind = 'tombstone' OR r.status = 'TRANSACTION_ROLLED_BACK' OR r.rolled_back_by IS NOT NULL THEN
        o_status := 'TRANSACTION_ROLLED_BACK';
      ELSIF r.kind <> 'bet' OR r.status <> 'OK' OR r.round_id <> p_round THEN
        o_status := 'TRANSACTION_NOT_FOUND';
      ELSE
        PERFORM 1 FROM vendor_tx WHERE vendor_id = p_vendor AND ref_tx_id = p_ref AND kind = 'win' AND status = 'OK'
                                   AND closes AND rolled_back_by IS NULL;
        IF FOUND THEN o_status := 'BET_ALREADY_SETTLED'; END IF;
      END IF;
      IF o_status = 'TRANSACTION_NOT_FOUND' THEN RETURN; END IF;
    END IF;
    IF o_status = 'OK' THEN
      SELECT * INTO gate FROM vendor_gate(p_member, p_vendor, p_game, p_max_stake, p_max_win, p_now);
      watched := coalesce(gate.watched, true);
      IF p_amount > coalesce(gate.max_win, p_max_win) THEN o_status := 'BAD_AMOUNT'; END IF;
    END IF;
    IF o_status = 'OK' THEN
      effect := p_amount;
      IF p_campaign <> '' THEN note := 'win.promo'; END IF;
      INSERT INTO vendor_round AS v (vendor_id, round_id, member_id, site_id, game_code, currency, payout, state, balance_before, balance_after, created_at, closed_at)
      VALUES (p_vendor, p_round, p_member, w.site_id, p_game, p_currency, p_amount, CASE WHEN p_closes THEN 'closed' ELSE 'open' END,
              w.balance, w.balance + effect, p_now, CASE WHEN p_closes THEN p_now END)
      ON CONFLICT (vendor_id, round_id, member_id) DO UPDATE
         SET payout = v.payout + p_amount, balance_after = excluded.balance_after,
             state = CASE WHEN p_closes THEN 'closed' WHEN v.state = 'void' THEN 'open' ELSE v.state END,
             closed_at = CASE WHEN p_closes THEN p_now WHEN v.state = 'void' THEN NULL ELSE v.closed_at END;
    END IF;

  ELSE -- rollback
    stored := 0;
    SELECT v.settings INTO settings FROM vendor_vendor v WHERE v.vendor_id = p_vendor;
    SELECT * INTO r FROM vendor_tx WHERE vendor_id = p_vendor AND tx_id = p_ref;
    IF NOT FOUND THEN
      INSERT INTO vendor_tx (vendor_id, tx_id, kind, member_id, round_id, currency, amount, req_hash, status, balance_after, rolled_back_by, created_at)
      VALUES (p_vendor, p_ref, 'tombstone', p_member, p_round, p_currency, 0, '', 'TRANSACTION_ROLLED_BACK', w.balance, p_tx, p_now);
      o_status := coalesce(settings ->> 'rollbackUnknown', 'OK');
    ELSIF r.member_id <> p_member OR r.kind = 'rollback' THEN
      o_status := 'TRANSACTION_NOT_FOUND'; RETURN;
    ELSIF r.currency <> p_currency THEN
      o_status := 'WRONG_CURRENCY'; RETURN;
    ELSIF r.status <> 'OK' OR r.rolled_back_by IS NOT NULL THEN
      NULL; -- it had no effect, or none any more
    ELSIF r.kind = 'bet' THEN
      PERFORM 1 FROM vendor_tx WHERE vendor_id = p_vendor AND ref_tx_id = p_ref AND kind = 'win' AND status = 'OK' AND rolled_back_by IS NULL;
      IF FOUND THEN
        o_status := 'BET_ALREADY_SETTLED';
      ELSE
        effect := r.amount; stored := r.amount;
        UPDATE vendor_round
           SET bets = bets - 1, stake = stake - r.amount, voided = voided + r.amount, balance_after = w.balance + effect,
               state = CASE WHEN bets = 1 AND payout = 0 THEN 'void' ELSE state END,
               closed_at = CASE WHEN bets = 1 AND payout = 0 THEN p_now ELSE closed_at END
         WHERE vendor_id = p_vendor AND round_id = r.round_id AND member_id = p_member;
      END IF;
    ELSE -- a win
      o_debt := greatest(r.amount - w.balance, 0);
      IF o_debt > 0 AND settings ->> 'winRollback' = 'refuse' THEN
        o_debt := 0; o_status := 'INSUFFICIENT_FUNDS';
      ELSE
        effect := o_debt - r.amount; stored := r.amount;
        UPDATE vendor_round
           SET payout = payout - r.amount, balance_after = w.balance + effect,
               state = CASE WHEN bets = 0 AND payout = r.amount THEN 'void' WHEN r.closes THEN 'open' ELSE state END,
               closed_at = CASE WHEN bets = 0 AND payout = r.amount THEN p_now WHEN r.closes THEN NULL ELSE closed_at END
         WHERE vendor_id = p_vendor AND round_id = r.round_id AND member_id = p_member;
        IF o_debt > 0 THEN
          INSERT INTO vendor_debt (vendor_id, tx_id, member_id, currency, amount, created_at)
          VALUES (p_vendor, p_tx, p_member, p_currency, o_debt, p_now);
        END IF;
      END IF;
    END IF;
    IF o_status = 'OK' AND r.status = 'OK' AND r.rolled_back_by IS NULL THEN
      UPDATE vendor_tx SET rolled_back_by = p_tx WHERE vendor_id = p_vendor AND tx_id = p_ref;
    END IF;
  END IF;

  IF effect <> 0 THEN
    SELECT p.o_balance, p.o_version INTO o_balance, ver
      FROM wallet_post(p_member, p_currency, 'cash', effect, 'vendor:' || p_vendor, note, p_vendor || ':' || p_tx, p_trace) p;
    IF watched THEN
      PERFORM protection_note(ARRAY[p_member], ARRAY[CASE WHEN p_kind = 'bet' OR (p_kind = 'rollback' AND effect > 0) THEN -effect ELSE 0 END],
                              ARRAY[-effect], p_now);
    END IF;
  END IF;
  INSERT INTO vendor_tx (vendor_id, tx_id, kind, ref_tx_id, member_id, round_id, currency, amount, req_hash, status, version,
                         balance_after, closes, campaign_id, created_at)
  VALUES (p_vendor, p_tx, p_kind, p_ref, p_member, p_round, p_currency, stored, p_hash, o_status, ver,
          o_balance, p_closes, p_campaign, p_now)
  RETURNING our_tx_id INTO o_our_tx;
  o_recorded := true;

  -- Playing is being active (D-09), to the minute.
  IF p_kind = 'bet' AND p_token <> '' AND o_status = 'OK' THEN
    IF launch.seen_at < p_now - interval '1 minute' THEN
      UPDATE member_session SET seen_at = p_now WHERE session_id = launch.session_id AND seen_at < p_now;
    END IF;
  END IF;
END $$;
-- +goose StatementEnd
