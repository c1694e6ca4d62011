-- +goose Up
-- Changes of options that staff scheduled. before and after have only what changes; each is applied once, at its time, if the options are still those
-- of before. code and params say why one was not applied.
CREATE TABLE settings_plan (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id     text NOT NULL REFERENCES site_site,
  state       text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'applied', 'cancelled', 'failed')),
  at          timestamptz NOT NULL,
  before      jsonb NOT NULL,
  after       jsonb NOT NULL,
  note        text NOT NULL,
  set_by      text NOT NULL,
  approved_by text NOT NULL,                      -- the second person; empty: none was needed
  set_at      timestamptz NOT NULL,
  finished_at timestamptz,                        -- when it came to a final state
  finished_by text NOT NULL DEFAULT '',           -- staff who cancelled it
  reason      text NOT NULL DEFAULT '',           -- why it was cancelled
  version     bigint,                             -- the version that it became
  code        text NOT NULL DEFAULT '',
  params      jsonb NOT NULL DEFAULT '{}',
  CHECK ((finished_at IS NULL) = (state = 'waiting'))
);
CREATE INDEX settings_plan_due ON settings_plan (at, id) WHERE state = 'waiting';
CREATE INDEX settings_plan_list ON settings_plan (site_id, at);
-- Masters are also told of scheduled changes that were not applied, and of changed keys of providers; about says of what. A command has no account of staff.
ALTER TABLE notice_notice DROP CONSTRAINT notice_notice_kind_check, ALTER COLUMN staff_id DROP NOT NULL, ADD COLUMN about text NOT NULL DEFAULT '';
ALTER TABLE notice_notice ADD CONSTRAINT notice_notice_kind_check CHECK (kind IN ('login', 'looks', 'settings', 'key')) NOT VALID;
