-- +goose Up
-- Bets that were ended by an order of staff (S-65), most of which had ended otherwise: how they stood before and what they became. The money is in casino_tx.
ALTER TABLE bet_bet ADD COLUMN corrected int NOT NULL DEFAULT 0;  -- how often
CREATE TABLE bet_correction (
  bet_id   text NOT NULL REFERENCES bet_bet,
  n        int NOT NULL,
  order_id bigint NOT NULL,                    -- settle_order
  was      text NOT NULL,
  was_paid bigint NOT NULL,
  was_at   timestamptz,                        -- when it had ended; NULL: it was open
  state    text NOT NULL,
  paid     bigint NOT NULL,
  reason   text NOT NULL,
  at       timestamptz NOT NULL,
  told_at  timestamptz,                        -- when its member got a message; of a bet that is paid as before at once
  PRIMARY KEY (bet_id, n)
);
CREATE INDEX bet_correction_order ON bet_correction (order_id);
CREATE INDEX bet_correction_untold ON bet_correction (at) WHERE told_at IS NULL;
-- What staff ordered: to settle the ended bets on a match again by its newest result, or to void one bet.
CREATE TABLE settle_order (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id  text NOT NULL,                      -- whose bets it is about
  event_id bigint,
  bet_id   text,
  aged     boolean NOT NULL,                   -- also bets that ended long ago
  reason   text NOT NULL,
  asked_by text NOT NULL,
  at       timestamptz NOT NULL,
  due_at   timestamptz NOT NULL,               -- when the next node may take it
  tries    int NOT NULL DEFAULT 0,
  fault    text NOT NULL DEFAULT '',           -- why the last try failed
  bets     int NOT NULL DEFAULT 0,             -- that were ended otherwise
  done_at  timestamptz,
  CHECK ((event_id IS NULL) <> (bet_id IS NULL))
);
CREATE INDEX settle_order_due ON settle_order (due_at) WHERE done_at IS NULL;
-- One order at a time about the same bets.
CREATE UNIQUE INDEX settle_order_match ON settle_order (site_id, event_id) WHERE done_at IS NULL AND event_id IS NOT NULL;
CREATE UNIQUE INDEX settle_order_bet ON settle_order (bet_id) WHERE done_at IS NULL AND bet_id IS NOT NULL;
CREATE INDEX settle_order_event ON settle_order (site_id, event_id);
