-- +goose Up
-- Members change and delete their own posts and comments. What a member deleted stays for staff, who cannot show it again.
ALTER TABLE board_post ADD COLUMN edited_at timestamptz;
ALTER TABLE board_comment ADD COLUMN edited_at timestamptz, ADD COLUMN removed boolean NOT NULL DEFAULT false;

-- Reports of improper posts and comments. A member reports a thing once.
CREATE TABLE board_report (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id    text NOT NULL REFERENCES site_site,
  post_id    bigint NOT NULL REFERENCES board_post,
  comment_id bigint REFERENCES board_comment,      -- NULL: the post itself is reported
  member_id  text NOT NULL REFERENCES member_member,
  reason     text NOT NULL CHECK (reason IN ('spam', 'abuse', 'fraud', 'privacy', 'other')),
  words      text NOT NULL,                        -- of the member who reports; may be empty
  content    text NOT NULL,                        -- plain text of the thing at that time: its writer may change it
  created_at timestamptz NOT NULL,
  decision   text CHECK (decision IN ('hide', 'dismiss')),
  decided_by text,
  decided_at timestamptz,
  UNIQUE NULLS NOT DISTINCT (member_id, post_id, comment_id),
  CHECK (num_nulls(decision, decided_by, decided_at) IN (0, 3))
);
CREATE INDEX board_report_open ON board_report (site_id, post_id, comment_id) WHERE decision IS NULL;
CREATE INDEX board_report_member ON board_report (member_id, created_at);
