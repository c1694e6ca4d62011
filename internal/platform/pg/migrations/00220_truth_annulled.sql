-- +goose Up
-- A score that did not count: bets in play at it that were placed shortly before the feed took it back are void (D-24).
ALTER TABLE sports_truth DROP CONSTRAINT sports_truth_kind_check;
ALTER TABLE sports_truth ADD CONSTRAINT sports_truth_kind_check CHECK (kind IN ('start', 'score', 'end', 'annulled')) NOT VALID;
