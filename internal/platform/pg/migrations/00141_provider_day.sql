-- +goose Up
-- What a provider may still pay more than was staked, on a day of a site's clock. It is split into slots, so that batches of the wallet's writer do not wait
-- for each other; a slot that has too little takes from all others, with all of them locked.
CREATE TABLE casino_room (
  site_id   text NOT NULL,
  vendor_id text NOT NULL,
  currency  text NOT NULL,
  day       date NOT NULL,
  slot      smallint NOT NULL,
  most      bigint NOT NULL,                    -- the limit of the day when it was last split
  room      bigint NOT NULL,                    -- minor units; of all slots together: the limit less what was paid, plus what was staked
  PRIMARY KEY (site_id, vendor_id, currency, day, slot)
) WITH (fillfactor = 50);
-- When a key was made known: a provider is new for a day after its first one. Keys of before this release are not new.
ALTER TABLE provider_key ADD COLUMN added_at timestamptz NOT NULL DEFAULT '-infinity';
