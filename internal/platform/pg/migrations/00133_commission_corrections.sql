-- +goose NO TRANSACTION
-- +goose Up
-- Corrections of bets, and the statements that are kept: a settlement brings them together.
DROP INDEX CONCURRENTLY IF EXISTS commission_line_correction;
CREATE INDEX CONCURRENTLY commission_line_correction ON commission_line (site_id, day) WHERE turn > 0;
DROP INDEX CONCURRENTLY IF EXISTS commission_statement_kept;
CREATE INDEX CONCURRENTLY commission_statement_kept ON commission_statement (site_id) WHERE state = 'kept';
