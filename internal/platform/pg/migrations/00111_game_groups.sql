-- +goose Up
-- Fishing and virtual games are groups of the catalogue, as the pages have them. Rows of before are of the groups that were allowed.
ALTER TABLE game_product DROP CONSTRAINT game_product_group_code_check;
ALTER TABLE game_product ADD CONSTRAINT game_product_group_code_check
  CHECK (group_code IN ('casino', 'slot', 'sports', 'minigame', 'fishing', 'virtual')) NOT VALID;
