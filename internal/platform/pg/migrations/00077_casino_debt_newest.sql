-- +goose NO TRANSACTION
-- +goose Up
-- The back office lists the debts of a provider by when they arose.
DROP INDEX CONCURRENTLY IF EXISTS casino_debt_newest;
CREATE INDEX CONCURRENTLY casino_debt_newest ON casino_debt (vendor_id, created_at, tx_id);
