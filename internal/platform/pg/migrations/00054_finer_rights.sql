-- +goose NO TRANSACTION
-- +goose Up
-- The wide rights of staff become one for each area and action; staff may do afterwards what they could before. 'site' stays in the rows for nodes of the
-- release before, and newer ones pass over it.
-- +goose StatementBegin
DO $$ BEGIN
  LOOP
    UPDATE member_staff SET rights = rights
           || CASE WHEN 'member' = ANY (rights) THEN ARRAY['signup', 'standing', 'block', 'reset'] ELSE '{}' END
           || CASE WHEN 'cash' = ANY (rights) THEN ARRAY['correct', 'gift', 'account'] ELSE '{}' END
           || CASE WHEN 'message' = ANY (rights) THEN ARRAY['inquiry'] ELSE '{}' END
           || CASE WHEN 'site' = ANY (rights) THEN ARRAY['settings', 'promo', 'offer', 'maintenance', 'content'] ELSE '{}' END
     WHERE staff_id IN (SELECT staff_id FROM member_staff
                         WHERE rights && ARRAY['member', 'cash', 'message', 'site']
                           AND NOT rights && ARRAY['signup', 'correct', 'inquiry', 'settings'] LIMIT 500);
    EXIT WHEN NOT FOUND;
    COMMIT;
  END LOOP;
END $$;
-- +goose StatementEnd
