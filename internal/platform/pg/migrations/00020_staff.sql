-- +goose Up
-- Who switched the maintenance of a site, or of one function of it (D-35, D-46), last, when, and why. Whether it is on says the
-- site; without a row nobody switched it since this table is there.
CREATE TABLE site_switch (
  site_id text NOT NULL REFERENCES site_site,
  name    text NOT NULL,                          -- site, or one of the functions
  set_by  text NOT NULL,
  reason  text NOT NULL,
  set_at  timestamptz NOT NULL,
  PRIMARY KEY (site_id, name)
);

-- What staff does for a member's protection stands in the member's history (S-48).
ALTER TABLE protection_change
  ADD COLUMN staff  text NOT NULL DEFAULT '',     -- who of the staff did it; empty: the member
  ADD COLUMN reason text NOT NULL DEFAULT '';
