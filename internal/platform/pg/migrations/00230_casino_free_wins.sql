-- +goose NO TRANSACTION
-- +goose Up
-- The wins without a bet of a day, which lessen the losing commission (D-30): few transactions are one.
DROP INDEX CONCURRENTLY IF EXISTS casino_tx_free;
CREATE INDEX CONCURRENTLY casino_tx_free ON casino_tx (created_at) WHERE free_win;
