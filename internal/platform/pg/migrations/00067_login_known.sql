-- +goose NO TRANSACTION
-- +goose Up
-- Whether an account logged in from a network before, however many logins were refused.
DROP INDEX CONCURRENTLY IF EXISTS member_login_known;
CREATE INDEX CONCURRENTLY member_login_known ON member_login (member_id, audience, ip) WHERE result = '200';
