-- name: Open :exec
-- The account of a partner itself, whose password is that of the member.
INSERT INTO agent_account (agent_id, site_id, partner_id, totp_secret, created_by, created_at)
VALUES (sqlc.arg(agent_id), sqlc.arg(site_id), sqlc.arg(agent_id), sqlc.arg(totp_secret), sqlc.arg(agent_id), sqlc.arg(at)::timestamptz)
ON CONFLICT DO NOTHING;

-- name: Insert :execrows
INSERT INTO agent_account (agent_id, site_id, partner_id, name, rights, pass_hash, one_time_until, totp_secret, created_by, created_at)
VALUES (sqlc.arg(agent_id), sqlc.arg(site_id), sqlc.arg(partner_id), sqlc.arg(name), sqlc.arg(rights), sqlc.arg(pass_hash)::text,
        sqlc.arg(one_time_until)::timestamptz, sqlc.arg(totp_secret), sqlc.arg(created_by), sqlc.arg(at)::timestamptz)
ON CONFLICT DO NOTHING;

-- name: ByID :one
SELECT agent_id, site_id, partner_id, name, rights, active, enrolled_at FROM agent_account WHERE agent_id = $1 AND site_id = $2;

-- name: PassHash :one
SELECT pass_hash::text FROM agent_account WHERE agent_id = $1 AND site_id = $2 AND pass_hash IS NOT NULL;

-- name: TryPassword :one
-- Counts a try of an id from a network before it is looked at; no row: held back. A count that has rested since begins again.
INSERT INTO agent_try AS t (site_id, agent_id, network, failures, tried_at)
VALUES (sqlc.arg(site_id), sqlc.arg(agent_id), sqlc.arg(network)::cidr, 1, sqlc.arg(at))
ON CONFLICT (site_id, agent_id, network) DO UPDATE
   SET failures = CASE WHEN t.tried_at <= sqlc.arg(rested)::timestamptz THEN 1 ELSE t.failures + 1 END, tried_at = EXCLUDED.tried_at
 WHERE t.failures < sqlc.arg(max)::int OR t.tried_at <= sqlc.arg(rested)::timestamptz
RETURNING failures;

-- name: RecentPasswords :one
-- The attempts on an id from all networks since a moment. Rows of an IPv6 /48 repeat those of its /64s.
SELECT coalesce(sum(failures), 0)::int FROM agent_try
 WHERE site_id = sqlc.arg(site_id) AND agent_id = sqlc.arg(agent_id) AND tried_at > sqlc.arg(since)::timestamptz AND masklen(network) <> 48;

-- name: ReturnPassword :exec
UPDATE agent_try SET failures = greatest(failures - 1, 0)
 WHERE site_id = sqlc.arg(site_id) AND agent_id = sqlc.arg(agent_id) AND network = ANY (sqlc.arg(networks)::cidr[]);

-- name: HeldBack :one
-- From how many networks an id is held back, or was since a moment.
SELECT count(*) FROM agent_try
 WHERE site_id = sqlc.arg(site_id) AND agent_id = sqlc.arg(agent_id) AND failures >= sqlc.arg(max)::int AND tried_at > sqlc.arg(since)::timestamptz
   AND masklen(network) <> 48;

-- name: Forgive :exec
DELETE FROM agent_try
 WHERE site_id = sqlc.arg(site_id) AND agent_id = sqlc.arg(agent_id) AND network = ANY (sqlc.arg(networks)::cidr[]);

-- name: ForgiveEverywhere :exec
DELETE FROM agent_try WHERE site_id = sqlc.arg(site_id) AND agent_id = sqlc.arg(agent_id);

-- name: PruneTries :execrows
DELETE FROM agent_try t
 WHERE (t.site_id, t.agent_id, t.network) IN (
       SELECT o.site_id, o.agent_id, o.network FROM agent_try o WHERE o.tried_at < sqlc.arg(before)::timestamptz LIMIT sqlc.arg(count)::int);

-- name: Lock :one
SELECT * FROM agent_account WHERE agent_id = $1 AND site_id = $2 FOR NO KEY UPDATE;

-- name: LockPair :many
-- Who acts and who is acted on, in one order: of two who act on each other at once, the second sees what the first did.
SELECT * FROM agent_account
 WHERE partner_id = sqlc.arg(partner_id) AND site_id = sqlc.arg(site_id) AND agent_id = ANY (sqlc.arg(ids)::text[])
 ORDER BY agent_id FOR NO KEY UPDATE;

-- name: SetCodes :exec
UPDATE agent_account SET totp_step = sqlc.arg(step), failures = sqlc.arg(failures), locked_until = sqlc.narg(locked_until)
 WHERE agent_id = sqlc.arg(agent_id);

-- name: Enrolled :exec
UPDATE agent_account SET enrolled_at = sqlc.arg(at)::timestamptz, pass_hash = coalesce(sqlc.narg(pass_hash), pass_hash), one_time_until = NULL,
       pass_changed_at = CASE WHEN sqlc.narg(pass_hash)::text IS NULL THEN pass_changed_at ELSE sqlc.arg(at)::timestamptz END
 WHERE agent_id = sqlc.arg(agent_id);

-- name: TouchLogin :exec
UPDATE agent_account SET last_login_at = sqlc.arg(at)::timestamptz, last_login_ip = sqlc.narg(ip) WHERE agent_id = sqlc.arg(agent_id);

-- name: DropRecoveryCodes :exec
DELETE FROM agent_recovery WHERE agent_id = $1;

-- name: AddRecoveryCodes :exec
INSERT INTO agent_recovery (agent_id, code_hash) SELECT sqlc.arg(agent_id), unnest(sqlc.arg(hashes)::bytea[]);

-- name: UseRecoveryCode :execrows
UPDATE agent_recovery SET used_at = sqlc.arg(at)::timestamptz
 WHERE agent_id = sqlc.arg(agent_id) AND code_hash = sqlc.arg(code_hash) AND used_at IS NULL;

-- name: RecoveryLeft :one
SELECT count(*) FROM agent_recovery WHERE agent_id = $1 AND used_at IS NULL;

-- name: CountOfPartner :one
SELECT count(*) FROM agent_account WHERE partner_id = $1 AND agent_id <> partner_id;

-- name: List :many
-- The sub-staff of a partner.
SELECT a.agent_id, a.name, a.rights, a.active, a.version, a.one_time_until, a.enrolled_at, a.last_login_at, a.last_login_ip, a.created_by, a.created_at,
       coalesce(a.locked_until > sqlc.arg(at)::timestamptz, false)::bool AS locked,
       (SELECT count(*) FROM agent_recovery r WHERE r.agent_id = a.agent_id AND r.used_at IS NULL)::int AS recovery_codes
  FROM agent_account a
 WHERE a.partner_id = sqlc.arg(partner_id) AND a.site_id = sqlc.arg(site_id) AND a.agent_id <> a.partner_id ORDER BY a.agent_id;

-- name: Logins :many
-- The partner itself, once it has logged in, and its sub-staff.
SELECT a.agent_id AS id, a.name, a.active, coalesce(a.locked_until > sqlc.arg(at)::timestamptz, false)::bool AS locked, a.enrolled_at, a.last_login_at
  FROM agent_account a WHERE a.partner_id = sqlc.arg(partner_id) AND a.site_id = sqlc.arg(site_id) ORDER BY a.agent_id;

-- name: Change :exec
UPDATE agent_account SET name = sqlc.arg(name), rights = sqlc.arg(rights), version = version + 1 WHERE agent_id = sqlc.arg(agent_id);

-- name: SetActive :exec
UPDATE agent_account SET active = sqlc.arg(active), version = version + 1 WHERE agent_id = sqlc.arg(agent_id);

-- name: Reset :exec
-- A new secret, and for sub-staff a new one-time password; the old ones open nothing from now on.
UPDATE agent_account SET pass_hash = sqlc.narg(pass_hash), one_time_until = sqlc.narg(until), totp_secret = sqlc.arg(totp_secret), totp_step = 0,
       failures = 0, locked_until = NULL, enrolled_at = NULL, version = version + 1
 WHERE agent_id = sqlc.arg(agent_id);

-- name: DueForReseal :many
SELECT agent_id, totp_secret FROM agent_account WHERE split_part(totp_secret, '.', 1) <> sqlc.arg(key)::text ORDER BY agent_id LIMIT sqlc.arg(count)::int
   FOR NO KEY UPDATE;

-- name: Resealed :exec
UPDATE agent_account SET totp_secret = sqlc.arg(totp_secret) WHERE agent_id = sqlc.arg(agent_id);

-- name: KeyUses :many
SELECT split_part(totp_secret, '.', 1) AS key, count(*) AS rows FROM agent_account GROUP BY 1 ORDER BY 1;
