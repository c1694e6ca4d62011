-- +goose Up
-- How old the prices of a feed may be that it does not confirm, in play and before: the limits of the program that reads it, which suspends older ones.
-- sports_offered refuses prices that are twice as old, so that none of any age is taken while no such program runs. NULL: no bound, as with programs of the
-- release before.
ALTER TABLE sports_cursor ADD COLUMN stale_live interval, ADD COLUMN stale_before interval;
