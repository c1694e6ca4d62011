-- +goose Up
-- Bets on the sportsbook. The stake, what it pays and the answers are a round and transactions of the provider "house" (casino_round, casino_tx), so that
-- history, turnover, reports and limits count a bet as they count every round; here is what a round does not say. Prices are thousandths. Members, matches and
-- markets are no foreign keys: a bet is stored while its wallet and its matches are held, and a check of each would lock them once more for every leg.
CREATE TABLE bet_bet (
  id          text PRIMARY KEY,                  -- as the receipt shows it; casino_round.round_id, and casino_tx.tx_id of the stake
  site_id     text NOT NULL,
  member_id   text NOT NULL,
  currency    text NOT NULL,
  stake       bigint NOT NULL CHECK (stake > 0),
  pays        bigint NOT NULL CHECK (pays >= stake),  -- when every leg wins, the bonus included
  most        bigint NOT NULL CHECK (most >= pays),   -- the site pays no more for one bet (D-22), as it was when the bet was placed
  combined    integer NOT NULL,                  -- the price of all legs together, without the bonus
  bonus       integer NOT NULL,                  -- the factor when every leg wins (D-51)
  live        boolean NOT NULL,                  -- a match was in play
  accept      text NOT NULL CHECK (accept IN ('none', 'better', 'any')),  -- which changes of price the member accepts (D-26)
  same        bytea NOT NULL,                    -- hash of selections and stake: a bet that comes twice (D-48)
  state       text NOT NULL CHECK (state IN ('wait', 'open', 'won', 'lost', 'drawn', 'cancelled', 'void', 'refused')),
  reason      text NOT NULL DEFAULT '',          -- of a refusal after the delay
  paid        bigint NOT NULL DEFAULT 0 CHECK (paid >= 0),
  placed_at   timestamptz NOT NULL,
  due_at      timestamptz,                       -- of a bet that waits: when it is decided
  ended_at    timestamptz,
  CHECK ((state = 'wait') = (due_at IS NOT NULL)),
  CHECK ((state IN ('wait', 'open')) = (ended_at IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX bet_bet_member ON bet_bet (member_id, placed_at);
-- On due_at alone, so that the end of a bet is a HOT update.
CREATE INDEX bet_bet_due ON bet_bet (due_at) WHERE due_at IS NOT NULL;
CREATE TABLE bet_leg (
  bet_id     text NOT NULL REFERENCES bet_bet,
  place      smallint NOT NULL,
  event_id   bigint NOT NULL,
  market_id  bigint NOT NULL,
  key        text NOT NULL,
  price      integer NOT NULL,
  version    bigint NOT NULL,                    -- of the price
  home       integer NOT NULL,                   -- the score when the bet was placed
  away       integer NOT NULL,
  outcome    text NOT NULL DEFAULT '',           -- by which the bet was settled (internal/core/odds)
  open       boolean NOT NULL DEFAULT true,      -- the bet has not ended
  PRIMARY KEY (bet_id, place)
) WITH (fillfactor = 80);
CREATE INDEX bet_leg_market ON bet_leg (market_id, bet_id); -- of all legs, so that the end of a bet is a HOT update
-- How the selections of a market ended, by the newest result that was settled.
CREATE TABLE settle_outcome (
  market_id bigint NOT NULL REFERENCES sports_market,
  key       text NOT NULL,
  outcome   text NOT NULL CHECK (outcome <> ''),
  result    integer NOT NULL,                    -- the version of sports_result; 0: the match has none
  at        timestamptz NOT NULL,
  PRIMARY KEY (market_id, key)
);
CREATE INDEX settle_outcome_corrected ON settle_outcome (market_id) WHERE result > 1;
-- Markets whose bets can be settled: one job each.
CREATE TABLE settle_due (
  market_id bigint PRIMARY KEY REFERENCES sports_market,
  since     timestamptz NOT NULL,               -- when the market got its result
  at        timestamptz NOT NULL,               -- when the next node may take the job
  tries     integer NOT NULL DEFAULT 0,
  fault     text NOT NULL DEFAULT ''             -- why the last try failed
);
CREATE INDEX settle_due_next ON settle_due (at);
-- What counts for the turnover (D-20): not the stake of a bet at short prices.
ALTER TABLE casino_round ADD COLUMN counts boolean NOT NULL DEFAULT true;
