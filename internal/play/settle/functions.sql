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

-- Another score of a first half makes its markets jobs again: bets that are still open are settled by it.
CREATE OR REPLACE FUNCTION settle_half() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO settle_due (market_id, since, at)
  SELECT m.id, clock_timestamp(), clock_timestamp() FROM sports_market m WHERE m.event_id = NEW.id AND m.period = 'half1' AND m.state = 'resulted'
  ON CONFLICT (market_id) DO UPDATE SET since = excluded.since, at = excluded.at, tries = 0, fault = '';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER settle_half AFTER UPDATE OF half_version ON sports_event FOR EACH ROW
  WHEN (NEW.half_version > OLD.half_version AND NEW.half_version > 1) EXECUTE FUNCTION settle_half();

-- settle_otherwise returns the ended bets that hold no more, with a leg each that ended by another outcome than holds now: of one match, or (NULL) of all whose bets may
-- be decided otherwise by now: its result was corrected, staff voided a market of it or took that back, or the time at which something happened in it became known. A bet
-- that staff voided by itself stays void, and one that was cashed out is ended otherwise only when all of its legs are void by themselves, or when its outcomes are known
-- and the cash-out was too late, or counted a leg by an outcome that holds no more.
CREATE OR REPLACE FUNCTION settle_otherwise(p_event bigint)
RETURNS TABLE (bet_id text, event_id bigint, site_id text, state text, late text) LANGUAGE sql STABLE AS $$
  WITH otherwise AS (
    SELECT m.id, m.event_id FROM sports_market m WHERE m.event_id = p_event
     UNION SELECT m.id, m.event_id FROM settle_outcome c JOIN sports_market m ON m.id = c.market_id WHERE p_event IS NULL AND c.result > 1
     UNION SELECT m.id, m.event_id FROM sports_market m WHERE p_event IS NULL AND m.voided_by <> ''
     UNION SELECT m.id, m.event_id FROM sports_event e JOIN sports_market m ON m.event_id = e.id WHERE p_event IS NULL AND e.decided > 0
     UNION SELECT m.id, m.event_id FROM sports_event e JOIN sports_market m ON m.event_id = e.id AND m.period = 'half1' WHERE p_event IS NULL AND e.half_version > 1
  )
  SELECT l.bet_id, x.event_id, b.site_id, b.state, CASE WHEN b.state <> 'cashed' OR l.late <> '' THEN l.late ELSE coalesce(c.late, '') END
    FROM otherwise x JOIN bet_leg l ON l.market_id = x.id AND NOT l.open JOIN bet_bet b ON b.id = l.bet_id
    LEFT JOIN settle_outcome o ON o.market_id = l.market_id AND o.key = l.key LEFT JOIN bet_cash_out c ON c.bet_id = b.id
   WHERE CASE b.state
         WHEN 'void' THEN l.outcome = 'void' AND l.late = '' AND o.outcome <> 'void' AND NOT EXISTS (
              SELECT FROM bet_correction c JOIN settle_order s ON s.id = c.order_id WHERE c.bet_id = b.id AND c.n = b.corrected AND s.bet_id IS NOT NULL)
         WHEN 'cashed' THEN NOT EXISTS (SELECT FROM bet_leg y WHERE y.bet_id = b.id AND y.late = '')
              OR (c.late <> '' OR EXISTS (SELECT FROM bet_leg y JOIN settle_outcome p ON p.market_id = y.market_id AND p.key = y.key
                                           WHERE y.bet_id = b.id AND y.outcome NOT IN ('', p.outcome)))
                 AND NOT EXISTS (SELECT FROM bet_leg y LEFT JOIN settle_outcome p ON p.market_id = y.market_id AND p.key = y.key
                                  WHERE y.bet_id = b.id AND y.late = '' AND p.outcome IS NULL)
         ELSE b.state IN ('won', 'lost', 'drawn') AND l.outcome NOT IN ('', CASE WHEN l.late <> '' THEN 'void' ELSE coalesce(o.outcome, '') END)
              AND (l.late <> '' OR o.outcome IS NOT NULL) END
$$;

-- settle_outdated counts the bets of settle_otherwise.
CREATE OR REPLACE FUNCTION settle_outdated() RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT count(DISTINCT bet_id) FROM settle_otherwise(NULL)
$$;

-- settle_otherwise_matches returns the matches of which bets of a site hold no more, by settle_otherwise: how many are void although the outcome is known, how many were
-- struck after what the book did not know, and how many others.
CREATE OR REPLACE FUNCTION settle_otherwise_matches(p_site text)
RETURNS TABLE (event_id bigint, voids bigint, late bigint, others bigint) LANGUAGE sql STABLE AS $$
  SELECT o.event_id, count(DISTINCT o.bet_id) FILTER (WHERE o.state = 'void'), count(DISTINCT o.bet_id) FILTER (WHERE o.state <> 'void' AND o.late <> ''),
         count(DISTINCT o.bet_id) FILTER (WHERE o.state <> 'void' AND o.late = '')
    FROM settle_otherwise(NULL) o WHERE o.site_id = p_site GROUP BY o.event_id
$$;

-- settle_ended returns the next bets of an order that ended, in the order of their ids: one bet, or those on a match that hold no more (settle_otherwise). A cash-out
-- that was in time is final for the results of matches that come after it, but staff can void the bet (S-69). p_undo: the one bet is void, and ends by its outcomes. Bets that ended longer ago than p_window
-- are left out; NULL: none are.
CREATE OR REPLACE FUNCTION settle_ended(p_site text, p_event bigint, p_bet text, p_undo boolean, p_window interval, p_after text, p_count int)
RETURNS TABLE (id text, member text, currency text, stake bigint, most bigint, state text, paid bigint, corrected int) LANGUAGE sql STABLE AS $$
  SELECT b.id, b.member_id, b.currency, b.stake, b.most, b.state, b.paid, b.corrected
    FROM bet_bet b
   WHERE p_bet IS NOT NULL AND b.id = p_bet AND b.site_id = p_site AND b.id > p_after
     AND CASE WHEN p_undo THEN b.state = 'void' ELSE b.state IN ('open', 'won', 'lost', 'drawn', 'cashed') END
     AND (b.state = 'open' OR p_window IS NULL OR b.ended_at >= now() - p_window)
   UNION ALL
  SELECT * FROM (
    SELECT b.id, b.member_id, b.currency, b.stake, b.most, b.state, b.paid, b.corrected
      FROM (SELECT DISTINCT o.bet_id FROM settle_otherwise(p_event) o WHERE p_event IS NOT NULL AND o.site_id = p_site AND o.bet_id > p_after) o
      JOIN bet_bet b ON b.id = o.bet_id AND (p_window IS NULL OR b.ended_at >= now() - p_window)
     ORDER BY b.id LIMIT p_count) n
$$;

-- settle_placed returns the next bets of a site with a leg on a market that were placed within a time, both ends included, and are open or ended by an outcome or a
-- cash-out, in the order of their ids.
CREATE OR REPLACE FUNCTION settle_placed(p_site text, p_market bigint, p_from timestamptz, p_to timestamptz, p_window interval, p_after text, p_count int)
RETURNS TABLE (id text, member text, currency text, stake bigint, most bigint, state text, paid bigint, corrected int) LANGUAGE sql STABLE AS $$
  SELECT b.id, b.member_id, b.currency, b.stake, b.most, b.state, b.paid, b.corrected
    FROM bet_leg l JOIN bet_bet b ON b.id = l.bet_id
   WHERE l.market_id = p_market AND l.bet_id > p_after AND b.site_id = p_site AND b.placed_at BETWEEN p_from AND p_to
     AND b.state IN ('open', 'won', 'lost', 'drawn', 'cashed') AND (b.ended_at IS NULL OR p_window IS NULL OR b.ended_at >= now() - p_window)
   ORDER BY l.bet_id LIMIT p_count
$$;

-- settle_truth_due returns the match of a market, if bets on it are still to be compared with when something happened; NULL: none are.
CREATE OR REPLACE FUNCTION settle_truth_due(p_market bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT m.event_id FROM sports_market m WHERE m.id = p_market AND EXISTS (SELECT FROM sports_truth t WHERE t.event_id = m.event_id AND t.due)
$$;

-- settle_truth_next returns a match whose bets are still to be compared with when something happened in it.
CREATE OR REPLACE FUNCTION settle_truth_next() RETURNS TABLE (event_id bigint) LANGUAGE sql STABLE AS $$
  SELECT t.event_id FROM sports_truth t WHERE t.due AND NOT sports_maybe_slip(t) LIMIT 1
$$;

-- settle_late marks the legs on a match that are void by themselves, and takes the marks off that hold no more: the bet was struck after something of which the book
-- did not know (sports_voids), or in a time whose bets staff voided. A cash-out is marked alike by when its member took it, for the legs that had no outcome then; a match
-- in which something is to happen that the book does not know has not begun by it, or is in play. It returns the bets whose marks changed and that are or were worth something, by their marks of
-- now.
CREATE OR REPLACE FUNCTION settle_late(p_event bigint) RETURNS TABLE (late text, bets bigint) LANGUAGE sql AS $$
  WITH is_now AS (
    SELECT l.bet_id, l.place, b.state,
           coalesce((SELECT 'staff' FROM settle_window w
                      WHERE w.event_id = p_event AND w.market_id = l.market_id AND w.site_id = b.site_id AND w.undone_at IS NULL
                        AND b.placed_at BETWEEN w.from_at AND w.to_at LIMIT 1),
                    v.kind, '') AS late, l.late AS was
      FROM sports_market m JOIN bet_leg l ON l.market_id = m.id JOIN bet_bet b ON b.id = l.bet_id
      LEFT JOIN LATERAL sports_voids(p_event, b.placed_at, coalesce(l.live, b.live), l.home, l.away, m.state IN ('resulted', 'void')) v ON true
     WHERE m.event_id = p_event
  ), marked AS (
    UPDATE bet_leg l SET late = n.late FROM is_now n WHERE l.bet_id = n.bet_id AND l.place = n.place AND n.late <> n.was
    RETURNING n.bet_id, n.late, n.state, l.market_id
  ), again AS ( -- a folder that is open may be decided by its leg
    INSERT INTO settle_due (market_id, since, at)
    SELECT DISTINCT m.id, clock_timestamp(), clock_timestamp() FROM marked k JOIN sports_market m ON m.id = k.market_id
     WHERE k.late = '' AND k.state = 'open' AND m.state IN ('resulted', 'void')
    ON CONFLICT (market_id) DO UPDATE SET since = excluded.since, at = excluded.at, tries = 0, fault = ''
  ), taken AS (
    SELECT c.bet_id, c.late AS was, coalesce((
             SELECT v.kind FROM bet_leg y CROSS JOIN (VALUES (true), (false)) AS w (live)
              CROSS JOIN LATERAL sports_voids(y.event_id, c.asked_at, w.live, c.scores[2 * y.place + 1], c.scores[2 * y.place + 2], false) v
              WHERE y.bet_id = c.bet_id AND y.outcome = '' LIMIT 1), '') AS late
      FROM (SELECT DISTINCT i.bet_id FROM is_now i WHERE i.state = 'cashed') n JOIN bet_cash_out c ON c.bet_id = n.bet_id
  ), cashed AS (
    UPDATE bet_cash_out c SET late = n.late FROM taken n WHERE c.bet_id = n.bet_id AND n.late <> n.was RETURNING n.bet_id, n.late
  ), decided AS (
    UPDATE sports_event SET decided = decided + 1 WHERE id = p_event AND (EXISTS (SELECT FROM marked) OR EXISTS (SELECT FROM cashed))
  )
  SELECT m.late, count(DISTINCT m.bet_id)
    FROM (SELECT k.late, k.bet_id FROM marked k WHERE k.state IN ('open', 'won', 'lost', 'drawn', 'cashed') UNION SELECT c.late, c.bet_id FROM cashed c) m
   GROUP BY m.late
$$;

-- settle_hold holds a match until the transaction ends, before its legs are marked: a feed that changes it comes after.
CREATE OR REPLACE FUNCTION settle_hold(p_event bigint) RETURNS void LANGUAGE sql AS $$
  SELECT FROM sports_event WHERE id = p_event FOR NO KEY UPDATE
$$;

-- settle_truth_done notes that the bets on a match were compared, unless more became known meanwhile: p_version is the sum of the versions before.
CREATE OR REPLACE FUNCTION settle_truth_done(p_event bigint, p_version bigint) RETURNS void LANGUAGE sql AS $$
  UPDATE sports_truth t SET due = false WHERE event_id = p_event AND due AND NOT sports_maybe_slip(t) AND settle_truth_version(p_event) = p_version
$$;

CREATE OR REPLACE FUNCTION settle_truth_version(p_event bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(t.version), 0)::bigint FROM sports_truth t WHERE t.event_id = p_event
$$;

-- settle_decided notes that the bets on a match are decided otherwise than by its result alone.
CREATE OR REPLACE FUNCTION settle_decided(p_event bigint) RETURNS void LANGUAGE sql AS $$
  UPDATE sports_event SET decided = decided + 1 WHERE id = p_event
$$;

-- settle_late_bets is settle_bets of the bets on a match of which a leg is void by itself.
CREATE OR REPLACE FUNCTION settle_late_bets(p_event bigint, p_after text, p_count int)
RETURNS TABLE (id text, member text, currency text, stake bigint, most bigint, placed boolean) LANGUAGE sql STABLE AS $$
  SELECT b.id, b.member_id, b.currency, b.stake, b.most, b.state = 'open'
    FROM (SELECT DISTINCT l.bet_id FROM sports_market m JOIN bet_leg l ON l.market_id = m.id
           WHERE m.event_id = p_event AND l.late <> '' AND l.open AND l.bet_id > p_after ORDER BY l.bet_id LIMIT p_count) n
    JOIN bet_bet b ON b.id = n.bet_id
   ORDER BY b.id
$$;

-- settle_free reports whether no bet ended by the outcomes of a match, and no node is settling one. It holds the jobs of the match, so that none begins. Bets on a
-- first half that was over before the match ended do not count: it stays over when the match goes on.
CREATE OR REPLACE FUNCTION settle_free(p_event bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM settle_due d WHERE d.market_id IN (SELECT m.id FROM sports_market m WHERE m.event_id = p_event) ORDER BY d.market_id FOR UPDATE;
  -- A statement of its own: it sees what was committed while the jobs were waited for.
  RETURN NOT EXISTS (SELECT FROM sports_market m JOIN sports_event e ON e.id = m.event_id JOIN settle_due d ON d.market_id = m.id
                      WHERE m.event_id = p_event AND d.tries > 0 AND NOT (m.period = 'half1' AND e.half_home IS NOT NULL))
     AND NOT EXISTS (SELECT FROM sports_market m JOIN sports_event e ON e.id = m.event_id JOIN bet_leg l ON l.market_id = m.id
                      WHERE m.event_id = p_event AND NOT l.open AND l.outcome <> '' AND NOT (m.period = 'half1' AND e.half_home IS NOT NULL));
END $$;

-- settle_busy reports whether markets of a match wait to be settled.
CREATE OR REPLACE FUNCTION settle_busy(p_event bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM sports_market m JOIN settle_due d ON d.market_id = m.id WHERE m.event_id = p_event)
$$;

-- settle_result returns the version of all that decides the bets on a match: that of its newest result, one more for each market that staff voided, one more for each
-- time that the first half got another score, and one more for each other change (sports_event.decided). It only grows. 0: nothing decides them yet.
CREATE OR REPLACE FUNCTION settle_result(p_event bigint) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT max(r.version) FROM sports_result r WHERE r.event_id = p_event), 0)
         + (SELECT count(*)::int FROM sports_market m WHERE m.event_id = p_event AND m.voided_by <> '')
         + coalesce((SELECT e.decided + greatest(e.half_version - 1, 0) FROM sports_event e WHERE e.id = p_event), 0)
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

-- settle_market returns how a market ended: its state, the score by which its bets are settled (NULL: none is known), and its selections. Markets of an abandoned
-- match have the score of that moment as broken_home and broken_away instead, unless they are on a first half that was over; abandoned is true of both.
DROP FUNCTION IF EXISTS settle_market(bigint);
CREATE OR REPLACE FUNCTION settle_market(p_market bigint)
RETURNS TABLE (kind text, period text, line integer, state text, result integer, home integer, away integer, keys text[],
               abandoned boolean, broken_home integer, broken_away integer) LANGUAGE sql STABLE AS $$
  SELECT q.kind, q.period, q.line, q.state, q.result, CASE WHEN NOT q.broken THEN q.home END, CASE WHEN NOT q.broken THEN q.away END,
         (SELECT array_agg(s.key ORDER BY s.key) FROM sports_selection s WHERE s.market_id = p_market),
         q.abandoned, CASE WHEN q.broken THEN q.home END, CASE WHEN q.broken THEN q.away END
    FROM (SELECT m.kind, m.period, m.line, m.state, coalesce(r.version, 0) AS result, coalesce(r.void = 'abandoned', false) AS abandoned,
                 coalesce(r.void = 'abandoned' AND (m.period = 'full' OR r.half_open), false) AS broken,
                 CASE WHEN m.unit <> '' THEN r.inner_home WHEN m.period = 'half1' THEN coalesce(e.half_home, r.half_home) ELSE r.home END AS home,
                 CASE WHEN m.unit <> '' THEN r.inner_away WHEN m.period = 'half1' THEN coalesce(e.half_away, r.half_away) ELSE r.away END AS away
            FROM sports_market m JOIN sports_event e ON e.id = m.event_id
            LEFT JOIN LATERAL (SELECT * FROM sports_result r WHERE r.event_id = m.event_id ORDER BY r.version DESC LIMIT 1) r ON true
           WHERE m.id = p_market) q
$$;

-- settle_bets returns the next open bets of a market, in the order of their ids.
CREATE OR REPLACE FUNCTION settle_bets(p_market bigint, p_after text, p_count int)
RETURNS TABLE (id text, member text, currency text, stake bigint, most bigint, placed boolean) LANGUAGE sql STABLE AS $$
  SELECT b.id, b.member_id, b.currency, b.stake, b.most, b.state = 'open'
    FROM (SELECT DISTINCT l.bet_id FROM bet_leg l WHERE l.market_id = p_market AND l.open AND l.bet_id > p_after ORDER BY l.bet_id LIMIT p_count) n
    JOIN bet_bet b ON b.id = n.bet_id
   ORDER BY b.id
$$;

-- settle_slip_legs returns the legs of bets with what is known of their outcomes, and the bonuses under which the bets were placed. A leg that is void by itself
-- is void whatever its market says.
DROP FUNCTION IF EXISTS settle_slip_legs(text[]);
CREATE OR REPLACE FUNCTION settle_slip_legs(p_id text[]) RETURNS TABLE (id text, market bigint, price integer, outcome text, bonuses text) LANGUAGE sql STABLE AS $$
  SELECT l.bet_id, l.market_id, l.price, CASE WHEN l.late <> '' THEN 'void' ELSE coalesce(o.outcome, '') END, b.bonuses
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

-- settle_has_market reports whether a market is of a match.
CREATE OR REPLACE FUNCTION settle_has_market(p_event bigint, p_market bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM sports_market m WHERE m.id = p_market AND m.event_id = p_event)
$$;
