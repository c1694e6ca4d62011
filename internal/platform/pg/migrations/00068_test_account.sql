-- +goose Up
-- Test accounts (S-103): marked before any money moved, never unmarked, and left out of all figures.
ALTER TABLE member_member ADD COLUMN test_since timestamptz,
                          ADD COLUMN test_by text NOT NULL DEFAULT '',
                          ADD COLUMN test_reason text NOT NULL DEFAULT '';
