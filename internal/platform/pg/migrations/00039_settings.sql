-- +goose Up
-- Changes that staff made to the options of a site, each a version: what the options were before it and after it, only those that it changed.
CREATE TABLE settings_change (
  site_id     text NOT NULL REFERENCES site_site,
  version     bigint NOT NULL CHECK (version > 0),
  set_by      text NOT NULL,
  approved_by text NOT NULL DEFAULT '',           -- the second person; empty: none was needed
  set_at      timestamptz NOT NULL,
  before      jsonb NOT NULL,
  after       jsonb NOT NULL,
  note        text NOT NULL DEFAULT '',
  restores    bigint,                             -- the version whose values it brought back; 0: those from before the first
  PRIMARY KEY (site_id, version)
);
