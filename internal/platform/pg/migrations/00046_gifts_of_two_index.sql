-- +goose NO TRANSACTION
-- +goose Up
-- The coupons that a person issued in a day.
DROP INDEX CONCURRENTLY IF EXISTS promo_batch_issuer;
CREATE INDEX CONCURRENTLY promo_batch_issuer ON promo_batch (site_id, issued_by, issued_at);
