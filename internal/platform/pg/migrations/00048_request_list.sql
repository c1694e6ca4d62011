-- +goose NO TRANSACTION
-- +goose Up
-- The list of all requests of a site, with what it is filtered by and added up: neither reads the rows that it does not show.
DROP INDEX CONCURRENTLY IF EXISTS cash_request_desk;
CREATE INDEX CONCURRENTLY cash_request_desk ON cash_request (site_id, requested_at DESC, id DESC) INCLUDE (kind, status, amount, processed_by, member_id);
