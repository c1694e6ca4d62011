-- +goose NO TRANSACTION
-- +goose Up
-- What was noted before this migration is not proved.
DO $$ BEGIN LOOP UPDATE commission_cursor SET first = tx WHERE one IN (SELECT one FROM commission_cursor WHERE first < 0 LIMIT 1); EXIT WHEN NOT FOUND; COMMIT; END LOOP; END $$;
