-- The reads and writes of bets, wins and rollbacks of games.

-- casino_launches returns the launch of each token, and whether it is alive.
CREATE OR REPLACE FUNCTION casino_launches(p_vendor text[], p_token text[], p_now timestamptz)
RETURNS TABLE (vendor text, token text, member text, game text, session text, live boolean, seen_at timestamptz) LANGUAGE sql STABLE AS $$
  SELECT l.vendor_id, l.token, l.member_id, l.game_code, l.session_id,
         l.closed_at IS NULL AND l.expires_at > p_now AND s.state IS NOT DISTINCT FROM 'live', s.seen_at
    FROM unnest(p_vendor, p_token) AS u (vendor, token)
    JOIN game_launch l ON l.token = u.token AND l.vendor_id = u.vendor
    LEFT JOIN member_session s ON s.session_id = l.session_id
$$;

-- casino_seen records that members are active, because they play (D-09).
CREATE OR REPLACE FUNCTION casino_seen(p_session text[], p_now timestamptz) RETURNS void LANGUAGE sql AS $$
  UPDATE member_session SET seen_at = p_now
   WHERE session_id IN (SELECT session_id FROM member_session WHERE session_id = ANY (p_session) AND seen_at < p_now
                         ORDER BY session_id FOR NO KEY UPDATE SKIP LOCKED)
$$;

-- casino_owner returns the member and the currency of a launch token, alive or not. For a token that is not the provider's, or
-- not the member's, known is false and the currency is that of the member's wallet, of several the site's: the protocols of some providers name
-- neither token nor currency in a rollback.
CREATE OR REPLACE FUNCTION casino_owner(p_vendor text, p_token text, p_member text)
RETURNS TABLE (known boolean, member text, currency text) LANGUAGE sql STABLE AS $$
  (SELECT true, l.member_id, l.currency FROM game_launch l
    WHERE l.token = p_token AND l.vendor_id = p_vendor AND p_member IN ('', l.member_id))
  UNION ALL
  (SELECT false, b.member_id, b.currency FROM wallet_balance b WHERE b.member_id = p_member
    ORDER BY b.currency <> site_currency(b.site_id), b.currency LIMIT 1)
  LIMIT 1
$$;

-- casino_members returns those of the members that exist.
CREATE OR REPLACE FUNCTION casino_members(p_member text[]) RETURNS SETOF text LANGUAGE sql STABLE AS $$
  SELECT member_id FROM member_member WHERE member_id = ANY (p_member)
$$;

-- casino_free_wins returns what providers may pay in wins without a bet (wins of a campaign, or of a bet of 0): in one win, and in all
-- of a day of the site's clock; and what of it is paid. The provider's settings come before the site's options, those before the
-- defaults given here. The day's rows are locked for the rest of the transaction, in one order, after the wallets.
CREATE OR REPLACE FUNCTION casino_free_wins(
  p_site text[], p_vendor text[], p_currency text[], p_most bigint, p_most_a_day bigint, p_rate bigint, p_smallest bigint, p_points_min bigint, p_now timestamptz
) RETURNS TABLE (site text, vendor text, currency text, day date, most bigint, most_a_day bigint, paid bigint, rate bigint, smallest bigint, points_min bigint)
LANGUAGE plpgsql AS $$
BEGIN
  FOR site, vendor, currency IN
    SELECT DISTINCT u.site, u.vendor, u.currency FROM unnest(p_site, p_vendor, p_currency) AS u (site, vendor, currency) ORDER BY 1, 2, 3
  LOOP
    SELECT (p_now AT TIME ZONE coalesce(s.options ->> 'timeZone', 'Asia/Seoul'))::date,
           coalesce((v.settings ->> 'freeWinMax')::bigint, (s.options ->> 'freeWinMax')::bigint, p_most),
           coalesce((v.settings ->> 'freeWinDayMax')::bigint, (s.options ->> 'freeWinDayMax')::bigint, p_most_a_day),
           coalesce((s.options ->> 'freeWinRollingBasisPoints')::bigint, p_rate),
           coalesce((s.options ->> 'smallestBet')::bigint, p_smallest),
           coalesce((s.options ->> 'pointChangeAmtLimit')::bigint, p_points_min)
      INTO day, most, most_a_day, rate, smallest, points_min
      FROM site_site s LEFT JOIN provider_provider v ON v.vendor_id = vendor WHERE s.site_id = site;
    INSERT INTO casino_free_win (site_id, vendor_id, currency, day, amount) VALUES (site, vendor, currency, day, 0) ON CONFLICT DO NOTHING;
    SELECT f.amount INTO paid FROM casino_free_win f
     WHERE f.site_id = site AND f.vendor_id = vendor AND f.currency = casino_free_wins.currency AND f.day = casino_free_wins.day FOR UPDATE;
    RETURN NEXT;
  END LOOP;
END $$;

-- casino_write stores what a batch did: new rounds, changed rounds, new transactions. It returns the numbers of the transactions, in
-- their order. The wallets are locked, and so is everything of their members.
CREATE OR REPLACE FUNCTION casino_write(p_txs casino_tx_row[], p_opened casino_round_row[], p_changed casino_round_row[], p_now timestamptz)
RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  numbers bigint[] := '{}';
BEGIN
  IF cardinality(p_opened) > 0 THEN
    INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, game_code, currency, bets, stake, voided, payout, free_payout, state,
                              balance_before, balance_after, created_at, closed_at)
    SELECT vendor_id, round_id, member_id, site_id, game_code, currency, bets, stake, voided, payout, free_payout, state,
           balance_before, balance_after, p_now, closed_at
      FROM unnest(p_opened);
  END IF;
  IF cardinality(p_changed) > 0 THEN
    UPDATE casino_round r
       SET bets = u.bets, stake = u.stake, voided = u.voided, payout = u.payout, free_payout = u.free_payout, state = u.state,
           balance_after = u.balance_after, closed_at = u.closed_at
      FROM unnest(p_changed) u WHERE r.vendor_id = u.vendor_id AND r.round_id = u.round_id AND r.member_id = u.member_id;
  END IF;
  IF cardinality(p_txs) > 0 THEN
    WITH stored AS (
      INSERT INTO casino_tx (vendor_id, tx_id, kind, ref_tx_id, member_id, round_id, currency, amount, req_hash, status, version,
                             balance_after, closes, campaign_id, rolled_back_by, free_win, created_at)
      SELECT vendor_id, tx_id, kind, ref_tx_id, member_id, round_id, currency, amount, req_hash, status, nullif(version, 0),
             balance_after, closes, campaign_id, nullif(rolled_back_by, ''), free_win, p_now
        FROM unnest(p_txs)
      RETURNING our_tx_id
    ) SELECT array_agg(our_tx_id ORDER BY our_tx_id) INTO numbers FROM stored;
  END IF;
  RETURN numbers;
END $$;

-- casino_balance answers a provider's question for a balance. It changes nothing and locks nothing.
CREATE OR REPLACE FUNCTION casino_balance(p_vendor text, p_token text, p_member text, p_currency text, p_now timestamptz,
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
CREATE OR REPLACE FUNCTION casino_debt_alarm() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox_event (site, topic, cmd, data1, data2)
  SELECT site_id, 'admin.' || site_id, 'QUEUE', 'alarm', 'debt:' || NEW.member_id FROM member_member WHERE member_id = NEW.member_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER casino_debt_alarm AFTER INSERT ON casino_debt FOR EACH ROW EXECUTE FUNCTION casino_debt_alarm();
