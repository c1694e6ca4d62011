-- +goose Up
-- The bonuses of folders under which a bet was placed (D-51), by which it is paid whatever the site's are by then (odds.Bonuses); '': those of D-51.
ALTER TABLE bet_bet ADD COLUMN bonuses text NOT NULL DEFAULT '';
