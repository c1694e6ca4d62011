-- name: Open :exec
INSERT INTO transfer_account (member_id, vendor_id, currency, site_id, said_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING;

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

-- name: Later :exec
UPDATE transfer_order SET reason = sqlc.arg(reason), ask_at = sqlc.arg(ask_at) WHERE id = sqlc.arg(id) AND status = 'pending';

-- name: Claim :many
-- Orders that are due, for whoever asks first; they are due again at the lease's end if that one dies.
UPDATE transfer_order o SET asked = o.asked + 1, ask_at = sqlc.arg(lease)
 WHERE o.id IN (
   SELECT d.id FROM transfer_order d WHERE d.vendor_id = sqlc.arg(vendor_id) AND d.status = 'pending' AND d.ask_at <= sqlc.arg(now)
    ORDER BY d.ask_at LIMIT sqlc.arg(most)::int FOR UPDATE SKIP LOCKED)
RETURNING o.id, o.member_id, o.currency, o.direction, o.amount, o.asked;

-- name: Accounts :many
-- What a member has with vendors: what is on its way, and what a vendor last said if that is anything.
SELECT a.vendor_id, a.currency, a.balance, a.said_at, coalesce(o.direction, '')::text AS direction, coalesce(o.amount, 0)::bigint AS pending
  FROM transfer_account a
  LEFT JOIN transfer_order o ON o.member_id = a.member_id AND o.vendor_id = a.vendor_id AND o.currency = a.currency AND o.status = 'pending'
 WHERE a.member_id = $1 AND a.currency = $2 AND (a.balance > 0 OR o.id IS NOT NULL)
 ORDER BY a.vendor_id;

-- name: Queue :many
SELECT id, member_id, vendor_id, currency, direction, amount, reason, asked, created_at, ask_at FROM transfer_order
 WHERE site_id = sqlc.arg(site_id) AND status = 'pending' ORDER BY created_at, id LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: QueueCount :one
SELECT count(*) FROM transfer_order WHERE site_id = $1 AND status = 'pending';

-- name: Waiting :many
SELECT vendor_id, count(*) AS count, min(created_at)::timestamptz AS oldest FROM transfer_order WHERE status = 'pending' GROUP BY vendor_id;
