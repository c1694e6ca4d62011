-- The bet gate, and what vendors' calls read and write.

-- vendor_gate returns whether a member may bet with a vendor on a game now, and with how much: D-22, the level's own maximum stake
-- or the site's times the level, and what the member's own limits leave (NULL: there are none). refusal is '' or the first that
-- applies of: excluded (U033), dormant, member, locked, denied, inspect, paused, vendor, game (it or its product is switched
-- off), session (U034: the time is used up). A game that is not in the catalogue is not switched off. path lists the partners
-- above. An empty currency is the site's. An unknown member or vendor has no row. These rules stand here and nowhere else.
CREATE OR REPLACE FUNCTION vendor_gate(p_member text, p_vendor text, p_game text, p_currency text, p_max_stake bigint, p_max_win bigint, p_now timestamptz)
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
              WHEN protection_room(m.member_id, 'session', '', p_now) <= 0 THEN 'session'
              ELSE '' END,
         m.nick, m.path,
         coalesce((s.options #>> ARRAY['levels', m.level::text, 'maxStake'])::bigint, coalesce((s.options ->> 'maxStake')::bigint, p_max_stake) * m.level),
         coalesce((s.options ->> 'maxWin')::bigint, p_max_win),
         coalesce(p.watched, false),
         CASE WHEN p.wager_limited THEN protection_room(m.member_id, 'wager', c.code, p_now) END,
         CASE WHEN p.loss_limited THEN protection_room(m.member_id, 'loss', c.code, p_now) END
    FROM member_member m
    JOIN site_site s ON s.site_id = m.site_id
    JOIN vendor_vendor v ON v.vendor_id = p_vendor
   CROSS JOIN LATERAL (SELECT coalesce(nullif(p_currency, ''), s.options ->> 'currency', 'KRW') AS code) c
    LEFT JOIN protection_member p ON p.member_id = m.member_id
    LEFT JOIN game_game g ON g.code = p_game
    LEFT JOIN game_product o ON o.proc_id = g.proc_id
   WHERE m.member_id = p_member
$$;

-- vendor_standings is vendor_gate for many bets and wins; the game is the launch's when none is named.
CREATE OR REPLACE FUNCTION vendor_standings(p_member text[], p_vendor text[], p_token text[], p_game text[], p_currency text[], p_max_stake bigint, p_max_win bigint, p_now timestamptz)
RETURNS TABLE (member text, vendor text, token text, game text, currency text, path text, refusal text, max_stake bigint, max_win bigint,
               watched boolean, wager_room bigint, loss_room bigint) LANGUAGE sql STABLE AS $$
  SELECT u.member, u.vendor, u.token, u.game, u.currency, t.path, t.refusal, t.max_stake, t.max_win, t.watched, t.wager_room, t.loss_room
    FROM unnest(p_member, p_vendor, p_token, p_game, p_currency) AS u (member, vendor, token, game, currency)
    LEFT JOIN game_launch l ON l.token = nullif(u.token, '') AND l.vendor_id = u.vendor
   CROSS JOIN LATERAL vendor_gate(u.member, u.vendor, coalesce(nullif(u.game, ''), l.game_code, ''), u.currency, p_max_stake, p_max_win, p_now) t
$$;

-- vendor_launches returns the launch of each token, and whether it is alive.
CREATE OR REPLACE FUNCTION vendor_launches(p_vendor text[], p_token text[], p_now timestamptz)
RETURNS TABLE (vendor text, token text, member text, game text, session text, live boolean, seen_at timestamptz) LANGUAGE sql STABLE AS $$
  SELECT l.vendor_id, l.token, l.member_id, l.game_code, l.session_id,
         l.closed_at IS NULL AND l.expires_at > p_now AND s.state IS NOT DISTINCT FROM 'live', s.seen_at
    FROM unnest(p_vendor, p_token) AS u (vendor, token)
    JOIN game_launch l ON l.token = u.token AND l.vendor_id = u.vendor
    LEFT JOIN member_session s ON s.session_id = l.session_id
$$;

-- vendor_seen records that members are active, because they play (D-09).
CREATE OR REPLACE FUNCTION vendor_seen(p_session text[], p_now timestamptz) RETURNS void LANGUAGE sql AS $$
  UPDATE member_session SET seen_at = p_now
   WHERE session_id IN (SELECT session_id FROM member_session WHERE session_id = ANY (p_session) AND seen_at < p_now
                         ORDER BY session_id FOR NO KEY UPDATE SKIP LOCKED)
$$;

-- vendor_holding returns the member and the currency of a launch token, alive or not. For a token that is not the vendor's, or
-- not the member's, known is false and the currency is the one of the member's wallet: the protocols of some vendors name
-- neither token nor currency in a rollback.
CREATE OR REPLACE FUNCTION vendor_holding(p_vendor text, p_token text, p_member text)
RETURNS TABLE (known boolean, member text, currency text) LANGUAGE sql STABLE AS $$
  (SELECT true, l.member_id, l.currency FROM game_launch l
    WHERE l.token = p_token AND l.vendor_id = p_vendor AND p_member IN ('', l.member_id))
  UNION ALL
  (SELECT false, b.member_id, b.currency FROM wallet_balance b WHERE b.member_id = p_member ORDER BY b.currency LIMIT 1)
  LIMIT 1
$$;

-- vendor_free_win_fits reports whether a win without a bet (a win of a campaign, or of a bet of 0) keeps within what the vendor may
-- pay so: one win, and all of a day of the site's clock. If so it is added to the day's sum, and what it asks to be played is
-- noted (D-20). The vendor's settings come before the site's options; the last numbers are the defaults of internal/operator/site. The
-- wallet is locked; the day's row is locked after it, for the rest of the transaction.
CREATE OR REPLACE FUNCTION vendor_free_win_fits(
  p_vendor text, p_site text, p_member text, p_currency text, p_kind text, p_tx text, p_amount bigint, p_cash bigint, p_points bigint, p_now timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  l record;
BEGIN
  SELECT coalesce((v.settings ->> 'freeWinMax')::bigint, (s.options ->> 'freeWinMax')::bigint, 500000) AS most,
         coalesce((v.settings ->> 'freeWinDayMax')::bigint, (s.options ->> 'freeWinDayMax')::bigint, 10000000) AS most_a_day,
         coalesce((s.options ->> 'freeWinRollingBasisPoints')::bigint, 10000) AS rate,
         coalesce((s.options ->> 'smallestBet')::bigint, 5000) AS smallest,
         coalesce((s.options ->> 'pointChangeAmtLimit')::bigint, 10000) AS points_min,
         (p_now AT TIME ZONE coalesce(s.options ->> 'timeZone', 'Asia/Seoul'))::date AS day
    INTO l
    FROM site_site s LEFT JOIN vendor_vendor v ON v.vendor_id = p_vendor WHERE s.site_id = p_site;
  IF p_amount > l.most OR p_amount > l.most_a_day THEN RETURN false; END IF;
  INSERT INTO vendor_free_win AS f (site_id, vendor_id, currency, day, amount) VALUES (p_site, p_vendor, p_currency, l.day, p_amount)
  ON CONFLICT (site_id, vendor_id, currency, day) DO UPDATE SET amount = f.amount + excluded.amount
   WHERE f.amount + excluded.amount <= l.most_a_day;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM turnover_add(p_member, p_currency, p_kind, p_vendor || ':' || p_tx, trunc(p_amount::numeric * l.rate / 10000)::bigint, 0,
                       p_cash, p_points, l.smallest, l.points_min, p_now);
  RETURN true;
END $$;

-- vendor_apply carries out one bet, win or rollback of a vendor and stores its answer: one round trip, one transaction.
-- Bets and the member's own limits: LIMIT_REACHED is U034. What a vendor moves is noted for the limits in the same transaction.
-- Locks: the wallet's row, which puts everything of a member in a row; then the transaction's rows and the round.
-- A stored transaction gets its stored answer. o_recorded tells whether the answer is stored: what names no transaction of
-- ours (TRANSACTION_NOT_FOUND, MEMBER_NOT_FOUND, WRONG_CURRENCY, DUPLICATE_TRANSACTION, an unknown token) is not.
-- p_refuse, when given, is stored as the answer of a transaction that is not known yet (an atomic batch that failed).
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
  in_round bigint;            -- the number of the round that it pays from
  is_free  boolean := false;  -- it is a win without a bet
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
    SELECT * INTO gate FROM vendor_gate(p_member, p_vendor, p_game, p_currency, p_max_stake, p_max_win, p_now);
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
    PERFORM 1 FROM vendor_round WHERE vendor_id = p_vendor AND round_id = p_round AND member_id = p_member AND currency <> p_currency;
    IF FOUND THEN o_status := 'WRONG_CURRENCY'; RETURN; END IF;
    IF o_status = 'OK' THEN
      SELECT * INTO gate FROM vendor_gate(p_member, p_vendor, p_game, p_currency, p_max_stake, p_max_win, p_now);
      watched := coalesce(gate.watched, true);
      IF p_campaign <> '' THEN note := 'win.promo'; END IF;
      IF p_amount > coalesce(gate.max_win, p_max_win) THEN
        o_status := 'BAD_AMOUNT';
      END IF;
      is_free := p_amount > 0 AND (r.tx_id IS NULL OR r.amount = 0);
      IF o_status = 'OK' AND is_free AND NOT vendor_free_win_fits(p_vendor, w.site_id, p_member, p_currency, note, p_tx, p_amount, w.balance, w.points, p_now) THEN
        o_status := 'BAD_AMOUNT';
      END IF;
    END IF;
    IF o_status = 'OK' THEN
      effect := p_amount;
      INSERT INTO vendor_round AS v (vendor_id, round_id, member_id, site_id, game_code, currency, payout, free_payout, state, balance_before, balance_after, created_at, closed_at)
      VALUES (p_vendor, p_round, p_member, w.site_id, p_game, p_currency, p_amount, CASE WHEN is_free THEN p_amount ELSE 0 END, CASE WHEN p_closes THEN 'closed' ELSE 'open' END,
              w.balance, w.balance + effect, p_now, CASE WHEN p_closes THEN p_now END)
      ON CONFLICT (vendor_id, round_id, member_id) DO UPDATE
         SET payout = v.payout + p_amount, free_payout = v.free_payout + excluded.free_payout, balance_after = excluded.balance_after,
             state = CASE WHEN p_closes THEN 'closed' WHEN v.state = 'void' THEN 'open' ELSE v.state END,
             closed_at = CASE WHEN p_closes THEN p_now WHEN v.state = 'void' THEN NULL ELSE v.closed_at END
      RETURNING v.id INTO in_round;
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
         WHERE vendor_id = p_vendor AND round_id = r.round_id AND member_id = p_member
        RETURNING id INTO in_round;
      END IF;
    ELSE -- a win
      o_debt := greatest(r.amount - w.balance, 0);
      IF o_debt > 0 AND settings ->> 'winRollback' = 'refuse' THEN
        o_debt := 0; o_status := 'INSUFFICIENT_FUNDS';
      ELSE
        effect := o_debt - r.amount; stored := r.amount;
        PERFORM turnover_undo(p_vendor || ':' || p_ref, p_now);
        UPDATE vendor_round
           SET payout = payout - r.amount, free_payout = free_payout - CASE WHEN r.free_win THEN r.amount ELSE 0 END, balance_after = w.balance + effect,
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
      PERFORM protection_note(ARRAY[p_member], ARRAY[p_currency], ARRAY[CASE WHEN p_kind = 'bet' OR (p_kind = 'rollback' AND effect > 0) THEN -effect ELSE 0 END],
                              ARRAY[-effect], p_now);
    END IF;
    IF effect > 0 AND NOT is_free THEN
      PERFORM turnover_back(p_member, p_currency, in_round, effect, p_now);
    END IF;
  END IF;
  INSERT INTO vendor_tx (vendor_id, tx_id, kind, ref_tx_id, member_id, round_id, currency, amount, req_hash, status, version,
                         balance_after, closes, campaign_id, free_win, created_at)
  VALUES (p_vendor, p_tx, p_kind, p_ref, p_member, p_round, p_currency, stored, p_hash, o_status, ver,
          o_balance, p_closes, p_campaign, is_free AND o_status = 'OK', p_now)
  RETURNING our_tx_id INTO o_our_tx;
  o_recorded := true;

  -- Playing is being active (D-09), to the minute.
  IF p_kind = 'bet' AND p_token <> '' AND o_status = 'OK' THEN
    IF launch.seen_at < p_now - interval '1 minute' THEN
      UPDATE member_session SET seen_at = p_now WHERE session_id = launch.session_id AND seen_at < p_now;
    END IF;
  END IF;
END $$;

-- vendor_balance answers a vendor's question for a balance. It changes nothing and locks nothing.
CREATE OR REPLACE FUNCTION vendor_balance(p_vendor text, p_token text, p_member text, p_currency text, p_now timestamptz,
  OUT o_status text, OUT o_balance bigint
) LANGUAGE plpgsql STABLE AS $$
DECLARE
  launch record;
BEGIN
  o_balance := 0;
  IF p_token <> '' THEN
    SELECT l.member_id, l.closed_at IS NULL AND l.expires_at > p_now AND s.state IS NOT DISTINCT FROM 'live' AS live
      INTO launch
      FROM game_launch l LEFT JOIN member_session s ON s.session_id = l.session_id
     WHERE l.token = p_token AND l.vendor_id = p_vendor;
    IF NOT FOUND OR NOT launch.live OR (p_member <> '' AND p_member <> launch.member_id) THEN
      o_status := 'TOKEN_EXPIRED'; RETURN;
    END IF;
    p_member := launch.member_id;
  END IF;
  SELECT balance INTO o_balance FROM wallet_balance WHERE member_id = p_member AND currency = p_currency;
  IF FOUND THEN o_status := 'OK'; RETURN; END IF;
  o_balance := 0;
  PERFORM 1 FROM member_member WHERE member_id = p_member;
  o_status := CASE WHEN FOUND THEN 'WRONG_CURRENCY' ELSE 'MEMBER_NOT_FOUND' END;
END $$;

-- A debt of a member, because a win had to be taken back and the balance was short, needs a person.
CREATE OR REPLACE FUNCTION vendor_debt_alarm() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox_event (site, topic, cmd, data1, data2)
  SELECT site_id, 'admin.' || site_id, 'QUEUE', 'alarm', 'debt:' || NEW.member_id FROM member_member WHERE member_id = NEW.member_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER vendor_debt_alarm AFTER INSERT ON vendor_debt FOR EACH ROW EXECUTE FUNCTION vendor_debt_alarm();
