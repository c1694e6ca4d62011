-- +goose NO TRANSACTION
-- +goose Up
-- The matches that are over, for the pages of results: without those to come.
DROP INDEX CONCURRENTLY IF EXISTS sports_event_ended;
CREATE INDEX CONCURRENTLY sports_event_ended ON sports_event (starts_at, id) WHERE state IN ('ended', 'cancelled');
