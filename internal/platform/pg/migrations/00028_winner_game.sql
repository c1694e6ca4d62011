-- +goose Up
-- The game of each win, for the ranking of the week. Rows of before have none and are no part of it; the newest 2,000 are kept.
ALTER TABLE report_winner ADD COLUMN game_code text NOT NULL DEFAULT '';
