-- +goose NO TRANSACTION
-- +goose Up
-- What a site was paid and has paid in a period is added up from this index alone.
DROP INDEX CONCURRENTLY IF EXISTS cash_request_paid;
CREATE INDEX CONCURRENTLY cash_request_paid ON cash_request (site_id, currency, processed_at) INCLUDE (kind, amount) WHERE status = 1;
