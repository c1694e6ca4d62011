-- +goose Up
-- A clear: money was credited to a wallet that was empty, and nothing of before was asked for any more (D-20). It is a row, not a
-- deletion: money of before it that comes back after all undoes it.
CREATE TABLE turnover_clear (
  member_id text NOT NULL REFERENCES member_member,
  currency  text NOT NULL,
  position  bigint NOT NULL,                       -- of the same sequence as those of needs and rounds
  at        timestamptz NOT NULL,
  forgiven  bigint NOT NULL CHECK (forgiven > 0),  -- what was no longer asked for
  kept      bigint NOT NULL CHECK (kept >= 0),     -- what was: of bonuses in points that were still there
  short     bigint NOT NULL CHECK (short > 0),     -- with so much more the wallet would have been none that is empty
  came      bigint NOT NULL DEFAULT 0,             -- what came back of rounds of before it
  returned  bigint NOT NULL DEFAULT 0 CHECK (returned BETWEEN 0 AND forgiven), -- of forgiven, what a need asks for again
  undone_at timestamptz,                           -- the reckoning goes on as if it had not been
  PRIMARY KEY (member_id, currency, position)
);

ALTER TABLE turnover_state ADD COLUMN since bigint NOT NULL DEFAULT 0;       -- the last position up to the beginning with a remainder of 0
ALTER TABLE turnover_need ADD COLUMN points bigint NOT NULL DEFAULT 0;       -- given in points: so many
ALTER TABLE vendor_round ADD COLUMN free_payout bigint NOT NULL DEFAULT 0;   -- of payout: wins without a bet
ALTER TABLE vendor_tx ADD COLUMN free_win boolean NOT NULL DEFAULT false;    -- a win without a bet
