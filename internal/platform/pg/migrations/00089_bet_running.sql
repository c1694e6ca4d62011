-- +goose Up
-- The bets that have not ended, by their member, to find them among the many that have. It is a table and no index of bet_bet or casino_round by their states,
-- because the end of a bet and of a round would then change every index of its row (HOT).
CREATE TABLE bet_running (
  member_id text NOT NULL,
  bet_id    text NOT NULL,
  PRIMARY KEY (member_id, bet_id)
);
INSERT INTO bet_running (member_id, bet_id) SELECT member_id, id FROM bet_bet WHERE state IN ('wait', 'open');
