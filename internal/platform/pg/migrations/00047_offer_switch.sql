-- +goose Up
-- A switch may also be of a part of what a site offers: vendor/…, group/…, product/… or game/…. off: that part is not offered now. Of the
-- site and its functions the state is in site_site. version rises with each switch, so that of two pages that were opened together the
-- second is refused.
ALTER TABLE site_switch
  ADD COLUMN off     boolean NOT NULL DEFAULT false,
  ADD COLUMN version bigint  NOT NULL DEFAULT 1;
-- version of a game rises with each change by staff, for the same reason.
ALTER TABLE game_game ADD COLUMN version int NOT NULL DEFAULT 1;
