-- +goose Up
-- The feed's sequence of the result: an older one that comes late changes nothing.
ALTER TABLE sports_result ADD COLUMN seq bigint NOT NULL DEFAULT 0;
