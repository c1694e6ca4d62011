-- +goose NO TRANSACTION
-- +goose Up
-- Looks of before are counted as if all were made when their 24 hours began.
-- +goose StatementBegin
DO $$ BEGIN
  LOOP
    UPDATE personal_look SET times = array_fill(since, ARRAY[least(looks, 10000)]), untold = looks % 100
     WHERE staff_id IN (SELECT staff_id FROM personal_look WHERE times = '{}' LIMIT 500);
    EXIT WHEN NOT FOUND;
    COMMIT;
  END LOOP;
END $$;
-- +goose StatementEnd
