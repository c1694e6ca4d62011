-- +goose Up
-- What staff must know of a withdrawal that was asked for while the member's break or exclusion held: it is not refused for open
-- turnover, and bonuses whose terms were open were forfeited for it (S-32, S-42).
ALTER TABLE cash_request
  ADD COLUMN in_break         boolean NOT NULL DEFAULT false,
  ADD COLUMN turnover_open    bigint  NOT NULL DEFAULT 0 CHECK (turnover_open >= 0),     -- what was left to play then
  ADD COLUMN forfeited        bigint  NOT NULL DEFAULT 0 CHECK (forfeited >= 0),         -- cash
  ADD COLUMN forfeited_points bigint  NOT NULL DEFAULT 0 CHECK (forfeited_points >= 0);
