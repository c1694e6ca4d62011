-- +goose NO TRANSACTION
-- +goose Up
-- The lists of bets in the partner area: those of a small downline by its chains, those of one member by the member. The lines are written by the
-- worker, in large parts; no bet touches these indexes.
DROP INDEX CONCURRENTLY IF EXISTS commission_line_chain;
CREATE INDEX CONCURRENTLY commission_line_chain ON commission_line (chain_id, day, id);
DROP INDEX CONCURRENTLY IF EXISTS commission_line_member;
CREATE INDEX CONCURRENTLY commission_line_member ON commission_line (member_id, day, id);
