-- +goose Up
ALTER TABLE member_staff
  ADD COLUMN title           text NOT NULL DEFAULT '',
  ADD COLUMN version         int NOT NULL DEFAULT 1,      -- changes of name, title and rights
  ADD COLUMN one_time_until  timestamptz,                 -- not null: the password is a one-time one, and nobody has enrolled with it yet
  ADD COLUMN pass_changed_at timestamptz,
  ADD COLUMN reviewed_at     timestamptz,
  ADD COLUMN reviewed_by     text NOT NULL DEFAULT '';
-- Recovery codes: each opens the second factor once.
CREATE TABLE member_staff_recovery (
  staff_id  text NOT NULL REFERENCES member_staff,
  code_hash bytea NOT NULL,                               -- SHA-256 of a random code of 80 bits
  used_at   timestamptz,
  PRIMARY KEY (staff_id, code_hash)
);
