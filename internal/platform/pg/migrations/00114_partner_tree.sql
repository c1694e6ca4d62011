-- +goose Up
-- What partners switched off for a member. Without a row, it was staff, the member or the clock: a partner cannot undo that.
CREATE TABLE member_switch (
  member_id  text NOT NULL REFERENCES member_member,
  part       text NOT NULL CHECK (part IN ('login', 'bet', 'recommend', 'status')),
  partner_id text NOT NULL,
  agent_id   text NOT NULL,                               -- the person who did it
  reason     text NOT NULL,
  at         timestamptz NOT NULL,
  PRIMARY KEY (member_id, part)
);
