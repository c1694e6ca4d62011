-- +goose NO TRANSACTION
-- +goose Up
-- The uplines of members who are there already, in batches. Programs of the release before must be stopped before: they write path.
-- +goose StatementBegin
DO $$
DECLARE done text := ''; last text;
BEGIN
  LOOP
    SELECT max(member_id) INTO last FROM (SELECT member_id FROM member_member WHERE member_id > done ORDER BY member_id LIMIT 5000) batch;
    EXIT WHEN last IS NULL;
    UPDATE member_member SET upline = string_to_array(path, ',') WHERE member_id > done AND member_id <= last AND path <> '';
    COMMIT;
    done := last;
  END LOOP;
END $$;
-- +goose StatementEnd
DROP INDEX CONCURRENTLY IF EXISTS member_member_upline;
CREATE INDEX CONCURRENTLY member_member_upline ON member_member USING gin (upline); -- the downline of a partner: upline @> ARRAY[memId]
