-- name: Add :exec
SELECT turnover_add(sqlc.arg(member), sqlc.arg(currency), sqlc.arg(kind), sqlc.arg(ref), sqlc.arg(amount), sqlc.arg(given),
                    sqlc.arg(cash), sqlc.arg(points), sqlc.arg(smallest), sqlc.arg(points_min), sqlc.arg(now));

-- name: Now :many
SELECT product::text AS product, needed::bigint AS needed, stake::bigint AS stake, played::bigint AS played, remaining::bigint AS remaining
  FROM turnover_now(sqlc.arg(member), sqlc.arg(currency), sqlc.arg(smallest), sqlc.arg(points_min), sqlc.arg(now)) ORDER BY product;

-- name: Advance :one
SELECT turnover_advance(sqlc.arg(now), sqlc.arg(keep)::interval, sqlc.arg(count)::int)::int AS moved;

-- name: Elsewhere :one
SELECT turnover_elsewhere(sqlc.arg(member), sqlc.arg(now)::timestamptz)::bool AS elsewhere;
