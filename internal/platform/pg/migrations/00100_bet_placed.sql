-- +goose NO TRANSACTION
-- +goose Up
-- The bets of the last hour, among which unusual ones are looked for. A few pages for the whole table, because bets are stored in the order of their time.
DROP INDEX CONCURRENTLY IF EXISTS bet_bet_placed;
CREATE INDEX CONCURRENTLY bet_bet_placed ON bet_bet USING brin (placed_at) WITH (pages_per_range = 32);
