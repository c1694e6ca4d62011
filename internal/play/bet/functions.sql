-- The reads and writes of bets on the sportsbook, in the transactions of the wallet's writer.

-- bet_members returns the level of each member, by which limits are scaled (D-22), and which changes of price the member accepts (D-26).
CREATE OR REPLACE FUNCTION bet_members(p_member text[]) RETURNS TABLE (member text, level int, accept text) LANGUAGE sql STABLE AS $$
  SELECT m.member_id, m.level::int, coalesce(c.accept, 'none')
    FROM member_member m LEFT JOIN bet_choice c ON c.member_id = m.member_id WHERE m.member_id = ANY (p_member)
$$;

-- bet_rules returns those options of sites that say how bets are judged (site.Sportsbook); one that a site does not have keeps its default.
CREATE OR REPLACE FUNCTION bet_rules(p_site text[]) RETURNS TABLE (site text, options jsonb) LANGUAGE sql STABLE AS $$
  SELECT s.site_id, (SELECT coalesce(jsonb_object_agg(o.key, o.value), '{}') FROM jsonb_each(s.options) o WHERE o.key IN ('levels', 'maxStake') OR o.key LIKE 'sports%')
    FROM site_site s WHERE s.site_id = ANY (p_site)
$$;

-- bet_cancels counts the bets that a member of a site cancelled on this day of the site's clock (D-23). It returns a row, so that it becomes part of the
-- statement that asks.
CREATE OR REPLACE FUNCTION bet_cancels(p_member text, p_site text) RETURNS TABLE (n bigint) LANGUAGE sql STABLE AS $$
  SELECT count(*)
    FROM site_site s
   CROSS JOIN LATERAL (SELECT coalesce(s.options ->> 'timeZone', 'Asia/Seoul') AS zone) z
    JOIN bet_bet c ON c.member_id = p_member AND c.state = 'cancelled' AND c.placed_at > now() - interval '2 days'
                  AND c.ended_at >= date_trunc('day', now() AT TIME ZONE z.zone) AT TIME ZONE z.zone
   WHERE s.site_id = p_site
$$;

-- bet_bettor is bet_members of one member, with how many bets the member cancelled today, and bet_rules of its site.
CREATE OR REPLACE FUNCTION bet_bettor(p_member text) RETURNS TABLE (level int, accept text, cancelled bigint, options jsonb) LANGUAGE sql STABLE AS $$
  SELECT b.level, b.accept, c.n, r.options
    FROM bet_members(ARRAY[p_member]) b JOIN member_member m ON m.member_id = b.member
   CROSS JOIN LATERAL bet_cancels(m.member_id, m.site_id) c CROSS JOIN LATERAL bet_rules(ARRAY[m.site_id]) r
$$;

-- bet_twice returns which of the bets a member placed within the last seconds already: the same selections with the same stake (D-48).
CREATE OR REPLACE FUNCTION bet_twice(p_member text[], p_same bytea[], p_within interval) RETURNS TABLE (member text, same bytea) LANGUAGE sql STABLE AS $$
  SELECT u.member, u.same FROM unnest(p_member, p_same) AS u (member, same)
   WHERE EXISTS (SELECT FROM bet_bet b WHERE b.member_id = u.member AND b.same = u.same AND b.placed_at > now() - p_within)
$$;

-- bet_stands returns bets as they are once the wallets of their members are locked. late: the member may not cancel any more, because the bet is too old
-- or a match begins too soon, by the database's clock; cancelled: how many bets the member cancelled on this day of the site's clock, cancels: how many it may
-- (D-23); corrected: how often it was. p_age and p_ahead, in minutes, and p_cancels are those of a site whose options do not say.
CREATE OR REPLACE FUNCTION bet_stands(p_id text[], p_age int, p_ahead int, p_cancels bigint)
RETURNS TABLE (id text, member text, state text, live boolean, late boolean, cancelled bigint, cancels bigint, corrected int) LANGUAGE sql STABLE AS $$
  SELECT b.id, b.member_id, b.state, b.live,
         b.placed_at < clock_timestamp() - make_interval(mins => coalesce((s.options ->> 'sportsCancelMinutes')::int, p_age))
           OR EXISTS (SELECT FROM bet_leg l JOIN sports_event e ON e.id = l.event_id
                       WHERE l.bet_id = b.id AND (e.state <> 'scheduled'
                          OR e.starts_at < clock_timestamp() + make_interval(mins => coalesce((s.options ->> 'sportsCancelAheadMinutes')::int, p_ahead)))),
         (SELECT n FROM bet_cancels(b.member_id, b.site_id)), coalesce((s.options ->> 'sportsCancelsPerDay')::bigint, p_cancels), b.corrected
    FROM bet_bet b LEFT JOIN site_site s ON s.site_id = b.site_id
   WHERE b.id = ANY (p_id)
$$;

-- bet_vouched reports whether the feeds made or confirmed the prices of a bet's matches in play after it was placed: until then they may be those of before a
-- goal (S-68).
CREATE OR REPLACE FUNCTION bet_vouched(p_id text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(bool_and(greatest(m.quoted_at, c.vouched_at) > b.placed_at), true)
    FROM bet_bet b JOIN bet_leg l ON l.bet_id = b.id JOIN sports_market m ON m.id = l.market_id
    JOIN sports_event e ON e.id = l.event_id AND e.state = 'live'
    LEFT JOIN sports_cursor c ON c.feed = e.feed
   WHERE b.id = p_id
$$;

-- bet_cash_out_vouched is bet_vouched of a bet that its member asked to cash out, since then.
CREATE OR REPLACE FUNCTION bet_cash_out_vouched(p_id text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(bool_and(greatest(m.quoted_at, c.vouched_at) > o.asked_at), true)
    FROM bet_cash_out o JOIN bet_leg l ON l.bet_id = o.bet_id JOIN sports_market m ON m.id = l.market_id
    JOIN sports_event e ON e.id = l.event_id AND e.state = 'live'
    LEFT JOIN sports_cursor c ON c.feed = e.feed
   WHERE o.bet_id = p_id AND NOT EXISTS (SELECT FROM settle_outcome d WHERE d.market_id = l.market_id AND d.key = l.key)
$$;

-- bet_doubtful returns those of some bets of which a leg is void by itself, or would be by what its feed said of the match since, even if that may have been a slip.
CREATE OR REPLACE FUNCTION bet_doubtful(p_id text[]) RETURNS TABLE (id text) LANGUAGE sql STABLE AS $$
  SELECT DISTINCT l.bet_id
    FROM bet_leg l JOIN bet_bet b ON b.id = l.bet_id
    LEFT JOIN LATERAL sports_voids(l.event_id, b.placed_at, coalesce(l.live, b.live), l.home, l.away, true) v ON true
   WHERE l.bet_id = ANY (p_id) AND (l.late <> '' OR v.kind IS NOT NULL)
$$;

-- bet_outcomes returns how selections ended; of one that has not there is no row, nor of one whose market waits to be settled: a correction may have changed it.
CREATE OR REPLACE FUNCTION bet_outcomes(p_market bigint[], p_key text[]) RETURNS TABLE (market bigint, key text, outcome text) LANGUAGE sql STABLE AS $$
  SELECT o.market_id, o.key, o.outcome FROM unnest(p_market, p_key) AS u (market, key) JOIN settle_outcome o ON o.market_id = u.market AND o.key = u.key
   WHERE NOT EXISTS (SELECT FROM settle_due d WHERE d.market_id = u.market)
$$;

-- bet_books returns the prices of all selections of markets, active or not.
CREATE OR REPLACE FUNCTION bet_books(p_market bigint[]) RETURNS TABLE (market bigint, prices integer[]) LANGUAGE sql STABLE AS $$
  SELECT s.market_id, array_agg(s.price) FROM sports_selection s WHERE s.market_id = ANY (p_market) GROUP BY s.market_id
$$;

-- bet_settling reports whether bets of one of these markets are being settled (D-47).
CREATE OR REPLACE FUNCTION bet_settling(p_market bigint[]) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM settle_due WHERE market_id = ANY (p_market))
$$;

-- bet_counts says whether the rounds of bets are turnover (D-20).
CREATE OR REPLACE FUNCTION bet_counts(p_id text[], p_member text[], p_counts boolean) RETURNS void LANGUAGE sql AS $$
  UPDATE casino_round r SET counts = p_counts FROM unnest(p_id, p_member) AS u (id, member)
   WHERE r.vendor_id = 'house' AND r.round_id = u.id AND r.member_id = u.member AND r.counts <> p_counts
$$;

-- bet_hedged returns the bets of a member that are no turnover because another one was open at the same time with another outcome of the same match (D-20), of
-- whichever feed: of 1X2, winner and handicap another side, of every other market another selection. Correct scores are no sides: two of them leave the rest open. It looks a month
-- further back than since, because a bet placed then may be the other side of one that was placed since.
CREATE OR REPLACE FUNCTION bet_hedged(p_member text, p_since timestamptz) RETURNS TABLE (id text) LANGUAGE sql STABLE AS $$
  WITH side AS MATERIALIZED (
    SELECT b.id, b.placed_at, coalesce(b.ended_at, 'infinity') AS ended_at, x.match_id, sports_side(l.key, x.turned) AS key, m.period,
           CASE WHEN m.kind IN ('1x2', 'winner', 'handicap') THEN 'winner' ELSE m.kind || m.unit END AS kind
      FROM bet_bet b JOIN bet_leg l ON l.bet_id = b.id JOIN sports_market m ON m.id = l.market_id AND m.kind <> 'correct_score'
     CROSS JOIN LATERAL sports_match(l.event_id) x
     WHERE b.member_id = p_member AND b.placed_at > p_since - interval '31 days' AND b.state NOT IN ('cancelled', 'void', 'refused')
  )
  SELECT DISTINCT s.id FROM side s
   WHERE EXISTS (SELECT FROM side o WHERE o.match_id = s.match_id AND o.kind = s.kind AND o.period = s.period AND o.key <> s.key
                                      AND o.placed_at < s.ended_at AND o.ended_at > s.placed_at)
$$;

-- bet_open returns the newest bets of a member that have not ended, with the numbers of their rounds.
CREATE OR REPLACE FUNCTION bet_open(p_member text, p_count int) RETURNS TABLE (round bigint, id text) LANGUAGE sql STABLE AS $$
  SELECT r.id, o.id
    FROM (SELECT b.id, b.placed_at FROM bet_running u JOIN bet_bet b ON b.id = u.bet_id
           WHERE u.member_id = p_member ORDER BY b.placed_at DESC, b.id DESC LIMIT p_count) o
    JOIN casino_round r ON r.vendor_id = 'house' AND r.round_id = o.id AND r.member_id = p_member
$$;

-- bet_legs returns the legs of bets, those of a bet in their order. The outcome is that by which the bet was settled, or will be; of a bet that was cashed out
-- what became of the leg afterwards. late is why the leg is void whatever its market says (bet_leg). state and starts_at are the match's.
DROP FUNCTION IF EXISTS bet_legs(text[]);
CREATE OR REPLACE FUNCTION bet_legs(p_id text[])
RETURNS TABLE (bet_id text, event_id bigint, market_id bigint, sport text, kind text, period text, line integer, key text, price integer, outcome text,
               state text, starts_at timestamptz, late text)
LANGUAGE sql STABLE AS $$
  SELECT l.bet_id, l.event_id, l.market_id, e.sport, m.kind, m.period, m.line, l.key, l.price,
         CASE WHEN l.late <> '' AND l.open THEN 'void' WHEN l.outcome = '' AND (l.open OR b.state = 'cashed') THEN coalesce(o.outcome, '') ELSE l.outcome END,
         e.state, e.starts_at, l.late
    FROM bet_leg l JOIN bet_bet b ON b.id = l.bet_id JOIN sports_market m ON m.id = l.market_id JOIN sports_event e ON e.id = l.event_id
    LEFT JOIN settle_outcome o ON o.market_id = l.market_id AND o.key = l.key
   WHERE l.bet_id = ANY (p_id) ORDER BY l.bet_id, l.place
$$;

-- bet_exposure returns what the bets on matches that have not ended stake and may pay, those of one site; of the site of the book those of all sites, for which its
-- staff decides (D-68). A bet counts for the selection that it has of the
-- winner market of the match, or for the key '' when it has none of them.
CREATE OR REPLACE FUNCTION bet_exposure(p_site text, p_event bigint[])
RETURNS TABLE (event_id bigint, kind text, key text, bets bigint, stakes bigint, pays bigint) LANGUAGE sql STABLE AS $$
  SELECT o.event_id, o.kind, o.key, count(*), sum(b.stake)::bigint, sum(b.pays)::bigint
    FROM (SELECT m.event_id, l.bet_id,
                 coalesce(max(m.kind) FILTER (WHERE m.kind IN ('1x2', 'winner') AND m.period = 'full'), '') AS kind,
                 coalesce(max(l.key) FILTER (WHERE m.kind IN ('1x2', 'winner') AND m.period = 'full'), '') AS key
            FROM sports_market m JOIN bet_leg l ON l.market_id = m.id AND l.open
           WHERE m.event_id = ANY (p_event)
           GROUP BY m.event_id, l.bet_id) o
    JOIN bet_bet b ON b.id = o.bet_id
   WHERE b.site_id = p_site OR p_site = site_book()
   GROUP BY o.event_id, o.kind, o.key
$$;

-- bet_markets returns what the bets of a site that have not ended stake on each market of a match; of the site of the book those of all sites. A market without such bets has no row.
CREATE OR REPLACE FUNCTION bet_markets(p_site text, p_event bigint) RETURNS TABLE (market_id bigint, bets bigint, stakes bigint) LANGUAGE sql STABLE AS $$
  SELECT m.id, count(*), sum(b.stake)::bigint
    FROM sports_market m JOIN bet_leg l ON l.market_id = m.id AND l.open JOIN bet_bet b ON b.id = l.bet_id
   WHERE m.event_id = p_event AND (b.site_id = p_site OR p_site = site_book())
   GROUP BY m.id
$$;

-- bet_liability returns what the bets of each site that have not ended stake and may pay, and the most that those on one match may, of whichever feeds.
CREATE OR REPLACE FUNCTION bet_liability() RETURNS TABLE (site text, bets bigint, stakes bigint, pays bigint, match_pays bigint) LANGUAGE sql STABLE AS $$
  WITH running AS MATERIALIZED (SELECT b.id, b.site_id, b.stake, b.pays FROM bet_running r JOIN bet_bet b ON b.id = r.bet_id),
       of_event AS MATERIALIZED (SELECT r.site_id, l.event_id, sum(r.pays) AS pays
                      FROM running r CROSS JOIN LATERAL (SELECT DISTINCT x.event_id FROM bet_leg x WHERE x.bet_id = r.id) l GROUP BY r.site_id, l.event_id),
       of_match AS (SELECT o.site_id, x.match_id, sum(o.pays) AS pays FROM of_event o CROSS JOIN LATERAL sports_match(o.event_id) x GROUP BY o.site_id, x.match_id)
  SELECT s.site_id, (SELECT count(*) FROM running r WHERE r.site_id = s.site_id),
         coalesce((SELECT sum(r.stake) FROM running r WHERE r.site_id = s.site_id), 0)::bigint,
         coalesce((SELECT sum(r.pays) FROM running r WHERE r.site_id = s.site_id), 0)::bigint,
         coalesce((SELECT max(m.pays) FROM of_match m WHERE m.site_id = s.site_id), 0)::bigint
    FROM site_site s ORDER BY s.site_id
$$;

-- bet_overdue_matches returns, of each sport with the usual length of its matches, how many should be over by the clock, have bets that have not ended, and have no
-- result, and since when the oldest should be. One that was put off is ended otherwise (D-24).
CREATE OR REPLACE FUNCTION bet_overdue_matches(p_sport text[], p_length interval[])
RETURNS TABLE (sport text, matches bigint, oldest interval) LANGUAGE sql STABLE AS $$
  WITH usual AS (SELECT u.sport, u.length FROM unnest(p_sport, p_length) AS u (sport, length)),
       late AS (SELECT DISTINCT e.id, e.sport, clock_timestamp() - e.starts_at - u.length AS age
                  FROM bet_running r JOIN bet_leg l ON l.bet_id = r.bet_id AND l.open
                  JOIN sports_event e ON e.id = l.event_id AND e.state <> 'postponed'
                  JOIN usual u ON u.sport = e.sport AND e.starts_at < clock_timestamp() - u.length
                  JOIN sports_market m ON m.id = l.market_id AND m.state NOT IN ('resulted', 'void'))
  SELECT u.sport, count(DISTINCT l.id), coalesce(max(l.age), interval '0') FROM usual u LEFT JOIN late l ON l.sport = u.sport GROUP BY u.sport
$$;
