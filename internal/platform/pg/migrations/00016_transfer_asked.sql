-- +goose Up
-- When a page last asked the vendor what it has of a member whose game is open, whatever it answered: so that many open pages ask once.
ALTER TABLE transfer_account ADD COLUMN asked_at timestamptz NOT NULL DEFAULT '-infinity';
