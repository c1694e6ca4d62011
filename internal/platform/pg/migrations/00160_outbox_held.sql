-- +goose Up
-- Streams to which nothing can be written, because their part of Redis is away, each with the position up to which it has everything. The relay
-- goes on with the other streams and publishes the rest when it is back.
CREATE TABLE outbox_held (
  stream text PRIMARY KEY,
  xid    xid8 NOT NULL,
  id     bigint NOT NULL
);
-- The moment from which the outbox is complete: that of the move, after the database was moved to another server (outbox_begin_again).
ALTER TABLE outbox_cursor ADD COLUMN since timestamptz NOT NULL DEFAULT '-infinity';
