-- +goose NO TRANSACTION
-- +goose Up
-- The page of a member for staff: every message that the member was sent, also those that were deleted, and the coupons that the member gave on.
DROP INDEX CONCURRENTLY IF EXISTS message_message_sent;
CREATE INDEX CONCURRENTLY message_message_sent ON message_message (member_id, sent_at DESC, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS promo_coupon_given;
CREATE INDEX CONCURRENTLY promo_coupon_given ON promo_coupon (given_by) WHERE given_by IS NOT NULL;
