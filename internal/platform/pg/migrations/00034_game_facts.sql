-- +goose Up
-- What the provider publishes about a game, for the lobby; 0 where it publishes nothing.
ALTER TABLE game_game
  ADD COLUMN rtp        int NOT NULL DEFAULT 0 CHECK (rtp BETWEEN 0 AND 10000),     -- basis points of all stakes that are paid back in the long run
  ADD COLUMN lines      int NOT NULL DEFAULT 0 CHECK (lines BETWEEN 0 AND 10000),   -- 0 as well for games without lines
  ADD COLUMN volatility int NOT NULL DEFAULT 0 CHECK (volatility BETWEEN 0 AND 5);  -- 1 (calm) to 5 (wild)
