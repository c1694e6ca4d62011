-- +goose NO TRANSACTION
-- +goose Up
-- Staff accounts were part of the right site.
-- +goose StatementBegin
DO $$ BEGIN
  LOOP
    UPDATE member_staff SET rights = rights || ARRAY['staff']
     WHERE staff_id IN (SELECT staff_id FROM member_staff WHERE 'site' = ANY (rights) AND NOT 'staff' = ANY (rights) LIMIT 500);
    EXIT WHEN NOT FOUND;
    COMMIT;
  END LOOP;
END $$;
-- +goose StatementEnd
