-- name: Ask :one
-- No row comes back while a request for the same is open: the unique index decides, also among requests at the same moment.
INSERT INTO approval_request (site_id, kind, target, member_id, currency, unit, amount, detail, reason, asked_by, asked_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
ON CONFLICT (site_id, kind, target) WHERE state = 'open' DO NOTHING
RETURNING id;

-- name: Lock :one
SELECT id, site_id, kind, target, member_id, currency, unit, amount, detail, reason, state, version, asked_by, asked_at, expires_at, decided_by,
       decided_at, note, code
  FROM approval_request WHERE site_id = sqlc.arg(site_id) AND id = sqlc.arg(id) FOR NO KEY UPDATE;

-- name: Decide :exec
UPDATE approval_request SET state = sqlc.arg(state), version = version + 1, decided_by = sqlc.arg(by), decided_at = sqlc.arg(at)::timestamptz,
       note = sqlc.arg(note), code = sqlc.arg(code)
 WHERE id = sqlc.arg(id) AND state = 'open';

-- name: ExpireTarget :many
UPDATE approval_request SET state = 'expired', version = version + 1, decided_at = expires_at
 WHERE site_id = sqlc.arg(site_id) AND kind = sqlc.arg(kind) AND target = sqlc.arg(target) AND state = 'open' AND expires_at <= sqlc.arg(now)::timestamptz
RETURNING id;

-- name: ExpireDue :many
UPDATE approval_request SET state = 'expired', version = version + 1, decided_at = expires_at
 WHERE id IN (SELECT d.id FROM approval_request d WHERE d.state = 'open' AND d.expires_at <= sqlc.arg(now)::timestamptz
               ORDER BY d.id LIMIT sqlc.arg(count)::int FOR NO KEY UPDATE SKIP LOCKED)
RETURNING id, site_id, kind, target, member_id, asked_by;

-- name: Count :one
SELECT count(*) FROM approval_request
 WHERE site_id = sqlc.arg(site_id) AND (state = 'open' AND expires_at > sqlc.arg(now)::timestamptz) = sqlc.arg(open)::bool
   AND (sqlc.arg(asked_by)::text = '' OR asked_by = sqlc.arg(asked_by));

-- name: List :many
SELECT id, site_id, kind, target, member_id, currency, unit, amount, detail, reason, state, version, asked_by, asked_at, expires_at, decided_by,
       decided_at, note, code
  FROM approval_request
 WHERE site_id = sqlc.arg(site_id) AND (state = 'open' AND expires_at > sqlc.arg(now)::timestamptz) = sqlc.arg(open)::bool
   AND (sqlc.arg(asked_by)::text = '' OR asked_by = sqlc.arg(asked_by))
 ORDER BY id DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: OpenOf :many
SELECT id, site_id, kind, target, member_id, currency, unit, amount, detail, reason, state, version, asked_by, asked_at, expires_at, decided_by,
       decided_at, note, code
  FROM approval_request
 WHERE site_id = sqlc.arg(site_id) AND kind = sqlc.arg(kind) AND state = 'open' AND expires_at > sqlc.arg(now)::timestamptz
 ORDER BY id DESC LIMIT 100;

-- name: Waiting :one
SELECT count(*) FROM approval_request
 WHERE site_id = sqlc.arg(site_id) AND state = 'open' AND asked_by <> sqlc.arg(staff_id);

-- name: LockAlone :exec
-- What a person does alone is counted one act after the other, and so is what is done for a member.
SELECT pg_advisory_xact_lock(hashtextextended('approval_alone|' || sqlc.arg(kind)::text || '|' || sqlc.arg(of)::text, 0));

-- name: IsAlone :one
SELECT EXISTS (SELECT FROM approval_alone WHERE site_id = sqlc.arg(site_id) AND kind = sqlc.arg(kind) AND act = sqlc.arg(act)::text);

-- name: SumAlone :one
SELECT greatest(
    (SELECT coalesce(sum(s.amount), 0) FROM approval_alone s
      WHERE s.site_id = sqlc.arg(site_id) AND s.kind = sqlc.arg(kind) AND s.staff_id = ANY(sqlc.arg(person)::text[]) AND s.at > sqlc.arg(since)),
    (SELECT coalesce(sum(m.amount), 0) FROM approval_alone m
      WHERE m.site_id = sqlc.arg(site_id) AND m.kind = sqlc.arg(kind) AND m.member_id = sqlc.arg(member_id) AND m.member_id <> '' AND m.at > sqlc.arg(since)))::bigint;

-- name: DoneAlone :many
SELECT kind, sum(amount)::bigint AS amount FROM approval_alone
 WHERE site_id = sqlc.arg(site_id) AND staff_id = ANY(sqlc.arg(person)::text[]) AND at > sqlc.arg(since) GROUP BY kind;

-- name: AddAlone :exec
INSERT INTO approval_alone (site_id, kind, staff_id, member_id, act, amount, at) 
VALUES ($1, $2, $3, $4, nullif(sqlc.arg(act)::text, ''), $5, $6);

-- name: DropAlone :execrows
DELETE FROM approval_alone WHERE id IN (SELECT o.id FROM approval_alone o WHERE o.at <= sqlc.arg(before) ORDER BY o.at LIMIT sqlc.arg(count)::int);

-- name: NoteAccess :exec
INSERT INTO member_staff_access (staff_id, given_by, given_at) VALUES (sqlc.arg(staff_id), sqlc.arg(by), sqlc.arg(at)::timestamptz)
ON CONFLICT (staff_id, given_by) DO UPDATE SET given_at = EXCLUDED.given_at;

-- name: RenewAccess :exec
UPDATE member_staff_access SET given_at = sqlc.arg(at)::timestamptz WHERE staff_id = sqlc.arg(staff_id) AND given_at > sqlc.arg(since)::timestamptz;

-- name: OnePerson :many
-- The accounts that one person may hold who holds an account: up to the accounts that gave it access since a moment, those that gave these access,
-- and so on; then down from all of them. UNION drops rows that are there already, so masters who gave access to each other end the recursion.
WITH RECURSIVE above AS (
  SELECT sqlc.arg(staff_id)::text AS staff_id
  UNION
  SELECT g.given_by FROM above a JOIN member_staff_access g ON g.staff_id = a.staff_id WHERE g.given_at > sqlc.arg(since)::timestamptz),
one AS (
  SELECT staff_id FROM above
  UNION
  SELECT g.staff_id FROM one o JOIN member_staff_access g ON g.given_by = o.staff_id WHERE g.given_at > sqlc.arg(since)::timestamptz)
SELECT staff_id::text FROM one ORDER BY staff_id;
