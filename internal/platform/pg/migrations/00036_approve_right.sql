-- +goose NO TRANSACTION
-- +goose Up
-- Masters may approve, so that each site has staff who can.
-- +goose StatementBegin
DO $$ BEGIN
  LOOP
    UPDATE member_staff SET rights = rights || ARRAY['approve']
     WHERE staff_id IN (SELECT staff_id FROM member_staff WHERE 'staff' = ANY (rights) AND NOT 'approve' = ANY (rights) LIMIT 500);
    EXIT WHEN NOT FOUND;
    COMMIT;
  END LOOP;
END $$;
-- +goose StatementEnd
