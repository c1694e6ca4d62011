-- +goose Up
-- The member of staff who approved coupons and points that another one gives (S-84); empty: one person gave them alone.
ALTER TABLE promo_batch ADD COLUMN approved_by text NOT NULL DEFAULT '';
ALTER TABLE promo_gift ADD COLUMN approved_by text NOT NULL DEFAULT '';
-- The value of a batch: what its issuer gives away by it. It is added up over 24 hours, so earlier batches stay at 0.
ALTER TABLE promo_batch ADD COLUMN value bigint NOT NULL DEFAULT 0;
