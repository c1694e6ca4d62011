-- +goose NO TRANSACTION
-- +goose Up
-- Masters may read the audit, so that each site has staff who can.
-- +goose StatementBegin
DO $$ BEGIN
  LOOP
    UPDATE member_staff SET rights = rights || ARRAY['audit']
     WHERE staff_id IN (SELECT staff_id FROM member_staff WHERE 'staff' = ANY (rights) AND NOT 'audit' = ANY (rights) LIMIT 500);
    EXIT WHEN NOT FOUND;
    COMMIT;
  END LOOP;
END $$;
-- +goose StatementEnd
