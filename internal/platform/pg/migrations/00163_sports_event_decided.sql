-- +goose NO TRANSACTION
-- +goose Up
-- The few matches whose bets are decided otherwise than by the result alone, and those of which no feed speaks.
DROP INDEX CONCURRENTLY IF EXISTS sports_event_decided;
CREATE INDEX CONCURRENTLY sports_event_decided ON sports_event (id) WHERE decided > 0;
DROP INDEX CONCURRENTLY IF EXISTS sports_event_lost;
CREATE INDEX CONCURRENTLY sports_event_lost ON sports_event (starts_at) WHERE lost_at IS NOT NULL;
