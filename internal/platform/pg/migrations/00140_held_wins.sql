-- +goose Up
-- Wins of providers that were accepted and are not paid before two persons have looked at them. The transaction in casino_tx has the amount 0; a win that is
-- paid is a transaction of its own in the same round.
CREATE TABLE casino_held_win (
  id        bigint NOT NULL GENERATED ALWAYS AS IDENTITY UNIQUE,
  vendor_id text NOT NULL,
  tx_id     text NOT NULL,                      -- the provider's, as in casino_tx
  site_id   text NOT NULL,
  member_id text NOT NULL,
  round_id  text NOT NULL,
  currency  text NOT NULL,
  amount    bigint NOT NULL CHECK (amount > 0),  -- what is paid if two persons pay it
  reason    text NOT NULL CHECK (reason IN ('win', 'free', 'day', 'size')),
  state     text NOT NULL DEFAULT 'held' CHECK (state IN ('held', 'paid', 'refused', 'withdrawn')), -- withdrawn: the provider took it back before it was paid
  note      text NOT NULL DEFAULT '',           -- why it was refused
  held_at   timestamptz NOT NULL,
  ended_at  timestamptz,
  told_at   timestamptz,                        -- when the member got the message that it is checked
  PRIMARY KEY (vendor_id, tx_id)
);
CREATE INDEX casino_held_win_waits ON casino_held_win (site_id, vendor_id, held_at, id) WHERE state = 'held';
CREATE INDEX casino_held_win_untold ON casino_held_win (id) WHERE told_at IS NULL;
-- What a provider said of a win whose amount is finer than the minor unit of the currency (D-71): it was rounded down.
CREATE TABLE casino_said (
  vendor_id text NOT NULL,
  tx_id     text NOT NULL,
  amount    text NOT NULL,
  said_at   timestamptz NOT NULL,
  PRIMARY KEY (vendor_id, tx_id)
);
