-- name: Balance :one
SELECT o_status::text AS status, o_balance::bigint AS balance
  FROM vendor_balance(sqlc.arg(vendor), sqlc.arg(token), sqlc.arg(member), sqlc.arg(currency), sqlc.arg(now));

-- name: Gate :many
SELECT refusal::text AS refusal, nick::text AS nick, coalesce(least(wager_room, loss_room) <= 0, false)::boolean AS spent
  FROM vendor_gate(sqlc.arg(member), sqlc.arg(vendor), sqlc.arg(game), '', sqlc.arg(max_stake), sqlc.arg(max_win), sqlc.arg(now));

-- name: Upsert :exec
INSERT INTO vendor_vendor (vendor_id, family, settings) VALUES ($1, $2, $3)
ON CONFLICT (vendor_id) DO UPDATE SET family = EXCLUDED.family, settings = EXCLUDED.settings;

-- name: Rounds :many
SELECT id, vendor_id, round_id, game_code, currency, stake, voided, payout, state, balance_before, balance_after, created_at, closed_at
  FROM vendor_round
 WHERE member_id = sqlc.arg(member) AND created_at >= sqlc.arg(since) AND created_at < sqlc.arg(until)
   AND (NOT sqlc.arg(by_game)::boolean OR game_code = ANY (sqlc.arg(games)::text[]))
 ORDER BY created_at DESC, id DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: RoundsCount :one
SELECT count(*) FROM vendor_round
 WHERE member_id = sqlc.arg(member) AND created_at >= sqlc.arg(since) AND created_at < sqlc.arg(until)
   AND (NOT sqlc.arg(by_game)::boolean OR game_code = ANY (sqlc.arg(games)::text[]));

-- name: Round :one
SELECT id, vendor_id, round_id, game_code, currency, stake, voided, payout, state, balance_before, balance_after, created_at, closed_at
  FROM vendor_round WHERE id = sqlc.arg(id) AND member_id = sqlc.arg(member);

-- name: Holder :one
SELECT member::text AS member FROM vendor_launches(ARRAY[sqlc.arg(vendor)::text], ARRAY[sqlc.arg(token)::text], sqlc.arg(now));

-- name: Vendors :many
SELECT vendor_id, family, settings FROM vendor_vendor;

-- name: Keys :many
SELECT vendor_id, key_id, kind, material, valid_from, valid_until FROM vendor_key ORDER BY vendor_id, valid_from, key_id;

-- name: LockVendor :one
SELECT family, settings FROM vendor_vendor WHERE vendor_id = $1 FOR NO KEY UPDATE;

-- name: AddKey :exec
INSERT INTO vendor_key (vendor_id, key_id, kind, material, valid_from, valid_until) VALUES ($1, $2, $3, $4, $5, $6);

-- name: EndKey :execrows
-- The end of a key moves to an earlier moment only; a key that has not begun never begins.
UPDATE vendor_key SET valid_until = greatest(sqlc.arg(until)::timestamptz, valid_from)
 WHERE vendor_id = sqlc.arg(vendor) AND key_id = sqlc.arg(key) AND (valid_until IS NULL OR valid_until > sqlc.arg(until));

-- name: EndKeys :exec
UPDATE vendor_key SET valid_until = greatest(sqlc.arg(until)::timestamptz, valid_from)
 WHERE vendor_id = sqlc.arg(vendor) AND kind = sqlc.arg(kind) AND key_id <> sqlc.arg(kept)
   AND (valid_until IS NULL OR valid_until > sqlc.arg(until));

-- name: Holding :many
SELECT known::boolean AS known, member::text AS member, currency::text AS currency
  FROM vendor_holding(sqlc.arg(vendor), sqlc.arg(token), sqlc.arg(member));

-- name: Family :one
SELECT family FROM vendor_vendor WHERE vendor_id = $1;
