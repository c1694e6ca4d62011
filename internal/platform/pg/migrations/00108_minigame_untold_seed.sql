-- +goose Up
-- A round that is void while the one before it still takes bets keeps its seed for itself: its hash is the seed of that one.
ALTER TABLE minigame_round
  DROP CONSTRAINT minigame_round_check3,
  ADD CONSTRAINT minigame_round_ended CHECK ((state = 'open') = (ended_at IS NULL)) NOT VALID,
  ADD CONSTRAINT minigame_round_told CHECK (CASE state WHEN 'open' THEN seed IS NULL WHEN 'drawn' THEN seed IS NOT NULL ELSE true END) NOT VALID;
