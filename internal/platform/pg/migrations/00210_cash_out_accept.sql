-- +goose Up
-- Which changes of its value the member takes without being asked (D-26). A request of an older version took what the bet was worth or less.
ALTER TABLE bet_cash_out ADD COLUMN accept text NOT NULL DEFAULT 'better';
