-- +goose Up
-- The transaction behind which bets are noted: rounds of which all transactions are older have no lines.
ALTER TABLE commission_cursor ADD COLUMN first bigint NOT NULL DEFAULT -1;
