-- +goose Up
ALTER TABLE minigame_round VALIDATE CONSTRAINT minigame_round_ended;
ALTER TABLE minigame_round VALIDATE CONSTRAINT minigame_round_told;
