-- +goose NO TRANSACTION
-- +goose Up
-- The members of a level, the newest first.
DROP INDEX CONCURRENTLY IF EXISTS member_member_level;
CREATE INDEX CONCURRENTLY member_member_level ON member_member (site_id, level, joined_at DESC, member_id);
