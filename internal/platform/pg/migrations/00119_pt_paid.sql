-- +goose NO TRANSACTION
-- +goose Up
-- The payments of which a part can still be recalled.
DROP INDEX CONCURRENTLY IF EXISTS partner_send_paid;
CREATE INDEX CONCURRENTLY partner_send_paid ON partner_send (member_id, id DESC) WHERE gains AND back < amount;
