-- +goose Up
-- Changes of a feed that were refused because of their numbers although they are newer by their times: its numbering began again. refused counts those of
-- about a day, refused_stored is the highest number that was stored, refused_seen the highest that was refused. A program of the release before counts none.
ALTER TABLE sports_cursor
  ADD COLUMN refused        bigint NOT NULL DEFAULT 0,
  ADD COLUMN refused_stored bigint NOT NULL DEFAULT 0,
  ADD COLUMN refused_seen   bigint NOT NULL DEFAULT 0,
  ADD COLUMN refused_at     timestamptz; -- the last one; NULL: none since staff let the feed begin again
