-- +goose NO TRANSACTION
-- +goose Up
-- The bets of a member on the sportsbook that have not ended, without the many that have. It stands on the round and not on bet_bet, because the end of a round
-- changes an index anyway (casino_round_winners), and the end of a bet changes none.
DROP INDEX CONCURRENTLY IF EXISTS casino_round_house;
CREATE INDEX CONCURRENTLY casino_round_house ON casino_round (member_id, created_at, id) WHERE vendor_id = 'house' AND state = 'open';
