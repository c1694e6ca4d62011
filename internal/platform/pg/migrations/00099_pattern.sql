-- +goose Up
-- Unusual bets that staff should look at (S-74). The same pattern of the same subject is one row until staff has settled it.
CREATE TABLE pattern_flag (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id    text NOT NULL,
  kind       text NOT NULL CHECK (kind IN ('rush', 'copied', 'late', 'sides')),
  subject    text NOT NULL,                    -- a selection, a slip or a member
  event_id   bigint,                           -- of a selection; of a slip its first match
  market_id  bigint,                           -- of a selection
  key        text,
  member_id  text,                             -- of what one member does
  bets       integer NOT NULL,                 -- the most that were seen within the time of the pattern, as the other figures
  members    integer NOT NULL,
  stakes     bigint NOT NULL,
  first_at   timestamptz NOT NULL,             -- the first and the last of the bets
  last_at    timestamptz NOT NULL,
  settled_at timestamptz,
  settled_by text,
  note       text NOT NULL DEFAULT '',
  CHECK ((settled_at IS NULL) = (settled_by IS NULL))
);
CREATE UNIQUE INDEX pattern_flag_open ON pattern_flag (site_id, kind, subject) WHERE settled_at IS NULL;
CREATE INDEX pattern_flag_list ON pattern_flag (site_id, last_at DESC, id DESC);
CREATE INDEX pattern_flag_settled ON pattern_flag (site_id, kind, subject, settled_at) WHERE settled_at IS NOT NULL;
