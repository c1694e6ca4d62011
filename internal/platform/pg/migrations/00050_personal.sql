-- +goose Up
-- Personal data of members, sealed (S-98). The plain columns are written and read as before until `api personal seal` is run; it empties them.
CREATE TABLE personal_state (
  one          boolean PRIMARY KEY DEFAULT true CHECK (one),
  sealed_since timestamptz                                     -- since then values are written sealed; null: plain
);
INSERT INTO personal_state (sealed_since) SELECT CASE WHEN EXISTS (SELECT FROM member_member) THEN NULL ELSE now() END;

ALTER TABLE member_member
  ADD COLUMN name_sealed    text NOT NULL DEFAULT '',  -- key id, '.', base64url
  ADD COLUMN phone_sealed   text NOT NULL DEFAULT '',
  ADD COLUMN account_sealed text NOT NULL DEFAULT '',
  ADD COLUMN holder_sealed  text NOT NULL DEFAULT '',
  ADD COLUMN phone_index    bytea,                     -- blind index, null while the row is plain
  ADD COLUMN account_index  bytea,
  ADD COLUMN finders        bytea[],                   -- blind indexes by which staff finds the member
  ADD COLUMN index_key      text NOT NULL DEFAULT '';  -- id of the key of these indexes
ALTER TABLE member_member DROP CONSTRAINT member_member_account_no_check;
ALTER TABLE member_member ADD CONSTRAINT member_member_account_no_check CHECK (account_no ~ '^[0-9]*$') NOT VALID;

ALTER TABLE cash_request
  ADD COLUMN depositor_sealed text NOT NULL DEFAULT '',
  ADD COLUMN account_sealed   text NOT NULL DEFAULT '',
  ADD COLUMN holder_sealed    text NOT NULL DEFAULT '',
  ADD COLUMN account_index    bytea,
  ADD COLUMN index_key        text NOT NULL DEFAULT '';

-- Of a phone or an account, value is then the blind index, and this column what was blocked.
ALTER TABLE member_block ADD COLUMN sealed text NOT NULL DEFAULT '';
