-- +goose Up
-- Terms, privacy and cookies of a site. What is published is kept as it is; a change is a new version.
CREATE TABLE content_document (
  site_id      text NOT NULL REFERENCES site_site,
  kind         text NOT NULL CHECK (kind IN ('terms', 'privacy', 'cookies')),
  version      int NOT NULL CHECK (version > 0),
  published_at timestamptz NOT NULL,
  published_by text NOT NULL,                     -- staff id, or seed
  PRIMARY KEY (site_id, kind, version)
);
CREATE TABLE content_document_text (
  site_id text NOT NULL,
  kind    text NOT NULL,
  version int NOT NULL,
  lang    text NOT NULL,
  title   text NOT NULL,
  content text NOT NULL,
  html    text NOT NULL,
  PRIMARY KEY (site_id, kind, version, lang),
  FOREIGN KEY (site_id, kind, version) REFERENCES content_document
);
-- Which version a member accepted, at sign-up or later.
CREATE TABLE content_consent (
  member_id text NOT NULL REFERENCES member_member,
  site_id   text NOT NULL,
  kind      text NOT NULL,
  version   int NOT NULL,
  agreed_at timestamptz NOT NULL,
  ip        inet,
  PRIMARY KEY (member_id, kind, version),
  FOREIGN KEY (site_id, kind, version) REFERENCES content_document
);
