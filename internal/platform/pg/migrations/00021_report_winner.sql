-- +goose Up
-- The winners of the public board get a table of their own. The partial index that listed them kept every update of a round from being
-- a HOT one, because its columns and its predicate change with each win.
CREATE TABLE report_winner (
  vendor_id text NOT NULL,
  round_id  text NOT NULL,
  member_id text NOT NULL,
  site_id   text NOT NULL,
  closed_at timestamptz NOT NULL,
  PRIMARY KEY (vendor_id, round_id, member_id)
);
CREATE INDEX report_winner_newest ON report_winner (site_id, closed_at DESC);
-- How far the transactions of casino_tx were looked through for winners. It has one row.
CREATE TABLE report_winner_cursor (
  tx       bigint NOT NULL, -- transactions up to this our_tx_id were looked at
  mark     bigint NOT NULL, -- an our_tx_id, and
  mark_xid xid8 NOT NULL    -- the transaction id below which every our_tx_id up to the mark was drawn
);
-- Bets may be running: what they have drawn and not committed is looked at again.
INSERT INTO report_winner_cursor (tx, mark, mark_xid)
SELECT greatest(n - 100000, 0), greatest(n - 100000, 0), '0'
  FROM (SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence('casino_tx', 'our_tx_id')::regclass), 0) AS n) t;
INSERT INTO report_winner (vendor_id, round_id, member_id, site_id, closed_at)
SELECT r.vendor_id, r.round_id, r.member_id, s.site_id, r.closed_at
  FROM site_site s CROSS JOIN LATERAL (
       SELECT r.closed_at, r.vendor_id, r.round_id, r.member_id FROM casino_round r
        WHERE r.site_id = s.site_id AND r.state = 'closed' AND r.payout > r.stake AND r.closed_at <= now()
        ORDER BY r.closed_at DESC LIMIT 10000) r;
-- A round is changed once or twice, soon after it began. The room that its page keeps is for that.
ALTER TABLE casino_round SET (fillfactor = 55);
