-- +goose Up
-- Scheduled maintenance. name is that of the switch: site, one of the functions, vendor/…, product/… or game/…; name_kor and name_eng are what
-- members call that part of the offer, empty for the site and its functions. texts are what members read, by language; reason is for staff.
-- version rises with each change, so that of two forms that were opened together the second is refused.
CREATE TABLE site_window (
  id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id          text NOT NULL REFERENCES site_site,
  name             text NOT NULL,
  name_kor         text NOT NULL,
  name_eng         text NOT NULL,
  state            text NOT NULL DEFAULT 'planned' CHECK (state IN ('planned', 'running', 'ended', 'cancelled', 'missed')),
  begins_at        timestamptz NOT NULL,
  ends_at          timestamptz NOT NULL CHECK (ends_at > begins_at),
  announce_minutes int NOT NULL CHECK (announce_minutes >= 0), -- so long before begins_at members see it
  announced        boolean NOT NULL,                           -- members see it now
  closed           boolean NOT NULL DEFAULT false,             -- it turned the switch itself; else staff had turned it before
  texts            jsonb NOT NULL,
  reason           text NOT NULL,
  version          bigint NOT NULL DEFAULT 1,
  set_by           text NOT NULL,                              -- staff who saved it last
  finished_at      timestamptz,                                -- when it ended, was cancelled or was found to be missed
  CHECK ((finished_at IS NULL) = (state IN ('planned', 'running')))
);
CREATE INDEX site_window_open ON site_window (site_id, name, begins_at) WHERE state IN ('planned', 'running');
CREATE INDEX site_window_list ON site_window (site_id, begins_at);
