-- +goose NO TRANSACTION
-- +goose Up
-- A line in games is another market than the same line in sets.
DROP INDEX CONCURRENTLY IF EXISTS sports_market_question;
CREATE UNIQUE INDEX CONCURRENTLY sports_market_question ON sports_market (event_id, kind, period, unit, line);
-- The few matches whose first half was settled and then told otherwise.
DROP INDEX CONCURRENTLY IF EXISTS sports_event_half;
CREATE INDEX CONCURRENTLY sports_event_half ON sports_event (id) WHERE half_version > 1;
