-- +goose NO TRANSACTION
-- +goose Up
-- Masters may see and run the sportsbook; they give these rights to others.
-- +goose StatementBegin
DO $$ BEGIN
  LOOP
    UPDATE member_staff SET rights = rights
           || CASE WHEN NOT 'sports' = ANY (rights) THEN ARRAY['sports'] ELSE '{}' END
           || CASE WHEN NOT 'trade' = ANY (rights) THEN ARRAY['trade'] ELSE '{}' END
     WHERE staff_id IN (SELECT staff_id FROM member_staff WHERE 'staff' = ANY (rights) AND NOT rights @> ARRAY['sports', 'trade'] LIMIT 500);
    EXIT WHEN NOT FOUND;
    COMMIT;
  END LOOP;
END $$;
-- +goose StatementEnd
