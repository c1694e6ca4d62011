-- +goose Up
-- Inquiries of people who are not logged in, among those of the members: no member, but the way to reach the guest, the account
-- name that the guest claims, and the hash of the code with which the guest reads the answer.
ALTER TABLE inquiry_inquiry
  ALTER COLUMN member_id DROP NOT NULL,
  ADD COLUMN guest_contact_kind text,
  ADD COLUMN guest_contact      text,
  ADD COLUMN guest_account      text,   -- as the guest typed it; empty when none was given
  ADD COLUMN guest_secret       bytea;  -- SHA-256

ALTER TABLE inquiry_inquiry DROP CONSTRAINT inquiry_inquiry_category_check;
ALTER TABLE inquiry_inquiry ADD CONSTRAINT inquiry_inquiry_category
  CHECK (category IN ('bankaccount', 'etc', 'login', 'signup', 'money')) NOT VALID;
ALTER TABLE inquiry_inquiry ADD CONSTRAINT inquiry_inquiry_writer CHECK (
  num_nulls(guest_contact_kind, guest_contact, guest_account, guest_secret) = CASE WHEN member_id IS NULL THEN 0 ELSE 4 END
) NOT VALID;
