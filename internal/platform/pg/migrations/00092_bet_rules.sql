-- +goose Up
-- The version of the house rules under which a bet was accepted (S-57, S-71); 0: the site had published none.
ALTER TABLE bet_bet ADD COLUMN rules int NOT NULL DEFAULT 0;
