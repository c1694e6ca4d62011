-- +goose Up
-- Events that Redis refused for what they are: the relay puts them aside, so that those behind them are published. The row as it
-- was, and why; somebody looks at it and deletes it (monitoring/runbook.md, OutboxDead).
CREATE TABLE outbox_dead (
  xid     xid8 NOT NULL,
  id      bigint NOT NULL,
  at      timestamptz NOT NULL,
  site    text NOT NULL,
  member  text NOT NULL,
  path    text NOT NULL,
  topic   text NOT NULL,
  sid     text NOT NULL,
  cmd     text NOT NULL,
  data1   text NOT NULL,
  data2   text NOT NULL,
  ver     bigint NOT NULL,
  trace   text NOT NULL,
  refusal text NOT NULL,                    -- what Redis said
  dead_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (xid, id)
);
