-- +goose Up
-- The sealed form of guest_contact, which is empty then (S-98).
ALTER TABLE inquiry_inquiry ADD COLUMN guest_sealed text NOT NULL DEFAULT '';
