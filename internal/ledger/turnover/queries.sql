-- name: Add :exec
SELECT turnover_add(sqlc.arg(member), sqlc.arg(currency), sqlc.arg(kind), sqlc.arg(ref), sqlc.arg(amount), sqlc.arg(given),
                    sqlc.arg(cash), sqlc.arg(points), sqlc.arg(smallest), sqlc.arg(points_min), sqlc.arg(now));

-- name: Now :many
SELECT product::text AS product, needed::bigint AS needed, stake::bigint AS stake, played::bigint AS played, remaining::bigint AS remaining
  FROM turnover_now(sqlc.arg(member), sqlc.arg(currency), sqlc.arg(smallest), sqlc.arg(points_min), sqlc.arg(now)) ORDER BY product;

-- name: OpenNeeds :many
-- The needs that a remainder is made of, the newest first: play meets the oldest ones first.
SELECT n.kind, n.ref, least(n.amount, sqlc.arg(remaining)::bigint - n.newer)::bigint AS open
  FROM (SELECT t.kind, t.ref, t.amount, t.position, coalesce(sum(t.amount) OVER (ORDER BY t.position DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS newer
          FROM turnover_need t WHERE t.member_id = sqlc.arg(member) AND t.currency = sqlc.arg(currency) AND t.undone_at IS NULL) n
 WHERE n.newer < sqlc.arg(remaining)::bigint ORDER BY n.position DESC;

-- name: Advance :one
SELECT turnover_advance(sqlc.arg(now), sqlc.arg(keep)::interval, sqlc.arg(count)::int)::int AS moved;

-- name: Elsewhere :one
SELECT turnover_elsewhere(sqlc.arg(member), sqlc.arg(now)::timestamptz)::bool AS elsewhere;

-- name: TakeBack :exec
SELECT turnover_take_back(sqlc.arg(kind), sqlc.arg(ref), sqlc.arg(part)::bigint, sqlc.arg(now)::timestamptz);
