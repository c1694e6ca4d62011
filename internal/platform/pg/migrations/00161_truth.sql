-- +goose Up
-- When something truly happened to a match, as far as it is known, and when the book learnt it: bets that were struck between the two are void (D-24).
CREATE TABLE sports_truth (
  event_id bigint NOT NULL REFERENCES sports_event,
  kind     text NOT NULL CHECK (kind IN ('start', 'score', 'end')),
  home     integer NOT NULL DEFAULT 0,          -- of a score: the score from then on
  away     integer NOT NULL DEFAULT 0,
  at       timestamptz,                         -- when it happened; NULL: it did not, the feed took it back
  told_at  timestamptz NOT NULL,                -- when the feed first said so, by the feed's clock
  known_at timestamptz NOT NULL,                -- until when bets may have been placed by the older state, by the database's clock
  version  integer NOT NULL DEFAULT 1,
  due      boolean NOT NULL DEFAULT true,       -- the bets are still to be compared with it
  PRIMARY KEY (event_id, kind, home, away)
);
CREATE INDEX sports_truth_due ON sports_truth (event_id) WHERE due;
-- Whether the match of a leg was in play when its bet was placed, and why the leg is void whatever its market says: the bet was struck after 'start', 'score' or
-- 'end', or 'staff' voided the bets of that time. live is NULL for bets of before: those had one flag for all legs.
ALTER TABLE bet_leg
  ADD COLUMN live boolean,
  ADD COLUMN late text NOT NULL DEFAULT '';
-- What else decides the bets on a match beside its result: it grows with each change (settle_result).
ALTER TABLE sports_event ADD COLUMN decided integer NOT NULL DEFAULT 0;
-- Since when a match that should have begun is suspended, because its feed does not say a word of it any more (D-24); NULL: it is not.
ALTER TABLE sports_event ADD COLUMN lost_at timestamptz;
-- Staff voids the bets of a site on a market that were placed within a time (D-66).
CREATE TABLE settle_window (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id   text NOT NULL,
  event_id  bigint NOT NULL,
  market_id bigint NOT NULL,
  from_at   timestamptz NOT NULL,
  to_at     timestamptz NOT NULL CHECK (to_at >= from_at),
  reason    text NOT NULL,
  set_by    text NOT NULL,
  at        timestamptz NOT NULL,
  undone_by text NOT NULL DEFAULT '',
  undone_at timestamptz
);
CREATE INDEX settle_window_event ON settle_window (event_id);
-- An order may be about the bets of such a time, or give a bet back what an order that voided it took.
ALTER TABLE settle_order
  ADD COLUMN window_id bigint,
  ADD COLUMN undo boolean NOT NULL DEFAULT false;
