-- +goose Up
-- Which form of names the finders of a member are of: 2 is core/fold, 1 kept marks and signs. A search looks for both; api keys reseal brings 1 to 2.
ALTER TABLE member_member ADD COLUMN finders_form smallint NOT NULL DEFAULT 1;
ALTER TABLE member_member ALTER COLUMN finders_form SET DEFAULT 2;
