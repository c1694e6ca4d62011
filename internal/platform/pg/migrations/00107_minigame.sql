-- +goose Up
-- The scheduled draws of the house (D-49, D-50). A chain is a row of seeds, each of which is the hash of the next one; a round takes the next seed. A chain has
-- consecutive rounds without a gap, by constraint (S-64): after a pause, a new chain begins.
CREATE TABLE minigame_chain (
  id       text PRIMARY KEY,
  game     text NOT NULL,
  first_no bigint NOT NULL,                                -- the round that has the first seed
  head     bytea NOT NULL CHECK (length(head) = 32),       -- the hash of the first seed
  length   integer NOT NULL CHECK (length > 0),
  sealed   text NOT NULL,                                  -- the last seed, from which the others follow; under the seal key
  made_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (id, game, first_no, length, head)
);
CREATE INDEX minigame_chain_game ON minigame_chain (game, first_no DESC);
CREATE TABLE minigame_round (
  game         text NOT NULL,
  no           bigint NOT NULL,
  chain_id     text NOT NULL,
  first_no     bigint NOT NULL,
  length       integer NOT NULL,
  head         bytea NOT NULL,
  place        integer NOT NULL CHECK (place = no - first_no + 1 AND place BETWEEN 1 AND length), -- of the seed in the chain
  before       bigint CHECK (CASE WHEN place = 1 THEN before IS NULL ELSE before IS NOT NULL AND before = no - 1 END), -- the round of the seed before
  commitment   bytea NOT NULL CHECK (length(commitment) = 32),
  beacon       text NOT NULL,                              -- the hash of the network's chain; '': there is none
  beacon_round bigint NOT NULL,
  rules        integer NOT NULL,                           -- the version of the pay table
  opens_at     timestamptz NOT NULL,
  closes_at    timestamptz NOT NULL,
  draws_at     timestamptz NOT NULL,
  state        text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'drawn', 'void')),
  seed         bytea CHECK (length(seed) = 32),            -- told with the draw
  signature    bytea,                                      -- of the beacon
  outcome      text,
  ended_at     timestamptz,
  ended_by     text NOT NULL DEFAULT '',                   -- of staff that voids it; workers do it, because they alone know the seed
  reason       text NOT NULL DEFAULT '',                   -- why it is void
  settle_at    timestamptz,                                -- when its bets are settled next; NULL: they are, or it has not ended
  settled_at   timestamptz,
  PRIMARY KEY (game, no),
  UNIQUE (chain_id, place),
  UNIQUE (game, no, chain_id),
  FOREIGN KEY (chain_id, game, first_no, length, head) REFERENCES minigame_chain (id, game, first_no, length, head),
  FOREIGN KEY (game, before, chain_id) REFERENCES minigame_round (game, no, chain_id),
  CHECK (opens_at < closes_at AND closes_at < draws_at),
  CHECK ((state = 'open') = (ended_at IS NULL) AND (state = 'open') = (seed IS NULL)),
  CHECK ((state = 'drawn') = (outcome IS NOT NULL))
);
CREATE INDEX minigame_round_open ON minigame_round (draws_at) WHERE state = 'open';
CREATE INDEX minigame_round_settle ON minigame_round (settle_at) WHERE settle_at IS NOT NULL;
CREATE TABLE minigame_bet (
  id        text PRIMARY KEY,                              -- of its round of the provider "minigame", too
  site_id   text NOT NULL,
  member_id text NOT NULL,
  currency  text NOT NULL,
  game      text NOT NULL,
  no        bigint NOT NULL,
  selection text NOT NULL,
  price     integer NOT NULL,                              -- thousandths; the highest that it can pay
  stake     bigint NOT NULL CHECK (stake > 0),
  pays      bigint NOT NULL,                               -- at that price
  most      bigint NOT NULL,                               -- that is paid, whatever is won
  state     text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'won', 'lost', 'void')),
  paid      bigint NOT NULL DEFAULT 0,
  paid_at   integer NOT NULL DEFAULT 0,                    -- the price at which it was paid
  rules     integer NOT NULL,                              -- the version of the house rules under which it was accepted (S-71)
  placed_at timestamptz NOT NULL,
  ended_at  timestamptz,
  CHECK ((state = 'open') = (ended_at IS NULL)),
  FOREIGN KEY (game, no) REFERENCES minigame_round
);
CREATE INDEX minigame_bet_round ON minigame_bet (game, no, id);
CREATE INDEX minigame_bet_member ON minigame_bet (member_id, placed_at DESC);
-- What the bets of a day of UTC staked and were paid, for the report of each game's performance (S-94) and for the watch over its return (S-58).
CREATE TABLE minigame_day (
  site_id     text NOT NULL,
  currency    text NOT NULL,
  day         date NOT NULL,                               -- of the draw
  game        text NOT NULL,
  selection   text NOT NULL,                               -- picks of keno by their number: spots:5
  bets        bigint NOT NULL,                             -- that were won or lost
  stakes      bigint NOT NULL,
  squares     numeric NOT NULL,                            -- the sum of the squares of the stakes
  paid        bigint NOT NULL,
  voids       bigint NOT NULL,                             -- bets of void rounds
  void_stakes bigint NOT NULL,
  PRIMARY KEY (game, day, site_id, currency, selection)
);
