-- name: Balance :one
SELECT o_status::text AS status, o_balance::bigint AS balance
  FROM casino_balance(sqlc.arg(vendor), sqlc.arg(token), sqlc.arg(member), sqlc.arg(currency), sqlc.arg(now));

-- name: Rounds :many
SELECT id, vendor_id, round_id, game_code, currency, stake, voided, payout, state, balance_before, balance_after, created_at, closed_at
  FROM casino_round
 WHERE member_id = sqlc.arg(member) AND created_at >= sqlc.arg(since) AND created_at < sqlc.arg(until)
   AND (NOT sqlc.arg(by_game)::boolean OR game_code = ANY (sqlc.arg(games)::text[]))
   AND (NOT sqlc.arg(only_open)::boolean OR state = 'open')
 ORDER BY created_at DESC, id DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: RoundsTotals :one
-- The totals of what Rounds finds. Money is that of the site's currency, and cancelled rounds have none.
SELECT count(*) AS rounds,
       coalesce(sum(stake) FILTER (WHERE state = 'closed' AND currency = sqlc.arg(currency)), 0)::bigint AS stake,
       coalesce(sum(payout) FILTER (WHERE state = 'closed' AND currency = sqlc.arg(currency)), 0)::bigint AS payout,
       coalesce(sum(stake) FILTER (WHERE state = 'open' AND currency = sqlc.arg(currency)), 0)::bigint AS open_stake
  FROM casino_round
 WHERE member_id = sqlc.arg(member) AND created_at >= sqlc.arg(since) AND created_at < sqlc.arg(until)
   AND (NOT sqlc.arg(by_game)::boolean OR game_code = ANY (sqlc.arg(games)::text[]))
   AND (NOT sqlc.arg(only_open)::boolean OR state = 'open');

-- name: RoundsBefore :one
-- How many rounds of Rounds, of any game and state, stand in front of one.
SELECT count(*) FROM casino_round c JOIN casino_round r ON r.id = sqlc.arg(id) AND r.member_id = c.member_id
 WHERE c.member_id = sqlc.arg(member) AND c.created_at >= sqlc.arg(since) AND c.created_at < sqlc.arg(until)
   AND (c.created_at, c.id) > (r.created_at, r.id);

-- name: RoundOfTx :one
-- The round that a transaction of a provider belongs to.
SELECT r.id FROM casino_tx t JOIN casino_round r ON r.vendor_id = t.vendor_id AND r.round_id = t.round_id AND r.member_id = t.member_id
 WHERE t.vendor_id = sqlc.arg(vendor) AND t.tx_id = sqlc.arg(tx) AND t.member_id = sqlc.arg(member) LIMIT 1;

-- name: Round :one
SELECT id, vendor_id, round_id, game_code, currency, stake, voided, payout, state, balance_before, balance_after, created_at, closed_at
  FROM casino_round WHERE id = sqlc.arg(id) AND member_id = sqlc.arg(member);

-- name: TokenOwner :one
SELECT member::text AS member FROM casino_launches(ARRAY[sqlc.arg(vendor)::text], ARRAY[sqlc.arg(token)::text], sqlc.arg(now));

-- name: WalletOwner :many
SELECT known::boolean AS known, member::text AS member, currency::text AS currency
  FROM casino_owner(sqlc.arg(vendor), sqlc.arg(token), sqlc.arg(member));
