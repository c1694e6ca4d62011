-- +goose Up
-- How members who forgot a secret get a new one. Staff confirms that the right person asks, and never sees or chooses the secret.
CREATE TABLE member_reset (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id      text NOT NULL REFERENCES site_site,
  member_id    text NOT NULL REFERENCES member_member,
  secret       text NOT NULL CHECK (secret IN ('password', 'pin')),  -- the one that was forgotten
  proof        text NOT NULL CHECK (proof IN ('secret', 'facts')),   -- the other secret, or phone and account number
  code         bytea NOT NULL,                                       -- hash of the code that was shown to who asked
  state        text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'confirmed', 'refused', 'done', 'over')),
  ip           inet,
  user_agent   text NOT NULL DEFAULT '',
  asked_at     timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,                                 -- until then staff confirms, and after that the member chooses
  decided_by   text REFERENCES member_staff,
  decided_at   timestamptz,
  note         text NOT NULL DEFAULT '',                             -- why it was refused
  done_at      timestamptz,
  CHECK ((decided_by IS NULL) = (decided_at IS NULL)),
  CHECK ((state = 'done') = (done_at IS NOT NULL))
);
CREATE UNIQUE INDEX member_reset_current ON member_reset (member_id, secret) WHERE state IN ('open', 'confirmed');
CREATE INDEX member_reset_site ON member_reset (site_id, state, id DESC);

-- No withdrawal before: a secret was reset (S-04).
ALTER TABLE member_member ADD COLUMN withdraw_held_until timestamptz;
