-- +goose Up
-- What staff sets of an account to pay into. position: the active accounts take turns in this order. version rises with each change by
-- staff, so that of two forms that were opened together the second is refused. since: when it was switched on or off for the last time;
-- NULL: before this was kept.
ALTER TABLE cash_account
  ADD COLUMN position int NOT NULL DEFAULT 0,
  ADD COLUMN version  int NOT NULL DEFAULT 1,
  ADD COLUMN since    timestamptz;
