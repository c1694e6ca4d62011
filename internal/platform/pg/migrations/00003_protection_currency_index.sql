-- +goose NO TRANSACTION
-- +goose Up
DROP INDEX CONCURRENTLY IF EXISTS protection_flow_currency;
CREATE UNIQUE INDEX CONCURRENTLY protection_flow_currency ON protection_flow (member_id, currency, at);
