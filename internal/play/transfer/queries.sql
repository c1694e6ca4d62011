-- name: Open :exec
INSERT INTO transfer_account (member_id, vendor_id, currency, site_id, said_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING;

-- name: Playing :exec
-- A game was opened: its account is left alone until the game ends, at the latest when its token does.
UPDATE transfer_account SET recall_at = sqlc.arg(until)::timestamptz, recall_tries = 0, recall_looks = 0
 WHERE member_id = sqlc.arg(member_id) AND vendor_id = sqlc.arg(vendor_id) AND currency = sqlc.arg(currency);

-- name: Ended :exec
-- Accounts whose game is over before its token ran out are due now. An empty member means all.
UPDATE transfer_account a SET recall_at = sqlc.arg(now)::timestamptz
 WHERE a.recall_at > sqlc.arg(now)::timestamptz AND a.recall_tries = 0 AND a.recall_looks = 0
   AND (sqlc.arg(member_id)::text = '' OR a.member_id = sqlc.arg(member_id)::text)
   AND NOT game_live(a.member_id, a.vendor_id, sqlc.arg(now)::timestamptz);

-- name: ClaimRecall :many
-- Accounts that are due, claimed for one process until the lease ends: if that process dies, they are due again.
UPDATE transfer_account a SET recall_at = sqlc.arg(lease)::timestamptz, recall_tries = a.recall_tries + 1
 WHERE (a.member_id, a.vendor_id, a.currency) IN (
   SELECT d.member_id, d.vendor_id, d.currency FROM transfer_account d
    WHERE d.recall_at <= sqlc.arg(now)::timestamptz AND (sqlc.arg(member_id)::text = '' OR d.member_id = sqlc.arg(member_id)::text)
      AND NOT game_live(d.member_id, d.vendor_id, sqlc.arg(now)::timestamptz)
    ORDER BY d.recall_at LIMIT sqlc.arg(most)::int FOR UPDATE SKIP LOCKED)
RETURNING a.site_id, a.member_id, a.vendor_id, a.currency, a.recall_tries, a.recall_looks;

-- name: RecallsOverdue :many
-- Accounts of games that are over whose money should be back: due for longer than a moment, or asked for in vain more than once.
SELECT vendor_id, count(*) AS count FROM transfer_account
 WHERE recall_at IS NOT NULL AND (recall_at < sqlc.arg(before)::timestamptz OR recall_tries > 1) GROUP BY vendor_id;

-- name: Recalled :exec
-- The attempt that took the lease says what comes next; a game opened meanwhile has moved the time, and that stands.
UPDATE transfer_account SET recall_at = sqlc.narg(next)::timestamptz, recall_tries = sqlc.arg(tries), recall_looks = sqlc.arg(looks)
 WHERE member_id = sqlc.arg(member_id) AND vendor_id = sqlc.arg(vendor_id) AND currency = sqlc.arg(currency)
   AND recall_at = sqlc.arg(lease)::timestamptz;

-- name: Lock :one
SELECT balance, version FROM transfer_account WHERE member_id = $1 AND vendor_id = $2 AND currency = $3 FOR UPDATE;

-- name: Account :one
SELECT balance, version FROM transfer_account WHERE member_id = $1 AND vendor_id = $2 AND currency = $3;

-- name: Pending :one
SELECT EXISTS (SELECT FROM transfer_order WHERE member_id = $1 AND vendor_id = $2 AND currency = $3 AND status = 'pending');

-- name: Write :exec
WITH counted AS (
  UPDATE transfer_account a SET version = version + 1
   WHERE a.member_id = sqlc.arg(member_id) AND a.vendor_id = sqlc.arg(vendor_id) AND a.currency = sqlc.arg(currency)
)
INSERT INTO transfer_order (id, site_id, member_id, vendor_id, currency, direction, amount, created_at, ask_at, trace)
VALUES (sqlc.arg(id), sqlc.arg(site_id), sqlc.arg(member_id), sqlc.arg(vendor_id), sqlc.arg(currency), sqlc.arg(direction), sqlc.arg(amount),
        sqlc.arg(created_at), sqlc.arg(ask_at), sqlc.arg(trace));

-- name: Order :one
SELECT id, site_id, member_id, vendor_id, currency, direction, amount, status, reason, trace FROM transfer_order WHERE id = $1;

-- name: Settle :execrows
UPDATE transfer_order SET status = sqlc.arg(status), reason = sqlc.arg(reason), settled_at = sqlc.arg(now)::timestamptz
 WHERE id = sqlc.arg(id) AND status = 'pending';

-- name: Said :exec
UPDATE transfer_account SET balance = sqlc.arg(balance), said_at = sqlc.arg(now)
 WHERE member_id = sqlc.arg(member_id) AND vendor_id = sqlc.arg(vendor_id) AND currency = sqlc.arg(currency);

-- name: SaidAt :execrows
-- A balance that was asked for without an order; an order meanwhile makes it old.
UPDATE transfer_account SET balance = sqlc.arg(balance), said_at = sqlc.arg(now)
 WHERE member_id = sqlc.arg(member_id) AND vendor_id = sqlc.arg(vendor_id) AND currency = sqlc.arg(currency) AND version = sqlc.arg(version);

-- name: Returned :exec
-- Money that comes back may be of before the turnover was cleared (D-20).
SELECT turnover_returned(sqlc.arg(member_id), sqlc.arg(currency), sqlc.arg(vendor_id), sqlc.arg(id), sqlc.arg(amount), sqlc.arg(now));

-- name: Later :exec
UPDATE transfer_order SET reason = sqlc.arg(reason), ask_at = sqlc.arg(ask_at) WHERE id = sqlc.arg(id) AND status = 'pending';

-- name: Claim :many
-- Orders that are due, claimed for one process until the lease ends: if that process dies, they are due again.
UPDATE transfer_order o SET asked = o.asked + 1, ask_at = sqlc.arg(lease)
 WHERE o.id IN (
   SELECT d.id FROM transfer_order d WHERE d.vendor_id = sqlc.arg(vendor_id) AND d.status = 'pending' AND d.ask_at <= sqlc.arg(now)
    ORDER BY d.ask_at LIMIT sqlc.arg(most)::int FOR UPDATE SKIP LOCKED)
RETURNING o.id, o.member_id, o.currency, o.direction, o.amount, o.asked;

-- name: Accounts :many
-- A member's money with vendors: accounts with a pending order, a last known balance above 0, or an open game.
-- due: the vendor may be asked, because it was not asked since before and no order is pending at this version.
SELECT a.vendor_id, a.currency, a.balance, a.said_at, a.version, coalesce(o.direction, '')::text AS direction, coalesce(o.amount, 0)::bigint AS pending,
       g.open::boolean AS open, (g.open AND o.id IS NULL AND a.asked_at <= sqlc.arg(before)::timestamptz)::boolean AS due
  FROM transfer_account a
 CROSS JOIN LATERAL (SELECT a.recall_at > sqlc.arg(now)::timestamptz AND game_live(a.member_id, a.vendor_id, sqlc.arg(now)::timestamptz) IS TRUE AS open) g
  LEFT JOIN transfer_order o ON o.member_id = a.member_id AND o.vendor_id = a.vendor_id AND o.currency = a.currency AND o.status = 'pending'
 WHERE a.member_id = $1 AND a.currency = $2 AND (a.balance > 0 OR o.id IS NOT NULL OR g.open)
 ORDER BY a.vendor_id;

-- name: ClaimLook :execrows
-- The account of an open game, claimed for the first process that wants to ask its vendor.
UPDATE transfer_account SET asked_at = sqlc.arg(now)::timestamptz
 WHERE member_id = sqlc.arg(member_id) AND vendor_id = sqlc.arg(vendor_id) AND currency = sqlc.arg(currency)
   AND asked_at <= sqlc.arg(before)::timestamptz;

-- name: Queue :many
SELECT id, member_id, vendor_id, currency, direction, amount, reason, asked, created_at, ask_at FROM transfer_order
 WHERE site_id = sqlc.arg(site_id) AND status = 'pending' ORDER BY created_at, id LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: QueueCount :one
SELECT count(*) FROM transfer_order WHERE site_id = $1 AND status = 'pending';

-- name: Waiting :many
SELECT vendor_id, count(*) AS count, min(created_at)::timestamptz AS oldest FROM transfer_order WHERE status = 'pending' GROUP BY vendor_id;
