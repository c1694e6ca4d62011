-- +goose Up
-- The rounds that were open when the job public_boards last looked at their transactions, for the back office. A partial index of casino_round by its
-- state would list them as well, and would keep every bet and win from being a HOT update.
CREATE TABLE report_open_round (
  vendor_id text        NOT NULL,
  round_id  text        NOT NULL,
  member_id text        NOT NULL,
  site_id   text        NOT NULL,
  round     bigint      NOT NULL, -- casino_round.id
  currency  text        NOT NULL,
  stake     bigint      NOT NULL,
  opened_at timestamptz NOT NULL,
  PRIMARY KEY (vendor_id, round_id, member_id)
);
CREATE INDEX report_open_round_oldest ON report_open_round (site_id, vendor_id, opened_at, round);
-- How far the transactions of casino_tx were looked through for them. It begins at the first one. It has one row.
CREATE TABLE report_open_round_cursor (tx bigint NOT NULL);
INSERT INTO report_open_round_cursor (tx) VALUES (0);
