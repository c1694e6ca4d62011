-- +goose Up
-- Changes of phone, name and bank account that members ask for (S-04). Staff decides about them with a second person.
CREATE TABLE member_change (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id    text NOT NULL REFERENCES site_site,
  member_id  text NOT NULL REFERENCES member_member,
  kind       text NOT NULL CHECK (kind IN ('phone', 'account')),     -- account: name, bank, number and holder, which belong together (D-06)
  wanted     text NOT NULL,                                          -- the new values while it is open, sealed; then empty
  masked     jsonb NOT NULL,                                         -- old and new values as staff sees them
  state      text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done', 'refused', 'withdrawn', 'over')),
  ip         inet,
  user_agent text NOT NULL DEFAULT '',
  asked_at   timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,                                   -- until then staff decides
  decided_by text REFERENCES member_staff,
  closed_at  timestamptz,
  note       text NOT NULL DEFAULT '',                               -- why it was refused, as the member reads it
  CHECK ((state = 'open') = (closed_at IS NULL)),
  CHECK ((state = 'open') = (wanted <> ''))
);
CREATE UNIQUE INDEX member_change_current ON member_change (member_id, kind) WHERE state = 'open';
CREATE INDEX member_change_member ON member_change (member_id, id DESC);
CREATE INDEX member_change_site ON member_change (site_id, state, id DESC);
