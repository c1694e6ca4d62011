-- +goose NO TRANSACTION
-- +goose Up
-- Masters may add providers, products and games by page, and change the keys of providers. The rights that showed personal data in the clear until
-- now keep doing so, with a reason and a fresh code.
-- +goose StatementBegin
DO $$ BEGIN
  LOOP
    UPDATE member_staff SET rights = rights
           || CASE WHEN 'staff' = ANY (rights) AND NOT 'catalogue' = ANY (rights) THEN ARRAY['catalogue'] ELSE '{}' END
           || CASE WHEN rights && ARRAY['member', 'cash', 'inquiry'] AND NOT 'personal' = ANY (rights) THEN ARRAY['personal'] ELSE '{}' END
     WHERE staff_id IN (SELECT staff_id FROM member_staff
                         WHERE 'staff' = ANY (rights) AND NOT 'catalogue' = ANY (rights)
                            OR rights && ARRAY['member', 'cash', 'inquiry'] AND NOT 'personal' = ANY (rights) LIMIT 500);
    EXIT WHEN NOT FOUND;
    COMMIT;
  END LOOP;
END $$;
-- +goose StatementEnd
