-- +goose NO TRANSACTION
-- +goose Up
-- The matches that are not over, for the lists of staff.
DROP INDEX CONCURRENTLY IF EXISTS sports_event_coming;
CREATE INDEX CONCURRENTLY sports_event_coming ON sports_event (starts_at, id) WHERE state IN ('scheduled', 'live', 'postponed');
-- The markets that wait for a result, to find the matches that ended without one. New prices leave the state as it is, so their updates stay HOT.
DROP INDEX CONCURRENTLY IF EXISTS sports_market_closed;
CREATE INDEX CONCURRENTLY sports_market_closed ON sports_market (event_id) WHERE state = 'closed';
