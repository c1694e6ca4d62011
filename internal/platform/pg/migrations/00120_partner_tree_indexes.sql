-- +goose NO TRANSACTION
-- +goose Up
-- The members directly below a partner, partners first: a node of the tree. It takes the place of the index of parent_id alone.
DROP INDEX CONCURRENTLY IF EXISTS member_member_children;
CREATE INDEX CONCURRENTLY member_member_children ON member_member (parent_id, role DESC, member_id);
DROP INDEX CONCURRENTLY IF EXISTS member_member_parent;
-- Downlines are read far more often than members join: no list of pending entries that every look walks through.
DROP INDEX CONCURRENTLY IF EXISTS member_member_downline;
CREATE INDEX CONCURRENTLY member_member_downline ON member_member USING gin (upline) WITH (fastupdate = off);
DROP INDEX CONCURRENTLY IF EXISTS member_member_upline;
