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

-- name: LockHeld :exec
SELECT casino_held_lock(sqlc.arg(site), sqlc.arg(id));

-- name: HeldTx :one
SELECT ref_tx_id, campaign_id FROM casino_tx WHERE vendor_id = $1 AND tx_id = $2;

-- name: EndHeld :exec
UPDATE casino_held_win SET state = sqlc.arg(state), note = sqlc.arg(note), ended_at = sqlc.arg(at)::timestamptz WHERE id = sqlc.arg(id) AND state = 'held';

-- name: Held :one
SELECT id, vendor_id, tx_id, member_id, round_id, currency, amount, reason, state FROM casino_held_win WHERE site_id = $1 AND id = $2;

-- name: Untold :one
SELECT id::bigint AS id, site::text AS site, member::text AS member, lang::text AS lang, vendor::text AS vendor, tx::text AS tx, round::text AS round,
       currency::text AS currency, amount::bigint AS amount, reason::text AS reason, state::text AS state
  FROM casino_untold();

-- name: Told :exec
UPDATE casino_held_win SET told_at = sqlc.arg(at)::timestamptz WHERE id = sqlc.arg(id);

-- name: Waiting :many
-- The held wins of all sites by provider and reason, and since when the oldest waits.
SELECT vendor_id, reason, count(*) AS wins, min(held_at)::timestamptz AS oldest FROM casino_held_win WHERE state = 'held' GROUP BY vendor_id, reason;

-- name: MemberLang :one
SELECT casino_lang(sqlc.arg(member))::text AS lang;
