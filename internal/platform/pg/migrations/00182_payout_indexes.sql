-- +goose NO TRANSACTION
-- +goose Up
DROP INDEX CONCURRENTLY IF EXISTS cash_request_payer;
CREATE INDEX CONCURRENTLY cash_request_payer ON cash_request (payer, id DESC) WHERE kind = 'through';
DROP INDEX CONCURRENTLY IF EXISTS partner_send_request;
CREATE UNIQUE INDEX CONCURRENTLY partner_send_request ON partner_send (request_id) WHERE request_id IS NOT NULL;
