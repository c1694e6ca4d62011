-- +goose NO TRANSACTION
-- +goose Up
-- What a member owes is asked for with each win: hardly any member has a row here.
DROP INDEX CONCURRENTLY IF EXISTS casino_debt_open;
CREATE INDEX CONCURRENTLY casino_debt_open ON casino_debt (member_id, currency) WHERE repaid < amount;
