-- +goose NO TRANSACTION
-- +goose Up
-- What went to a provider's wallet and came back since a clear of the turnover.
DROP INDEX CONCURRENTLY IF EXISTS transfer_order_member;
CREATE INDEX CONCURRENTLY transfer_order_member ON transfer_order (member_id, vendor_id, currency, created_at);
