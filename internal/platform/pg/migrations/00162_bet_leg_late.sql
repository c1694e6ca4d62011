-- +goose NO TRANSACTION
-- +goose Up
-- The few legs that are void by themselves, by their market. The end of a bet leaves late as it is, so it stays a HOT update.
DROP INDEX CONCURRENTLY IF EXISTS bet_leg_late;
CREATE INDEX CONCURRENTLY bet_leg_late ON bet_leg (market_id) WHERE late <> '';
