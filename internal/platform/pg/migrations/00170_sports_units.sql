-- +goose Up
-- What a market counts: the games of a tennis match are no sets. '' is the unit of the match's score.
ALTER TABLE sports_market ADD COLUMN unit text NOT NULL DEFAULT '';
-- The score in the unit within the sport's own (the games of sets, the points of sets), by which markets in it are settled; null: not known. half_open: the match
-- was abandoned in its first half, and the half's score is the one of that moment.
ALTER TABLE sports_result
  ADD COLUMN inner_home integer,
  ADD COLUMN inner_away integer,
  ADD COLUMN half_open  boolean NOT NULL DEFAULT false;
-- The score of the first half once it is over, by which its bets are settled while the match goes on; null: it is not over, or its score is not known.
-- half_version counts its changes: above 1, bets were perhaps settled by another one.
ALTER TABLE sports_event
  ADD COLUMN half_home    integer,
  ADD COLUMN half_away    integer,
  ADD COLUMN half_version integer NOT NULL DEFAULT 0;
