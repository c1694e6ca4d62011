-- +goose Up
-- Of a score that did not count: which one it was, so that only that one told again takes it back (NULL: a program of the release before wrote it), and the times of
-- the same kind before the newest one.
ALTER TABLE sports_truth
  ADD COLUMN from_home integer,
  ADD COLUMN from_away integer,
  ADD COLUMN earlier tstzmultirange NOT NULL DEFAULT '{}';
