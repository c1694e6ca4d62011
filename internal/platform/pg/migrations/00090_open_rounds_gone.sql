-- +goose NO TRANSACTION
-- +goose Up
-- The index of 00088: with the state of a round in its condition, the end of each round changed all indexes of casino_round. bet_running is in its place.
DROP INDEX CONCURRENTLY IF EXISTS casino_round_house;
