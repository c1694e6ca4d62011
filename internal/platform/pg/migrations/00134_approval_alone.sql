-- +goose Up
-- What staff did without a second person, of the kinds whose limit holds for a sum of 24 hours (S-84). Older rows go.
CREATE TABLE approval_alone (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id   text NOT NULL,
  kind      text NOT NULL,
  staff_id  text NOT NULL,
  member_id text NOT NULL DEFAULT '', -- empty: the act concerns no single member
  act       text,                     -- names the act in its domain: one that is repeated counts once; null: it cannot be repeated
  amount    bigint NOT NULL CHECK (amount >= 0),
  at        timestamptz NOT NULL,
  UNIQUE (site_id, kind, act)
);
CREATE INDEX approval_alone_staff ON approval_alone (site_id, kind, staff_id, at);
CREATE INDEX approval_alone_member ON approval_alone (site_id, kind, member_id, at) WHERE member_id <> '';
CREATE INDEX approval_alone_at ON approval_alone (at);
