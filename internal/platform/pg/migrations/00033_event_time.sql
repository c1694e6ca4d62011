-- +goose Up
-- When an event takes place; all rows of a post say the same. NULL: it has no beginning, or no end.
ALTER TABLE board_post ADD COLUMN starts_at timestamptz, ADD COLUMN ends_at timestamptz;
