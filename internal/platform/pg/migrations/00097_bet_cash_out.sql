-- +goose Up
-- Bets that their members ended before the matches were over, for what they were worth then.
ALTER TABLE bet_bet DROP CONSTRAINT bet_bet_state_check;
ALTER TABLE bet_bet ADD CONSTRAINT bet_bet_state_check
  CHECK (state IN ('wait', 'open', 'won', 'lost', 'drawn', 'cashed', 'cancelled', 'void', 'refused')) NOT VALID;
-- What a member asked for while a match was in play, by the bet: the last time. It is decided after the delay of play (D-26).
CREATE TABLE bet_cash_out (
  bet_id   text PRIMARY KEY REFERENCES bet_bet,
  amount   bigint NOT NULL CHECK (amount > 0),   -- the offer that the member took
  asked_at timestamptz NOT NULL,
  due_at   timestamptz,                          -- when it is decided; NULL: it was
  scores   integer[] NOT NULL,                   -- of the matches of the legs when it was asked, home and away of each
  refused  text NOT NULL DEFAULT ''              -- why
);
CREATE INDEX bet_cash_out_due ON bet_cash_out (due_at) WHERE due_at IS NOT NULL;
