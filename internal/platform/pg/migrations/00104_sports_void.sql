-- +goose Up
-- Markets that staff voided: they stay void whatever result their match gets.
ALTER TABLE sports_market
  ADD COLUMN voided_by   text NOT NULL DEFAULT '',  -- staff; '' when none did
  ADD COLUMN void_reason text NOT NULL DEFAULT '',
  ADD COLUMN voided_at   timestamptz;
