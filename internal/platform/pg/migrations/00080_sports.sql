-- +goose Up
-- The sportsbook's reference data. Prices are thousandths (1850 is 1.85), lines are quarters (-5 is -1.25, the home side gives one and a quarter);
-- internal/core/odds has the vocabulary. Names are texts by language; a feed's own name stands under ''.
CREATE TABLE sports_league (
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sport   text NOT NULL,
  country text NOT NULL DEFAULT '',               -- ISO 3166-1 alpha-2, 'EU' for international; '' when unknown
  names   jsonb NOT NULL CHECK (jsonb_typeof(names) = 'object'),
  rank    integer NOT NULL DEFAULT 1000,          -- order in lists, smallest first
  margin  integer NOT NULL DEFAULT 0 CHECK (margin BETWEEN 0 AND 3000) -- basis points that are taken off the winnings of the feed's prices
);
CREATE TABLE sports_team (
  id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sport text NOT NULL,
  names jsonb NOT NULL CHECK (jsonb_typeof(names) = 'object')
);
-- What a feed calls a league or a team, and which of ours it is. Several feeds may name the same one.
CREATE TABLE sports_alias (
  feed      text NOT NULL,
  kind      text NOT NULL CHECK (kind IN ('league', 'team')),
  feed_id   text NOT NULL,
  target_id bigint NOT NULL,
  PRIMARY KEY (feed, kind, feed_id)
);
-- A match. Members may bet while it is scheduled and starts_at lies ahead, or live; never while suspended.
CREATE TABLE sports_event (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  feed           text NOT NULL,
  feed_id        text NOT NULL,
  sport          text NOT NULL,
  league_id      bigint NOT NULL REFERENCES sports_league,
  home_id        bigint NOT NULL REFERENCES sports_team,
  away_id        bigint NOT NULL REFERENCES sports_team,
  starts_at      timestamptz NOT NULL,
  planned_at     timestamptz NOT NULL,            -- the first starts_at: a delay of more than 48 hours voids the bets (D-24)
  state          text NOT NULL DEFAULT 'scheduled' CHECK (state IN ('scheduled', 'live', 'ended', 'postponed', 'cancelled')),
  period         text NOT NULL DEFAULT '',        -- of play, as the feed says: 'h1', 'break', 'h2', 'q3', 's2', 'ot'; '' before it begins
  clock          integer NOT NULL DEFAULT 0,      -- seconds played, as of clock_at
  clock_at       timestamptz NOT NULL,
  home_score     integer NOT NULL DEFAULT 0,
  away_score     integer NOT NULL DEFAULT 0,
  scores         jsonb NOT NULL DEFAULT '{}',     -- by period of play: {"h1": [1, 0]}
  cards          jsonb NOT NULL DEFAULT '{}',     -- what else is shown: {"red": [0, 1], "corner": [4, 2]}
  feed_suspended boolean NOT NULL DEFAULT false,  -- what the feed last said
  held_by        text NOT NULL DEFAULT '',        -- staff who suspended it; '' when none did
  suspended      boolean NOT NULL DEFAULT false,  -- by the feed or by staff
  suspend_reason text NOT NULL DEFAULT '',        -- 'goal', 'card', 'var', 'feed', 'staff', …; '' when it is not
  seq            bigint NOT NULL DEFAULT 0,       -- the feed's sequence of the newest change that counted
  version        bigint NOT NULL DEFAULT 1,
  changed_at     timestamptz NOT NULL,
  UNIQUE (feed, feed_id),
  CHECK (home_id <> away_id)
) WITH (fillfactor = 70);
CREATE INDEX sports_event_open ON sports_event (sport, starts_at) WHERE state IN ('scheduled', 'live');
CREATE INDEX sports_event_league ON sports_event (league_id, starts_at);
CREATE INDEX sports_event_start ON sports_event (starts_at);
-- A question about a match with its possible answers. state is what counts; it is open only when the feed says so, the prices are fresh and no staff
-- member suspended it. A version is never given to two states of a market.
CREATE TABLE sports_market (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id    bigint NOT NULL REFERENCES sports_event,
  kind        text NOT NULL CHECK (kind IN ('winner', '1x2', 'handicap', 'total', 'btts', 'correct_score', 'odd_even')),
  period      text NOT NULL CHECK (period IN ('full', 'half1')),
  line        integer NOT NULL DEFAULT 0,         -- quarters; of a handicap what is added to the home side's score; 0 where the kind has none
  main        boolean NOT NULL DEFAULT true,      -- of the lines of one kind and period, the one with the closest prices
  state       text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'suspended', 'closed', 'resulted', 'void')),
  feed_state  text NOT NULL DEFAULT 'open' CHECK (feed_state IN ('open', 'suspended', 'closed')),
  stale       boolean NOT NULL DEFAULT false,     -- suspended because its prices are too old
  held_by     text NOT NULL DEFAULT '',           -- staff who suspended it; '' when none did
  seq         bigint NOT NULL DEFAULT 0,
  version     bigint NOT NULL DEFAULT 1,
  quoted_at   timestamptz NOT NULL,               -- when the feed made or confirmed these prices
  closed_at   timestamptz,                        -- when it became closed, resulted or void
  UNIQUE (event_id, kind, period, line)
) WITH (fillfactor = 70);
CREATE INDEX sports_market_stale ON sports_market (event_id) WHERE stale;
CREATE TABLE sports_selection (
  market_id  bigint NOT NULL REFERENCES sports_market,
  key        text NOT NULL,                       -- 'home', 'draw', 'away', 'over', 'under', 'yes', 'no', 'odd', 'even', '2-1', 'other'
  feed_price integer NOT NULL,                    -- before the league's margin
  price      integer NOT NULL CHECK (price > 1000 AND price <= 1000000), -- thousandths
  active     boolean NOT NULL DEFAULT true,
  version    bigint NOT NULL DEFAULT 1,           -- the market's version since which price and active are as they are
  PRIMARY KEY (market_id, key)
) WITH (fillfactor = 70);
-- How a match ended. A correction is a new version; the history is kept. void: the match has no result ('cancelled', 'abandoned', 'postponed').
CREATE TABLE sports_result (
  event_id  bigint NOT NULL REFERENCES sports_event,
  version   integer NOT NULL,
  void      text NOT NULL DEFAULT '',
  home      integer NOT NULL,                     -- the score by which bets on 'full' are settled
  away      integer NOT NULL,
  half_home integer,                              -- the score by which bets on 'half1' are settled; null: not known
  half_away integer,
  scores    jsonb NOT NULL DEFAULT '{}',          -- by period of play, for display
  source    text NOT NULL,                        -- the feed, or where staff has it from
  set_by    text NOT NULL DEFAULT '',             -- staff; '' when a feed said so
  at        timestamptz NOT NULL,
  PRIMARY KEY (event_id, version),
  CHECK ((half_home IS NULL) = (half_away IS NULL))
);
-- How far a feed was read. vouched_at: the time up to which the feed answers for all its open prices.
CREATE TABLE sports_cursor (
  feed       text PRIMARY KEY,
  cursor     text NOT NULL,
  vouched_at timestamptz,
  at         timestamptz NOT NULL
);
-- What a feed sent that could not be used. The same complaint again only raises times.
CREATE TABLE sports_parked (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  feed     text NOT NULL,
  kind     text NOT NULL,                         -- 'league', 'team', 'event', 'market', 'result', 'batch'
  feed_id  text NOT NULL,
  reason   text NOT NULL,
  body     jsonb NOT NULL,                        -- the newest one
  times    bigint NOT NULL DEFAULT 1,
  first_at timestamptz NOT NULL,
  last_at  timestamptz NOT NULL,
  done_by  text NOT NULL DEFAULT '',              -- staff who dealt with it
  done_at  timestamptz,
  UNIQUE (feed, kind, feed_id, reason)
);
CREATE INDEX sports_parked_list ON sports_parked (last_at) WHERE done_at IS NULL;
-- What a site does not offer: a sport (league_id 0) or a league.
CREATE TABLE sports_off (
  site_id   text NOT NULL REFERENCES site_site,
  sport     text NOT NULL,
  league_id bigint NOT NULL DEFAULT 0,
  set_by    text NOT NULL,
  at        timestamptz NOT NULL,
  PRIMARY KEY (site_id, sport, league_id)
);
