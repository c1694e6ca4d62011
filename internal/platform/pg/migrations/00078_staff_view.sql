-- +goose Up
-- Views of the lists of the back office that a member of staff saved: the filters as the address of the page has them, and the look of the table.
CREATE TABLE member_staff_view (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  staff_id text        NOT NULL REFERENCES member_staff,
  list     text        NOT NULL,
  name     text        NOT NULL,
  search   text        NOT NULL,
  look     jsonb       NOT NULL,
  saved_at timestamptz NOT NULL,
  UNIQUE (staff_id, list, name)
);
