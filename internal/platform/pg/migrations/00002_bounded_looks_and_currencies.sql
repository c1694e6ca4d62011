-- +goose Up
-- The look of each minute goes in parts of bounded size: it moves by transaction id instead of by snapshot. Workers of the release
-- before fail at this job until they are replaced. That is wanted: their cursor and this one would disagree about what was read.
ALTER TABLE invariant_cursor
  ADD COLUMN revision bigint NOT NULL DEFAULT 0,        -- counts the parts: two looks at once cannot both move the cursor
  ADD COLUMN xid xid8 NOT NULL DEFAULT '0',             -- events of transactions below it were read
  ADD COLUMN tx_mark bigint NOT NULL DEFAULT 0,         -- an our_tx_id, and
  ADD COLUMN tx_mark_xid xid8 NOT NULL DEFAULT '0';     -- the transaction id below which every lower our_tx_id was drawn
UPDATE invariant_cursor SET xid = pg_snapshot_xmin(snapshot), tx = tx_before, tx_mark = tx_before;
ALTER TABLE invariant_cursor DROP COLUMN snapshot, DROP COLUMN tx_before;

-- Running totals are of one currency. Rows of before have none: they count for each currency until their window is over.
ALTER TABLE protection_flow ADD COLUMN currency text NOT NULL DEFAULT '';
