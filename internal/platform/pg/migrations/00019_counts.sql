-- +goose Up
-- What the totals of lists read is in the index that finds the rows: pages of the table are left alone.

-- A member's rounds of some games only.
DROP INDEX vendor_round_member;
CREATE INDEX vendor_round_member ON vendor_round (member_id, created_at DESC) INCLUDE (game_code);

-- A member's cash requests but those that it took off the list; its log-ins; its inquiries with a text in the title.
DROP INDEX cash_request_member;
CREATE INDEX cash_request_member ON cash_request (member_id, requested_at DESC, id DESC) INCLUDE (kind, hidden);
DROP INDEX member_login_member;
CREATE INDEX member_login_member ON member_login (member_id, at DESC) INCLUDE (audience);
DROP INDEX inquiry_inquiry_member;
CREATE INDEX inquiry_inquiry_member ON inquiry_inquiry (member_id, created_at DESC) INCLUDE (title);

-- The desk's inquiries: all, or those with an answer.
DROP INDEX inquiry_inquiry_desk;
CREATE INDEX inquiry_inquiry_desk ON inquiry_inquiry (site_id, id DESC) INCLUDE (answered_at);

-- A part of a memId, nickname, name or phone, by its triples of letters. A server without the extension reads the list's index.
-- +goose StatementBegin
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') THEN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX member_member_search ON member_member USING gin (search gin_trgm_ops);
  END IF;
END $$;
-- +goose StatementEnd
