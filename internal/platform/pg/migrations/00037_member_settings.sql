-- +goose Up
-- Rises with each change of what staff allows the member, so that of two forms that were opened together the second is refused.
ALTER TABLE member_member ADD COLUMN settings_version bigint NOT NULL DEFAULT 1;

-- What members of staff tell each other about a member. The member never sees it, and it stays as it was written.
CREATE TABLE member_note (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id    text NOT NULL REFERENCES site_site,
  member_id  text NOT NULL REFERENCES member_member,
  staff_id   text NOT NULL REFERENCES member_staff,
  content    text NOT NULL CHECK (content <> ''),
  created_at timestamptz NOT NULL
);
CREATE INDEX member_note_member ON member_note (member_id, id DESC);
