-- +goose Up
-- The relay is idle and does not read all the time: a statement that writes to the outbox wakes it (outbox_wake).
ALTER TABLE outbox_cursor ADD COLUMN asleep boolean NOT NULL DEFAULT false;
