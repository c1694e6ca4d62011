-- +goose Up
-- Pictures that staff uploads for banners and popups. The bytes are JPEGs that the api wrote itself (internal/core/picture); the hash is the SHA-256 of
-- the larger one, and the address of both is made of it.
CREATE TABLE content_picture (
  site_id     text NOT NULL REFERENCES site_site,
  hash        text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  width       int NOT NULL,
  height      int NOT NULL,
  bytes       bytea NOT NULL,                     -- for wide screens
  small       bytea NOT NULL,                     -- for phones
  uploaded_by text NOT NULL,                      -- staff id
  uploaded_at timestamptz NOT NULL,
  touched_at  timestamptz NOT NULL,               -- uploaded or chosen last; a day later it goes when nothing shows it
  PRIMARY KEY (site_id, hash)
);
ALTER TABLE content_picture ALTER COLUMN bytes SET STORAGE EXTERNAL, ALTER COLUMN small SET STORAGE EXTERNAL; -- a JPEG cannot be compressed again
CREATE INDEX content_picture_touched ON content_picture (touched_at);

-- One campaign is one row in all its languages. The row of a banner or popup holds the text that the others are translated from; lang is empty when
-- readers of languages without a text of their own see it too.
ALTER TABLE content_banner ADD COLUMN source text NOT NULL DEFAULT '',    -- its language; empty: that of lang, else the site's default
                           ADD COLUMN worded_at timestamptz;              -- when its words or picture changed last; NULL: not since it was written
ALTER TABLE content_popup ADD COLUMN source text NOT NULL DEFAULT '', ADD COLUMN worded_at timestamptz;
CREATE TABLE content_text (
  banner_id  bigint REFERENCES content_banner ON DELETE CASCADE,
  popup_id   bigint REFERENCES content_popup ON DELETE CASCADE,
  lang       text NOT NULL CHECK (lang <> ''),
  title      text NOT NULL,
  content    text NOT NULL DEFAULT '',
  html       text NOT NULL DEFAULT '',
  image      text NOT NULL DEFAULT '',            -- empty: that of the campaign
  draft      boolean NOT NULL DEFAULT false,      -- no reader sees it
  checked_at timestamptz NOT NULL,                -- when it was written or found to be right last
  CHECK (num_nonnulls(banner_id, popup_id) = 1),
  UNIQUE (banner_id, lang),
  UNIQUE (popup_id, lang)
);
