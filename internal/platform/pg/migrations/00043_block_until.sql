-- +goose Up
-- Until when a block holds; NULL: until staff lifts it.
ALTER TABLE member_block ADD COLUMN until timestamptz;
