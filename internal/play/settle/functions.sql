-- The reads of settlement.

-- A market whose bets can be settled is a job, and so is one whose result is taken back.
CREATE OR REPLACE FUNCTION settle_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO settle_due (market_id, since, at) VALUES (NEW.id, clock_timestamp(), clock_timestamp())
  ON CONFLICT (market_id) DO UPDATE SET since = excluded.since, at = excluded.at, tries = 0, fault = '';
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

-- settle_outdated counts the bets that were settled by outcomes that a correction changed since.
CREATE OR REPLACE FUNCTION settle_outdated() RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT count(DISTINCT l.bet_id)
    FROM settle_outcome o JOIN bet_leg l ON l.market_id = o.market_id AND l.key = o.key
   WHERE o.result > 1 AND NOT l.open AND l.outcome NOT IN ('', o.outcome)
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

-- settle_legs returns the legs of bets with what is known of their outcomes, and the bonuses under which the bets were placed.
DROP FUNCTION IF EXISTS settle_legs(text[]);
CREATE OR REPLACE FUNCTION settle_legs(p_id text[]) RETURNS TABLE (id text, price integer, outcome text, bonuses text) LANGUAGE sql STABLE AS $$
  SELECT l.bet_id, l.price, coalesce(o.outcome, ''), b.bonuses
    FROM bet_leg l JOIN bet_bet b ON b.id = l.bet_id LEFT JOIN settle_outcome o ON o.market_id = l.market_id AND o.key = l.key
   WHERE l.bet_id = ANY (p_id) ORDER BY l.bet_id, l.place
$$;
