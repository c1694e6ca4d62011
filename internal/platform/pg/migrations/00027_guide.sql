-- +goose Up
-- A site's guides are documents like its terms: how to play, betting, games and the house rules.
ALTER TABLE content_document DROP CONSTRAINT content_document_kind_check;
ALTER TABLE content_document ADD CONSTRAINT content_document_kind_check
  CHECK (kind IN ('terms', 'privacy', 'cookies', 'howto', 'betting', 'games', 'rules')) NOT VALID;
