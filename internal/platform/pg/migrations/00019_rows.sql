-- +goose Up
-- Rows that a batch of money moves hands to wallet_write and vendor_write. A type that changes gets a new name: programs of the
-- release before still send the old one.
CREATE TYPE wallet_state AS (member_id text, currency text, balance bigint, held bigint, points bigint, version bigint);
CREATE TYPE wallet_line AS (
  member_id text, currency text, version bigint, unit text, contra text, kind text, amount bigint, balance_after bigint, ref text,
  once boolean,                                    -- the reference is kept in wallet_ref: no table of the move's domain does it
  cash bigint, points bigint, site text, path text, trace text, fact text
);
CREATE TYPE vendor_tx_row AS (
  vendor_id text, tx_id text, kind text, ref_tx_id text, member_id text, round_id text, currency text, amount bigint, req_hash bytea,
  status text, version bigint, balance_after bigint, closes boolean, campaign_id text, rolled_back_by text, free_win boolean
);
CREATE TYPE vendor_round_row AS (
  vendor_id text, round_id text, member_id text, site_id text, game_code text, currency text, bets bigint, stake bigint, voided bigint,
  payout bigint, free_payout bigint, state text, balance_before bigint, balance_after bigint, closed_at timestamptz
);
