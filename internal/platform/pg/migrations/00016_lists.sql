-- +goose Up
-- What lists of a large site read instead of whole tables (the test is TestNoListScansABigTable of api/server).

-- The back office's list of members: counted, searched and put in order without a look into the table, of which only the page's
-- rows are then read. A line feed keeps what is found within one of the four.
ALTER TABLE member_member ADD COLUMN search text NOT NULL
  GENERATED ALWAYS AS (lower(member_id || E'\n' || nick || E'\n' || name || E'\n' || phone)) STORED;
CREATE INDEX member_member_list ON member_member (site_id, joined_at DESC, member_id) INCLUDE (status, search);

-- The cash desk's list of every status, in order.
CREATE INDEX cash_request_list ON cash_request (site_id, requested_at DESC, id DESC) INCLUDE (kind, status);

-- A member's points are few among the moves of its money.
CREATE INDEX wallet_ledger_points ON wallet_ledger (member_id, currency, version DESC) INCLUDE (created_at) WHERE unit = 'point';

-- A board as its readers see it, and how much there is of it. The index of before put it in another order: a plan that knows no
-- values would read and sort the whole board for a page.
DROP INDEX board_post_list;
CREATE INDEX board_post_shown ON board_post (site_id, board, pinned DESC, created_at DESC, id DESC) INCLUDE (lang, title) WHERE published;
