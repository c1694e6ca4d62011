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

-- casino_debt_of returns what a member owes. It is exact with the wallet locked.
CREATE OR REPLACE FUNCTION casino_debt_of(p_member text, p_currency text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(amount - repaid), 0)::bigint FROM casino_debt WHERE member_id = p_member AND currency = p_currency AND repaid < amount
$$;

-- casino_debts_from_wins returns what members owe whose site takes it from wins. The site's option comes before the default given here.
CREATE OR REPLACE FUNCTION casino_debts_from_wins(p_member text[], p_currency text[], p_takes boolean) RETURNS TABLE (member text, currency text, owed bigint)
LANGUAGE sql STABLE AS $$
  SELECT d.member_id, d.currency, sum(d.amount - d.repaid)::bigint
    FROM (SELECT DISTINCT u.member, u.currency FROM unnest(p_member, p_currency) AS u (member, currency)) u
    JOIN casino_debt d ON d.member_id = u.member AND d.currency = u.currency AND d.repaid < d.amount
    JOIN wallet_balance w ON w.member_id = d.member_id AND w.currency = d.currency
    JOIN site_site s ON s.site_id = w.site_id
   WHERE coalesce((s.options ->> 'debtFromWins')::boolean, p_takes)
   GROUP BY 1, 2
$$;

-- casino_repay notes that so much of what a member owes was taken, of the oldest debts first. The wallet is locked.
CREATE OR REPLACE FUNCTION casino_repay(p_member text, p_currency text, p_amount bigint) RETURNS void LANGUAGE sql AS $$
  UPDATE casino_debt d SET repaid = d.repaid + least(o.open, p_amount - o.older)
    FROM (SELECT c.vendor_id, c.tx_id, c.amount - c.repaid AS open,
                 coalesce(sum(c.amount - c.repaid) OVER (ORDER BY c.created_at, c.vendor_id, c.tx_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)::bigint AS older
            FROM casino_debt c WHERE c.member_id = p_member AND c.currency = p_currency AND c.repaid < c.amount) o
   WHERE d.vendor_id = o.vendor_id AND d.tx_id = o.tx_id AND o.older < p_amount
$$;

-- casino_rooms returns and locks what providers may still pay more than was staked, on this day of the site's clock, after the wallets, in one order. The site's options come before the defaults given here; of a provider whose first key is not a day old the limit of a new one
-- holds as well. need is what the batch may take of a provider. If the batch's slot has as much, that slot alone is locked and whole is false; else all slots are
-- locked, and room is their sum. A limit that was changed since counts from now on: then all slots are locked, too.
CREATE OR REPLACE FUNCTION casino_rooms(
  p_member text[], p_vendor text[], p_currency text[], p_need bigint[], p_slot int, p_slots int, p_most bigint, p_most_new bigint, p_now timestamptz
) RETURNS TABLE (site text, vendor text, currency text, day date, room bigint, most bigint, whole boolean) LANGUAGE plpgsql AS $$
DECLARE
  need    bigint;
  was     bigint;
  options jsonb;
BEGIN
  FOR site, vendor, currency, need IN
    SELECT w.site_id, u.vendor, u.currency, sum(u.need) FROM unnest(p_member, p_vendor, p_currency, p_need) AS u (member, vendor, currency, need)
      JOIN wallet_balance w ON w.member_id = u.member AND w.currency = u.currency
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  LOOP
    SELECT s.options INTO options FROM site_site s WHERE s.site_id = site;
    day := (p_now AT TIME ZONE coalesce(options ->> 'timeZone', 'Asia/Seoul'))::date;
    most := coalesce((options ->> 'providerDayMax')::bigint, p_most);
    IF casino_new_provider(vendor, p_now) THEN
      most := least(most, coalesce((options ->> 'newProviderDayMax')::bigint, p_most_new));
    END IF;
    whole := false;
    SELECT r.room, r.most INTO room, was FROM casino_room r
     WHERE r.site_id = site AND r.vendor_id = vendor AND r.currency = casino_rooms.currency AND r.day = casino_rooms.day AND r.slot = p_slot;
    IF NOT FOUND THEN
      DELETE FROM casino_room r WHERE r.site_id = site AND r.vendor_id = vendor AND r.currency = casino_rooms.currency AND r.day < casino_rooms.day - 7;
      INSERT INTO casino_room (site_id, vendor_id, currency, day, slot, most, room)
      SELECT site, vendor, casino_rooms.currency, casino_rooms.day, n, casino_rooms.most,
             casino_rooms.most / p_slots + CASE n WHEN 0 THEN casino_rooms.most % p_slots ELSE 0 END
        FROM generate_series(0, p_slots - 1) AS n ORDER BY n
      ON CONFLICT DO NOTHING;
      SELECT r.room, r.most INTO room, was FROM casino_room r
       WHERE r.site_id = site AND r.vendor_id = vendor AND r.currency = casino_rooms.currency AND r.day = casino_rooms.day AND r.slot = p_slot;
    END IF;
    IF was = most AND room >= need THEN
      SELECT r.room, r.most INTO room, was FROM casino_room r
       WHERE r.site_id = site AND r.vendor_id = vendor AND r.currency = casino_rooms.currency AND r.day = casino_rooms.day AND r.slot = p_slot FOR UPDATE;
    END IF;
    IF was IS DISTINCT FROM most OR room < need THEN
      whole := true;
      SELECT sum(l.room) + casino_rooms.most - max(l.most) INTO room FROM (
        SELECT r.room, r.most FROM casino_room r
         WHERE r.site_id = site AND r.vendor_id = vendor AND r.currency = casino_rooms.currency AND r.day = casino_rooms.day ORDER BY r.slot FOR UPDATE) l;
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;

-- casino_new_provider reports whether all keys under which a provider signs its calls were made known within a day, or have ended more than a week ago.
-- A provider without such keys in the database has those of the configuration, and is not new.
CREATE OR REPLACE FUNCTION casino_new_provider(p_vendor text, p_now timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT count(*) > 0 AND NOT coalesce(bool_or(added_at <= p_now - interval '1 day' AND coalesce(valid_until, 'infinity') > p_now - interval '7 days'), false)
    FROM provider_key WHERE vendor_id = p_vendor AND kind <> 'rsa-own'
$$;

-- casino_room_spend stores what is left: of the day, evenly over all slots (whole), or what the slot gained.
CREATE OR REPLACE FUNCTION casino_room_spend(
  p_site text, p_vendor text, p_currency text, p_day date, p_slot int, p_slots int, p_room bigint, p_most bigint
) RETURNS void LANGUAGE sql AS $$
  UPDATE casino_room
     SET most = coalesce(p_most, most),
         room = CASE WHEN p_most IS NULL THEN room + p_room
                     WHEN slot = 0 THEN p_room - p_room / p_slots * (p_slots - 1) ELSE p_room / p_slots END
   WHERE site_id = p_site AND vendor_id = p_vendor AND currency = p_currency AND day = p_day AND (p_most IS NOT NULL OR slot = p_slot)
$$;

-- casino_hold notes a win that waits for two persons and calls staff. A provider that would have paid too much on a day is no longer offered by the site.
CREATE OR REPLACE FUNCTION casino_hold(
  p_vendor text, p_tx text, p_site text, p_member text, p_round text, p_currency text, p_amount bigint, p_reason text, p_now timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO casino_held_win (vendor_id, tx_id, site_id, member_id, round_id, currency, amount, reason, held_at)
  VALUES (p_vendor, p_tx, p_site, p_member, p_round, p_currency, p_amount, p_reason, p_now);
  INSERT INTO outbox_event (site, topic, cmd, data1, data2) VALUES (p_site, 'admin.' || p_site, 'QUEUE', 'alarm', 'win:' || p_member);
  IF p_reason = 'day' THEN
    PERFORM site_stop_offer(p_site, 'vendor/' || p_vendor, 'providerDayMax', p_now);
  END IF;
END $$;

-- casino_held_lock locks the wallet of a held win, which must be locked first, and then the win.
CREATE OR REPLACE FUNCTION casino_held_lock(p_site text, p_id bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM wallet_balance w JOIN casino_held_win h ON h.member_id = w.member_id AND h.currency = w.currency
    WHERE h.site_id = p_site AND h.id = p_id FOR UPDATE OF w;
  PERFORM FROM casino_held_win h WHERE h.site_id = p_site AND h.id = p_id FOR UPDATE;
END $$;

-- casino_untold returns the oldest held win of which its member was not told, and locks it.
CREATE OR REPLACE FUNCTION casino_untold()
RETURNS TABLE (id bigint, site text, member text, lang text, vendor text, tx text, round text, currency text, amount bigint, reason text, state text)
LANGUAGE sql AS $$
  SELECT h.id, h.site_id, h.member_id, m.lang, h.vendor_id, h.tx_id, h.round_id, h.currency, h.amount, h.reason, h.state
    FROM casino_held_win h JOIN member_member m ON m.member_id = h.member_id
   WHERE h.told_at IS NULL ORDER BY h.id LIMIT 1 FOR NO KEY UPDATE OF h SKIP LOCKED
$$;

-- casino_lang returns the language of a member.
CREATE OR REPLACE FUNCTION casino_lang(p_member text) RETURNS text LANGUAGE sql STABLE AS $$ SELECT lang FROM member_member WHERE member_id = p_member $$;

-- casino_part_end returns the our_tx_id up to which a reader goes in one part that begins after p_after: p_size ids from about the first one that
-- was stored, and never past p_final, up to which no transaction can come any more. Ids that were never given out cost a few looks: after a
-- restore there are a billion of them (identities_ahead). The window doubles until it holds a transaction and is halved from there; each look
-- reads the BRIN index and the first page with a match.
CREATE OR REPLACE FUNCTION casino_part_end(p_after bigint, p_final bigint, p_size bigint) RETURNS bigint
LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
DECLARE
  width bigint := p_size;
BEGIN
  WHILE p_after < p_final AND NOT EXISTS (SELECT FROM casino_tx WHERE our_tx_id > p_after AND our_tx_id <= p_after + width) LOOP
    p_after := p_after + width;
    width := width * 2;
  END LOOP;
  WHILE width > p_size AND p_after < p_final LOOP
    width := width / 2;
    IF NOT EXISTS (SELECT FROM casino_tx WHERE our_tx_id > p_after AND our_tx_id <= p_after + width) THEN p_after := p_after + width; END IF;
  END LOOP;
  RETURN least(p_after + p_size, p_final);
END $$;
