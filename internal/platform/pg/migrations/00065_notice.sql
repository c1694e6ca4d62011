-- +goose Up
-- Security notices to the masters of a site (S-79): what an account of staff did that is worth a look.
CREATE TABLE notice_notice (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id  text NOT NULL REFERENCES site_site,
  kind     text NOT NULL CHECK (kind IN ('login', 'looks')),
  staff_id text NOT NULL REFERENCES member_staff,            -- whose account
  ip       inet,
  looks    int NOT NULL DEFAULT 0,                           -- of 'looks': how often personal data were shown within 24 hours
  at       timestamptz NOT NULL
);
CREATE INDEX notice_notice_site ON notice_notice (site_id, id DESC);
-- The newest notice that each master has seen.
CREATE TABLE notice_seen (
  staff_id  text PRIMARY KEY REFERENCES member_staff,
  notice_id bigint NOT NULL
);
