-- +goose Up
-- Actions of staff that wait for a second person (S-84), and what became of them.
CREATE TABLE approval_request (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id    text NOT NULL,
  kind       text NOT NULL,                       -- payout, correction
  target     text NOT NULL,                       -- what the action is about, in the words of its domain
  member_id  text NOT NULL DEFAULT '',            -- whom it concerns; empty: no member
  currency   text NOT NULL DEFAULT '',            -- with unit and amount: the money that it moves
  unit       text NOT NULL DEFAULT '' CHECK (unit IN ('', 'cash', 'point')),
  amount     bigint NOT NULL DEFAULT 0,           -- negative: taken from the member
  detail     jsonb NOT NULL,                      -- what the domain needs to carry it out
  reason     text NOT NULL DEFAULT '',            -- of who asked
  state      text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'approved', 'refused', 'cancelled', 'expired', 'failed')),
  version    int NOT NULL DEFAULT 1,
  asked_by   text NOT NULL,
  asked_at   timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  decided_by text NOT NULL DEFAULT '',
  decided_at timestamptz,
  note       text NOT NULL DEFAULT '',            -- of who decided
  code       text NOT NULL DEFAULT '',            -- why it failed
  CHECK ((state = 'open') = (decided_at IS NULL))
);
CREATE UNIQUE INDEX approval_request_open ON approval_request (site_id, kind, target) WHERE state = 'open';
CREATE INDEX approval_request_list ON approval_request (site_id, id DESC) INCLUDE (state, asked_by);
CREATE INDEX approval_request_due ON approval_request (expires_at) WHERE state = 'open';
CREATE INDEX approval_request_member ON approval_request (member_id, id DESC);
