-- +goose Up
-- Answers that staff prepared for frequent inquiries, each with a text in any of the site's languages.
CREATE TABLE inquiry_sample (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id    text NOT NULL REFERENCES site_site,
  name       text NOT NULL,                       -- by which staff finds it
  texts      jsonb NOT NULL CHECK (jsonb_typeof(texts) = 'object'), -- plain text by language
  changed_at timestamptz NOT NULL,
  UNIQUE (site_id, name)
);
