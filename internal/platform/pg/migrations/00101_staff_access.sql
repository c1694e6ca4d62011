-- +goose Up
-- The masters who gave an account a one-time password or rights, or opened it again, each with the last time. For a day after that, both accounts
-- count as one person where two are needed (S-84). Programs of the release before write nothing here.
CREATE TABLE member_staff_access (
  staff_id text NOT NULL REFERENCES member_staff,
  given_by text NOT NULL REFERENCES member_staff,
  given_at timestamptz NOT NULL,
  PRIMARY KEY (staff_id, given_by)
);
