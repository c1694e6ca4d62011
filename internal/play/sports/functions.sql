-- sports_close reports whether two matches of the same sides begin, or were planned to begin, less than two hours apart.
CREATE OR REPLACE FUNCTION sports_close(e sports_event, t sports_event) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT t.starts_at > e.starts_at - interval '2 hours' AND t.starts_at < e.starts_at + interval '2 hours'
      OR t.planned_at > e.planned_at - interval '2 hours' AND t.planned_at < e.planned_at + interval '2 hours'
$$;

-- sports_ahead returns the matches of other feeds that are the same one as a match and are further: they began or are over, or have a goal of which its own feed does not
-- know yet. A member who reads them knows more than its prices. Matches that are lost do not count.
CREATE OR REPLACE FUNCTION sports_ahead(e sports_event) RETURNS TABLE (event_id bigint) LANGUAGE sql STABLE AS $$
  SELECT t.id FROM sports_event t
   WHERE least(t.home_id, t.away_id) = least(e.home_id, e.away_id) AND greatest(t.home_id, t.away_id) = greatest(e.home_id, e.away_id)
     AND t.feed <> e.feed AND sports_close(e, t)
     AND CASE t.state WHEN 'ended' THEN true
                      WHEN 'live' THEN t.lost_at IS NULL AND (e.state = 'scheduled'
                        OR CASE WHEN t.home_id = e.home_id THEN t.home_score > e.home_score OR t.away_score > e.away_score
                                ELSE t.away_score > e.home_score OR t.home_score > e.away_score END)
                      ELSE false END
$$;

-- sports_offered returns how sites offer selections. refusal is '' or the first that applies of: off (the site does not offer it), closed (the match or the market
-- is over, or the match began by the database's clock and is not live), suspended (for all sites, or by staff of the site), inactive. Prices that are twice as old as the feed's limit count as suspended: no program
-- suspended them in time; so do those of a match of which another feed knows more (sports_ahead). An unknown selection has no row.
DROP FUNCTION IF EXISTS sports_offered(text[], bigint[], text[]);
CREATE OR REPLACE FUNCTION sports_offered(p_site text[], p_market bigint[], p_key text[])
RETURNS TABLE (site text, market_id bigint, key text, refusal text, price integer, version bigint, event_id bigint, event_version bigint, sport text,
               league_id bigint, kind text, period text, line integer, live boolean, starts_at timestamptz, home_score integer, away_score integer,
               home_id bigint, away_id bigint, planned_at timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT u.site, m.id, s.key,
         CASE WHEN EXISTS (SELECT FROM sports_off o WHERE o.site_id = u.site AND o.sport = e.sport AND o.league_id IN (0, e.league_id)) THEN 'off'
              WHEN e.state NOT IN ('scheduled', 'live') OR m.state NOT IN ('open', 'suspended')
                OR e.state = 'scheduled' AND e.starts_at <= clock_timestamp() THEN 'closed'
              WHEN e.suspended OR m.state = 'suspended' OR EXISTS (SELECT FROM sports_site_hold h WHERE h.event_id = e.id AND h.site_id = u.site) OR greatest(m.quoted_at, c.vouched_at)
                   < clock_timestamp() - 2 * CASE WHEN e.state = 'live' THEN c.stale_live ELSE c.stale_before END
                OR EXISTS (SELECT FROM sports_ahead(e)) THEN 'suspended'
              WHEN NOT s.active THEN 'inactive'
              ELSE '' END,
         s.price, s.version, e.id, e.version, e.sport, e.league_id, m.kind, m.period, m.line, e.state = 'live', e.starts_at, e.home_score, e.away_score,
         e.home_id, e.away_id, e.planned_at
    FROM unnest(p_site, p_market, p_key) AS u (site, market, key)
    JOIN sports_market m ON m.id = u.market
    JOIN sports_event e ON e.id = m.event_id
    JOIN sports_selection s ON s.market_id = m.id AND s.key = u.key
    LEFT JOIN sports_cursor c ON c.feed = e.feed;
$$;

-- sports_quotes is sports_offered for a bet, and locks the matches until the bet is stored: a suspension, a close or a result of a match or of one of its
-- markets waits for it, a new price does not.
DROP FUNCTION IF EXISTS sports_quotes(text[], bigint[], text[]);
CREATE OR REPLACE FUNCTION sports_quotes(p_site text[], p_market bigint[], p_key text[])
RETURNS TABLE (site text, market_id bigint, key text, refusal text, price integer, version bigint, event_id bigint, event_version bigint, sport text,
               league_id bigint, kind text, period text, line integer, live boolean, starts_at timestamptz, home_score integer, away_score integer,
               home_id bigint, away_id bigint, planned_at timestamptz)
LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_column
BEGIN
  PERFORM FROM sports_event e WHERE e.id IN (SELECT m.event_id FROM sports_market m WHERE m.id = ANY (p_market)) ORDER BY e.id FOR KEY SHARE;
  -- a statement of its own: it sees what was committed while the locks were waited for
  RETURN QUERY SELECT * FROM sports_offered(p_site, p_market, p_key);
END $$;

-- sports_twins returns the matches of all feeds that are the same one as a match, itself included: the same two sides, with starts less than two hours apart, or that were
-- planned so, of which one feed has put off the match already (bet.sameTeams). turned: the feeds name the sides the other way round.
CREATE OR REPLACE FUNCTION sports_twins(p_event bigint) RETURNS TABLE (event_id bigint, turned boolean) LANGUAGE sql STABLE AS $$
  SELECT t.id, t.home_id <> e.home_id
    FROM sports_event e
    JOIN sports_event t ON least(t.home_id, t.away_id) = least(e.home_id, e.away_id) AND greatest(t.home_id, t.away_id) = greatest(e.home_id, e.away_id)
                       AND sports_close(e, t)
   WHERE e.id = p_event
$$;

-- sports_match returns the first of the twins of a match, which stands for the match itself, whichever feeds tell of it.
CREATE OR REPLACE FUNCTION sports_match(p_event bigint) RETURNS TABLE (match_id bigint, turned boolean) LANGUAGE sql STABLE AS $$
  SELECT t.event_id, t.turned FROM sports_twins(p_event) t ORDER BY t.event_id LIMIT 1
$$;

-- sports_side returns a selection as a feed names it that has the sides the other way round.
CREATE OR REPLACE FUNCTION sports_side(p_key text, p_turned boolean) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN NOT p_turned THEN p_key WHEN p_key = 'home' THEN 'away' WHEN p_key = 'away' THEN 'home' ELSE p_key END
$$;

-- A market that staff voided stays void until staff takes that back, whichever program writes the results of its match: those of the release before do not know voided_by.
CREATE OR REPLACE FUNCTION sports_stays_void() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.state := 'void';
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER sports_stays_void BEFORE UPDATE OF state ON sports_market FOR EACH ROW
  WHEN (OLD.voided_by <> '' AND NEW.voided_by <> '' AND NEW.state <> 'void') EXECUTE FUNCTION sports_stays_void();

-- sports_winners returns the selections of matches that paid something, by the outcomes that are settled; of the lines of a kind those of the main one. A
-- selection that is void, or of which half came back, is not among them.
CREATE OR REPLACE FUNCTION sports_winners(p_event bigint[])
RETURNS TABLE (event_id bigint, kind text, period text, line integer, key text, outcome text) LANGUAGE sql STABLE AS $$
  SELECT m.event_id, m.kind, m.period, m.line, o.key, o.outcome
    FROM sports_market m JOIN settle_outcome o ON o.market_id = m.id
   WHERE m.event_id = ANY (p_event) AND m.main AND m.state = 'resulted' AND o.outcome NOT IN ('lost', 'half-lost', 'void')
   ORDER BY m.event_id, m.id, o.key
$$;

-- sports_unsettled returns the matches that are over and have a market that waits for its result, or for its bets to be settled.
CREATE OR REPLACE FUNCTION sports_unsettled() RETURNS TABLE (event_id bigint) LANGUAGE sql STABLE AS $$
  SELECT e.id FROM sports_event e
   WHERE e.state IN ('ended', 'cancelled')
     AND e.id IN (SELECT m.event_id FROM sports_market m WHERE m.state = 'closed'
                   UNION SELECT m.event_id FROM settle_due d JOIN sports_market m ON m.id = d.market_id)
$$;

-- sports_otherwise returns the matches of which bets of a site hold no more: they ended by outcomes that changed since, are void although the outcome is known, or were
-- struck after what the book did not know.
CREATE OR REPLACE FUNCTION sports_otherwise(p_site text) RETURNS TABLE (event_id bigint) LANGUAGE sql STABLE AS $$
  SELECT o.event_id FROM settle_otherwise_matches(p_site) o
$$;

-- sports_folded returns the names of a team or a league in all languages in the form of search_fold, one in a line. Indexes hold
-- it, and a dump is read back without a search path: so the schema is named.
CREATE OR REPLACE FUNCTION sports_folded(p_names jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT public.search_fold(replace(jsonb_path_query_array(p_names, '$.*')::text, '", "', E'\n'))
$$;

-- sports_maybe_slip reports whether a score was taken back so recently that it may have been a slip of the feed, which tells it again soon. Until then bets at that score
-- are not ended, unless their market is settled.
CREATE OR REPLACE FUNCTION sports_maybe_slip(t sports_truth) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT t.kind = 'annulled' AND t.at IS NOT NULL AND t.known_at > clock_timestamp() - interval '2 minutes'
$$;

-- sports_voids returns why a leg on a match is void by what happened in it (sports_truth), of several reasons the earliest: it was taken at a moment, in play or not, and at a
-- score. A leg that was taken in play is not void for the start, nor one that knew the score for that score. p_slips: a score that may have been taken back by a
-- slip counts, too.
CREATE OR REPLACE FUNCTION sports_voids(p_event bigint, p_placed timestamptz, p_live boolean, p_home integer, p_away integer, p_slips boolean)
RETURNS TABLE (kind text) LANGUAGE sql STABLE AS $$
  SELECT t.kind FROM sports_truth t
   WHERE t.event_id = p_event
     AND CASE t.kind
         WHEN 'annulled' THEN p_live AND (p_home > t.home OR p_away > t.away)
              AND (p_placed <@ t.earlier OR p_placed > t.at AND p_placed <= t.known_at AND (p_slips OR NOT sports_maybe_slip(t)))
         ELSE p_placed > t.at AND p_placed <= t.known_at
              AND CASE t.kind WHEN 'start' THEN NOT p_live
                              WHEN 'end' THEN p_live
                              ELSE p_live AND (p_home, p_away) <> (t.home, t.away) AND p_home <= t.home AND p_away <= t.away END END
   ORDER BY t.at LIMIT 1
$$;
