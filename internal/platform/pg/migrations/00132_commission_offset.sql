-- +goose Up
-- Corrections of bets of statements that head office keeps. They stand in a later statement of the partner and belong to the kept one, once and for all.
CREATE TABLE commission_kept_line (
  partner_id text NOT NULL,
  line_day   date NOT NULL,                                -- of the statement that has the line
  line       bigint NOT NULL,                              -- commission_line.id
  kept_day   date NOT NULL CHECK (kept_day < line_day),
  PRIMARY KEY (partner_id, line),
  FOREIGN KEY (partner_id, kept_day) REFERENCES commission_statement
);
CREATE INDEX commission_kept_line_statement ON commission_kept_line (partner_id, kept_day);
-- What a statement is given, or loses, because such corrections change what is kept and not what is paid.
CREATE TABLE commission_offset (
  partner_id text NOT NULL,
  day        date NOT NULL,                                -- of the statement that has it
  kept_day   date NOT NULL CHECK (kept_day < day),         -- of the statement that is kept
  kept       bigint NOT NULL CHECK (kept >= 0),            -- what is kept of it before, minor units
  rolling    bigint NOT NULL,                              -- is added to the amount
  losing     bigint NOT NULL,                              -- is added to the losing share
  PRIMARY KEY (partner_id, day, kept_day),
  FOREIGN KEY (partner_id, day) REFERENCES commission_statement,
  FOREIGN KEY (partner_id, kept_day) REFERENCES commission_statement,
  CHECK (kept >= rolling + losing)
);
CREATE INDEX commission_offset_kept ON commission_offset (partner_id, kept_day);
