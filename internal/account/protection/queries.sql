-- name: LockMember :exec
-- A member's changes follow each other.
SELECT pg_advisory_xact_lock(hashtextextended('protection|' || sqlc.arg(member)::text, 0));

-- name: Limits :many
SELECT kind, days, amount, set_at, pending_amount, pending_from, pending_until,
       protection_spent(member_id, kind, days::int, protection_currency(member_id), sqlc.arg(at)::timestamptz)::bigint AS spent
  FROM protection_limit WHERE member_id = sqlc.arg(member) ORDER BY kind, days;

-- name: Limit :one
SELECT amount, pending_amount, pending_from, pending_until FROM protection_limit WHERE member_id = $1 AND kind = $2 AND days = $3;

-- name: SetLimit :exec
INSERT INTO protection_limit (member_id, kind, days, amount, set_at) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (member_id, kind, days) DO UPDATE
   SET amount = excluded.amount, set_at = excluded.set_at, pending_amount = NULL, pending_from = NULL, pending_until = NULL;

-- name: DropLimit :exec
DELETE FROM protection_limit WHERE member_id = $1 AND kind = $2 AND days = $3;

-- name: SetPending :exec
UPDATE protection_limit SET pending_amount = sqlc.narg(amount), pending_from = sqlc.narg(pending_from), pending_until = sqlc.narg(pending_until)
 WHERE member_id = sqlc.arg(member) AND kind = sqlc.arg(kind) AND days = sqlc.arg(days);

-- name: Watch :exec
SELECT protection_watch(sqlc.arg(member));

-- name: Settle :exec
SELECT protection_settle(sqlc.arg(member), sqlc.arg(at));

-- name: Deposit :one
SELECT protection_deposit(sqlc.arg(member), sqlc.arg(currency), sqlc.arg(amount), sqlc.arg(at))::text;

-- name: Interval :one
SELECT check_minutes FROM protection_member WHERE member_id = $1;

-- name: SetInterval :exec
SELECT protection_interval(sqlc.arg(member), sqlc.arg(minutes)::int, sqlc.arg(at));

-- name: Session :one
SELECT started_at::timestamptz AS started_at, check_open::boolean AS check_open, staked::bigint AS staked, won::bigint AS won, open_stake::bigint AS open_stake
  FROM protection_figures(sqlc.arg(member), sqlc.arg(session));

-- name: Answered :exec
SELECT protection_answered(sqlc.arg(member), sqlc.arg(session));

-- name: Remind :one
SELECT o_seen::int AS seen, o_told::int AS told FROM protection_remind(sqlc.arg(at), sqlc.arg(count)::int);

-- name: Prune :one
SELECT protection_prune(sqlc.arg(at))::bigint;

-- name: Note :exec
INSERT INTO protection_change (site_id, member_id, at, action, kind, days, before, after, until, ip, trace, staff, reason)
VALUES (sqlc.arg(site), sqlc.arg(member), sqlc.arg(at), sqlc.arg(action), sqlc.arg(kind), sqlc.arg(days), sqlc.narg(before), sqlc.narg(after),
        sqlc.narg(until), sqlc.narg(ip), sqlc.arg(trace), sqlc.arg(staff), sqlc.arg(reason));

-- name: Changes :many
SELECT at, action, kind, days, before, after, until, staff, reason FROM protection_change
 WHERE member_id = sqlc.arg(member) AND site_id = sqlc.arg(site) ORDER BY id DESC LIMIT sqlc.arg(count)::int;
