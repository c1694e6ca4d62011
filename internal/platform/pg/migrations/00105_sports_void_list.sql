-- +goose NO TRANSACTION
-- +goose Up
-- The few markets that staff voided, by their match. New prices leave voided_by as it is, so their updates stay HOT.
DROP INDEX CONCURRENTLY IF EXISTS sports_market_voided;
CREATE INDEX CONCURRENTLY sports_market_voided ON sports_market (event_id) WHERE voided_by <> '';
