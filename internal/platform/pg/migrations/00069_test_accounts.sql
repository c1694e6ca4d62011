-- +goose NO TRANSACTION
-- +goose Up
-- The few test accounts among all members: what adds up figures asks for them every second.
DROP INDEX CONCURRENTLY IF EXISTS member_member_test;
CREATE INDEX CONCURRENTLY member_member_test ON member_member (member_id) WHERE test_since IS NOT NULL;
