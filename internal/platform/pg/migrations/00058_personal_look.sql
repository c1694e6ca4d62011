-- +goose Up
-- How often staff had personal data shown in the clear within the 24 hours that began at since (S-98).
CREATE TABLE personal_look (
  staff_id text PRIMARY KEY REFERENCES member_staff,
  site_id  text NOT NULL REFERENCES site_site,
  since    timestamptz NOT NULL,
  looks    int NOT NULL CHECK (looks > 0)
);
CREATE INDEX personal_look_site ON personal_look (site_id);
