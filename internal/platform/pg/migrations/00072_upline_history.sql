-- +goose Up
-- The uplines that members had before they were moved under another referrer: figures of a time stay with the upline of that time.
ALTER TABLE member_member ADD COLUMN upline_since timestamptz; -- of the current upline; NULL: since the member joined
CREATE TABLE member_upline (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id text NOT NULL REFERENCES member_member,
  upline    text[] NOT NULL,                       -- memIds of the partners above, nearest first
  since     timestamptz,                           -- NULL: since the member joined
  until     timestamptz NOT NULL
);
CREATE INDEX member_upline_partners ON member_upline USING gin (upline); -- who was in the downline of a partner: upline @> ARRAY[memId]
CREATE INDEX member_upline_member ON member_upline (member_id);
