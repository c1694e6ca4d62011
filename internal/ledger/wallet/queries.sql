-- name: Open :exec
INSERT INTO wallet_balance (member_id, currency, site_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING;

-- name: Balance :one
SELECT balance, held, points, version FROM wallet_balance WHERE member_id = $1 AND currency = $2;

-- name: Balances :many
SELECT member_id, balance, held, points, version FROM wallet_balance WHERE member_id = ANY (sqlc.arg(members)::text[]) AND currency = $1;

-- name: Lock :one
SELECT balance, held, points, version FROM wallet_balance WHERE member_id = $1 AND currency = $2 FOR UPDATE;

-- name: CashHistory :many
-- The moves of a wallet's cash before a version, newest first.
SELECT version, contra, kind, ref, amount, balance_after, created_at FROM wallet_ledger
 WHERE member_id = $1 AND currency = $2 AND unit = 'cash' AND version < sqlc.arg(before)::bigint
   AND created_at >= sqlc.arg(since) AND created_at < sqlc.arg(until)
 ORDER BY version DESC LIMIT sqlc.arg(count)::int;

-- name: CashHistoryTotals :one
SELECT count(*) AS entries, coalesce(sum(amount) FILTER (WHERE amount > 0), 0)::bigint AS incoming,
       coalesce(-sum(amount) FILTER (WHERE amount < 0), 0)::bigint AS outgoing
  FROM wallet_ledger
 WHERE member_id = $1 AND currency = $2 AND unit = 'cash' AND created_at >= sqlc.arg(since) AND created_at < sqlc.arg(until);

-- name: PointHistory :many
SELECT version, kind, ref, amount, balance_after, created_at FROM wallet_ledger
 WHERE member_id = $1 AND currency = $2 AND unit = 'point'
   AND created_at >= sqlc.arg(since) AND created_at <= sqlc.arg(until)
 ORDER BY version DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: PointHistoryTotals :one
-- The totals of what PointHistory finds.
SELECT count(*) AS entries, coalesce(sum(amount) FILTER (WHERE amount > 0), 0)::bigint AS incoming,
       coalesce(-sum(amount) FILTER (WHERE amount < 0), 0)::bigint AS outgoing
  FROM wallet_ledger
 WHERE member_id = $1 AND currency = $2 AND unit = 'point'
   AND created_at >= sqlc.arg(since) AND created_at <= sqlc.arg(until);
