-- sports_quote returns what a bet on selections needs, and locks their matches and markets until the bet is stored: a suspension, a close or a result
-- waits for it, a new price does not. refusal is '' or the first that applies of: off (the site does not offer it), closed (the match or the market is
-- over, or the match began by the database's clock and is not live), suspended, inactive. An unknown selection has no row. Ask in the order of the
-- markets, so that two bets never wait for each other.
CREATE OR REPLACE FUNCTION sports_quote(p_site text[], p_market bigint[], p_key text[])
RETURNS TABLE (site text, market_id bigint, key text, refusal text, price integer, version bigint, event_id bigint, event_version bigint, sport text,
               league_id bigint, kind text, period text, line integer, live boolean, starts_at timestamptz, home_score integer, away_score integer)
LANGUAGE sql VOLATILE AS $$
  WITH asked AS (SELECT u.site, u.market, u.key FROM unnest(p_site, p_market, p_key) AS u (site, market, key)),
       locked AS (
    SELECT m.id, m.state AS market_state, m.kind, m.period, m.line, e.id AS event, e.version, e.sport, e.league_id, e.state, e.starts_at, e.suspended,
           e.home_score, e.away_score
      FROM sports_market m JOIN sports_event e ON e.id = m.event_id
     WHERE m.id IN (SELECT a.market FROM asked a)
     ORDER BY m.id FOR KEY SHARE OF e, m)
  SELECT a.site, l.id, s.key,
         CASE WHEN EXISTS (SELECT FROM sports_off o WHERE o.site_id = a.site AND o.sport = l.sport AND o.league_id IN (0, l.league_id)) THEN 'off'
              WHEN l.state NOT IN ('scheduled', 'live') OR l.market_state NOT IN ('open', 'suspended')
                OR l.state = 'scheduled' AND l.starts_at <= clock_timestamp() THEN 'closed'
              WHEN l.suspended OR l.market_state = 'suspended' THEN 'suspended'
              WHEN NOT s.active THEN 'inactive'
              ELSE '' END,
         s.price, s.version, l.event, l.version, l.sport, l.league_id, l.kind, l.period, l.line, l.state = 'live', l.starts_at, l.home_score, l.away_score
    FROM asked a
    JOIN locked l ON l.id = a.market
    JOIN sports_selection s ON s.market_id = l.id AND s.key = a.key
$$;
