-- +goose Up
-- Matches that a site other than that of the book (D-68) has suspended for its own members.
CREATE TABLE sports_site_hold (
  event_id bigint NOT NULL REFERENCES sports_event,
  site_id  text NOT NULL REFERENCES site_site,
  held_by  text NOT NULL,
  at       timestamptz NOT NULL,
  PRIMARY KEY (event_id, site_id)
);
