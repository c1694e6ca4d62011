-- +goose Up
-- Stakes and payouts of a site in quarters of an hour, by product ('' where the game is not in the catalogue): every transaction of
-- casino_tx is added once, in the order of our_tx_id.
CREATE TABLE report_play (
    site_id  text        NOT NULL,
    currency text        NOT NULL,
    at       timestamptz NOT NULL,
    proc_id  text        NOT NULL,
    bets     bigint      NOT NULL,
    stake    bigint      NOT NULL,
    payout   bigint      NOT NULL,
    PRIMARY KEY (site_id, currency, at, proc_id)
);
CREATE TABLE report_play_cursor (tx bigint NOT NULL);
INSERT INTO report_play_cursor (tx) VALUES (0);
