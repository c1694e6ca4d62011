-- +goose NO TRANSACTION
-- +goose Up
-- The few rounds that wait for their end, or whose seed waits to be told.
DROP INDEX CONCURRENTLY IF EXISTS minigame_round_untold;
CREATE INDEX CONCURRENTLY minigame_round_untold ON minigame_round (draws_at) WHERE seed IS NULL;
