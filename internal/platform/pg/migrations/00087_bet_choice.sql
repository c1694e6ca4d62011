-- +goose Up
-- Which changes of price a member accepts without being asked (D-26): for slips that do not say. A member without a row never chose and is asked.
CREATE TABLE bet_choice (
  member_id text PRIMARY KEY REFERENCES member_member,
  accept    text NOT NULL CHECK (accept IN ('none', 'better', 'any')),
  at        timestamptz NOT NULL
);
