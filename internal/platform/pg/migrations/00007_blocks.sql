-- +goose Up
-- Who may not come in, and how fast a password may be tried.

-- Blocked addresses, phones and bank accounts of a site (U012, U013, U014). value is the kept form: a network such as
-- 192.0.2.0/24, a phone in E.164, an account number as digits.
CREATE TABLE member_block (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id    text NOT NULL REFERENCES site_site,
  kind       text NOT NULL CHECK (kind IN ('ip', 'phone', 'account')),
  value      text NOT NULL,
  net        cidr GENERATED ALWAYS AS (CASE kind WHEN 'ip' THEN value::cidr END) STORED,
  reason     text NOT NULL,
  blocked_by text NOT NULL,
  at         timestamptz NOT NULL DEFAULT now(),
  UNIQUE (site_id, kind, value)
);
CREATE INDEX member_block_net ON member_block USING gist (net inet_ops) WHERE kind = 'ip';
CREATE INDEX member_block_list ON member_block (site_id, at DESC);

-- Tries of a password in a row with less than half an hour between: from the fourth on, each is held back (D-07).
ALTER TABLE member_member ADD COLUMN pass_recent int NOT NULL DEFAULT 0, ADD COLUMN pass_tried_at timestamptz;
ALTER TABLE member_shadow ADD COLUMN recent int NOT NULL DEFAULT 0;
CREATE INDEX member_shadow_at ON member_shadow (at);
