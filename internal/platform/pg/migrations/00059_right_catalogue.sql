-- +goose NO TRANSACTION
-- +goose Up
-- Masters may add providers, products and games by page, and change the keys of providers; others get the right from them.
-- +goose StatementBegin
DO $$ BEGIN
  LOOP
    UPDATE member_staff SET rights = rights || ARRAY['catalogue']
     WHERE staff_id IN (SELECT staff_id FROM member_staff WHERE 'staff' = ANY (rights) AND NOT 'catalogue' = ANY (rights) LIMIT 500);
    EXIT WHEN NOT FOUND;
    COMMIT;
  END LOOP;
END $$;
-- +goose StatementEnd
