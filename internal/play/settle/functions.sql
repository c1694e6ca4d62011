-- The reads of settlement.

-- A market whose bets can be settled is a job, and so is one whose result is taken back. That one has no outcomes from then on: another leg must not end a
-- folder by them.
CREATE OR REPLACE FUNCTION settle_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO settle_due (market_id, since, at) VALUES (NEW.id, clock_timestamp(), clock_timestamp())
  ON CONFLICT (market_id) DO UPDATE SET since = excluded.since, at = excluded.at, tries = 0, fault = '';
  IF NEW.state NOT IN ('resulted', 'void') THEN
    DELETE FROM settle_outcome WHERE market_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER settle_due AFTER UPDATE OF state ON sports_market FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state AND (NEW.state IN ('resulted', 'void') OR OLD.state IN ('resulted', 'void'))) EXECUTE FUNCTION settle_due();

-- A corrected result makes the markets of its match jobs again: bets that are still open are settled by it.
CREATE OR REPLACE FUNCTION settle_corrected() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO settle_due (market_id, since, at)
  SELECT m.id, clock_timestamp(), clock_timestamp() FROM sports_market m WHERE m.event_id = NEW.event_id AND m.state IN ('resulted', 'void')
  ON CONFLICT (market_id) DO UPDATE SET since = excluded.since, at = excluded.at, tries = 0, fault = '';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER settle_corrected AFTER INSERT ON sports_result FOR EACH ROW WHEN (NEW.version > 1) EXECUTE FUNCTION settle_corrected();

-- settle_outdated counts the bets that were settled by outcomes that a correction, or staff who voided the market, changed since. A void bet stays void (S-69).
CREATE OR REPLACE FUNCTION settle_outdated() RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT count(DISTINCT l.bet_id)
    FROM (SELECT c.market_id, c.key, c.outcome FROM settle_outcome c WHERE c.result > 1
           UNION SELECT v.market_id, v.key, v.outcome FROM sports_market m JOIN settle_outcome v ON v.market_id = m.id WHERE m.voided_by <> '') o
    JOIN bet_leg l ON l.market_id = o.market_id AND l.key = o.key JOIN bet_bet b ON b.id = l.bet_id
   WHERE NOT l.open AND l.outcome NOT IN ('', o.outcome) AND b.state IN ('won', 'lost', 'drawn')
$$;

-- settle_ended returns the next bets of an order that ended, in the order of their ids: one bet, or those on a match that were settled by outcomes that are
-- others now. A cash-out is final for the results of matches, but staff can void the bet (S-69). Bets that ended longer ago than p_window are left out; NULL:
-- none are.
CREATE OR REPLACE FUNCTION settle_ended(p_site text, p_event bigint, p_bet text, p_window interval, p_after text, p_count int)
RETURNS TABLE (id text, member text, currency text, stake bigint, most bigint, state text, paid bigint, corrected int) LANGUAGE sql STABLE AS $$
  SELECT b.id, b.member_id, b.currency, b.stake, b.most, b.state, b.paid, b.corrected
    FROM bet_bet b
   WHERE p_bet IS NOT NULL AND b.id = p_bet AND b.site_id = p_site AND b.id > p_after AND (b.state = 'open' OR b.state IN ('won', 'lost', 'drawn', 'cashed') AND (p_window IS NULL OR b.ended_at >= now() - p_window))
   UNION ALL
  SELECT * FROM (
    SELECT DISTINCT b.id, b.member_id, b.currency, b.stake, b.most, b.state, b.paid, b.corrected
      FROM sports_market m JOIN settle_outcome o ON o.market_id = m.id
      JOIN bet_leg l ON l.market_id = o.market_id AND l.key = o.key AND NOT l.open AND l.outcome NOT IN ('', o.outcome) AND l.bet_id > p_after
      JOIN bet_bet b ON b.id = l.bet_id AND b.site_id = p_site AND b.state IN ('won', 'lost', 'drawn') AND (p_window IS NULL OR b.ended_at >= now() - p_window)
     WHERE m.event_id = p_event
     ORDER BY b.id LIMIT p_count) n
$$;

-- settle_free reports whether no bet ended by the outcomes of a match, and no node is settling one. It holds the jobs of the match, so that none begins.
CREATE OR REPLACE FUNCTION settle_free(p_event bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM settle_due d WHERE d.market_id IN (SELECT m.id FROM sports_market m WHERE m.event_id = p_event) ORDER BY d.market_id FOR UPDATE;
  -- A statement of its own: it sees what was committed while the jobs were waited for.
  RETURN NOT EXISTS (SELECT FROM sports_market m JOIN settle_due d ON d.market_id = m.id WHERE m.event_id = p_event AND d.tries > 0)
     AND NOT EXISTS (SELECT FROM sports_market m JOIN bet_leg l ON l.market_id = m.id WHERE m.event_id = p_event AND NOT l.open AND l.outcome <> '');
END $$;

-- settle_busy reports whether markets of a match wait to be settled.
CREATE OR REPLACE FUNCTION settle_busy(p_event bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM sports_market m JOIN settle_due d ON d.market_id = m.id WHERE m.event_id = p_event)
$$;

-- settle_result returns the version of all that decides the bets on a match: that of its newest result, and one more for each market that staff voided. It only
-- grows. 0: nothing decides them yet.
CREATE OR REPLACE FUNCTION settle_result(p_event bigint) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT max(r.version) FROM sports_result r WHERE r.event_id = p_event), 0)
         + (SELECT count(*)::int FROM sports_market m WHERE m.event_id = p_event AND m.voided_by <> '')
$$;

-- settle_bet returns the bet of a round of a site.
CREATE OR REPLACE FUNCTION settle_bet(p_site text, p_round bigint) RETURNS TABLE (id text) LANGUAGE sql STABLE AS $$
  SELECT b.id FROM casino_round r JOIN bet_bet b ON b.id = r.round_id AND b.member_id = r.member_id
   WHERE r.id = p_round AND r.vendor_id = 'house' AND b.site_id = p_site
$$;

-- settle_cash returns what members have.
CREATE OR REPLACE FUNCTION settle_cash(p_member text[], p_currency text) RETURNS TABLE (member text, cash bigint) LANGUAGE sql STABLE AS $$
  SELECT w.member_id, w.balance FROM wallet_balance w WHERE w.member_id = ANY (p_member) AND w.currency = p_currency
$$;

-- settle_untold returns a correction of which its member was not told, and takes it for this transaction.
CREATE OR REPLACE FUNCTION settle_untold()
RETURNS TABLE (bet text, n int, site text, member text, lang text, currency text, was text, was_paid bigint, state text, paid bigint, reason text) LANGUAGE sql AS $$
  SELECT c.bet_id, c.n, b.site_id, b.member_id, m.lang, b.currency, c.was, c.was_paid, c.state, c.paid, c.reason
    FROM bet_correction c JOIN bet_bet b ON b.id = c.bet_id JOIN member_member m ON m.member_id = b.member_id
   WHERE c.told_at IS NULL ORDER BY c.at LIMIT 1 FOR UPDATE OF c SKIP LOCKED
$$;

-- settle_told notes that a member was told.
CREATE OR REPLACE FUNCTION settle_told(p_bet text, p_n int) RETURNS void LANGUAGE sql AS $$
  UPDATE bet_correction SET told_at = clock_timestamp() WHERE bet_id = p_bet AND n = p_n
$$;

-- settle_market returns how a market ended: its state, the score by which its bets are settled (NULL: none is known), and its selections.
CREATE OR REPLACE FUNCTION settle_market(p_market bigint)
RETURNS TABLE (kind text, period text, line integer, state text, result integer, home integer, away integer, keys text[]) LANGUAGE sql STABLE AS $$
  SELECT m.kind, m.period, m.line, m.state, coalesce(r.version, 0),
         CASE m.period WHEN 'half1' THEN r.half_home ELSE r.home END, CASE m.period WHEN 'half1' THEN r.half_away ELSE r.away END,
         (SELECT array_agg(s.key ORDER BY s.key) FROM sports_selection s WHERE s.market_id = m.id)
    FROM sports_market m
    LEFT JOIN LATERAL (SELECT * FROM sports_result r WHERE r.event_id = m.event_id ORDER BY r.version DESC LIMIT 1) r ON true
   WHERE m.id = p_market
$$;

-- settle_bets returns the next open bets of a market, in the order of their ids.
CREATE OR REPLACE FUNCTION settle_bets(p_market bigint, p_after text, p_count int)
RETURNS TABLE (id text, member text, currency text, stake bigint, most bigint, placed boolean) LANGUAGE sql STABLE AS $$
  SELECT b.id, b.member_id, b.currency, b.stake, b.most, b.state = 'open'
    FROM (SELECT DISTINCT l.bet_id FROM bet_leg l WHERE l.market_id = p_market AND l.open AND l.bet_id > p_after ORDER BY l.bet_id LIMIT p_count) n
    JOIN bet_bet b ON b.id = n.bet_id
   ORDER BY b.id
$$;

-- settle_slip_legs returns the legs of bets with what is known of their outcomes, and the bonuses under which the bets were placed.
CREATE OR REPLACE FUNCTION settle_slip_legs(p_id text[]) RETURNS TABLE (id text, price integer, outcome text, bonuses text) LANGUAGE sql STABLE AS $$
  SELECT l.bet_id, l.price, coalesce(o.outcome, ''), b.bonuses
    FROM bet_leg l JOIN bet_bet b ON b.id = l.bet_id LEFT JOIN settle_outcome o ON o.market_id = l.market_id AND o.key = l.key
   WHERE l.bet_id = ANY (p_id) ORDER BY l.bet_id, l.place
$$;

-- settle_corrected_bets counts the bets that an order ended.
CREATE OR REPLACE FUNCTION settle_corrected_bets(p_order bigint) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT count(*)::int FROM bet_correction c WHERE c.order_id = p_order
$$;

-- settle_first returns the first match of a bet.
CREATE OR REPLACE FUNCTION settle_first(p_bet text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT l.event_id FROM bet_leg l WHERE l.bet_id = p_bet AND l.place = 0
$$;
