-- name: Insert :exec
INSERT INTO member_staff (staff_id, site_id, name, rights, pass_hash, totp_secret) VALUES ($1, $2, $3, $4, $5, $6);

-- name: PassHash :one
SELECT pass_hash FROM member_staff WHERE staff_id = $1 AND site_id = $2;

-- name: TryPassword :one
-- Counts a try of an id from a network before it is looked at; no row: held back. A count that has rested since begins again.
INSERT INTO member_staff_try AS t (site_id, staff_id, network, failures, tried_at)
VALUES (sqlc.arg(site_id), sqlc.arg(staff_id), sqlc.arg(network)::cidr, 1, sqlc.arg(at))
ON CONFLICT (site_id, staff_id, network) DO UPDATE
   SET failures = CASE WHEN t.tried_at <= sqlc.arg(rested)::timestamptz THEN 1 ELSE t.failures + 1 END, tried_at = EXCLUDED.tried_at
 WHERE t.failures < sqlc.arg(max)::int OR t.tried_at <= sqlc.arg(rested)::timestamptz
RETURNING failures;

-- name: RecentPasswords :one
-- The attempts on an id from all networks since a moment. Rows of an IPv6 /48 repeat those of its /64s.
SELECT coalesce(sum(failures), 0)::int FROM member_staff_try
 WHERE site_id = sqlc.arg(site_id) AND staff_id = sqlc.arg(staff_id) AND tried_at > sqlc.arg(since)::timestamptz AND masklen(network) <> 48;

-- name: ReturnPassword :exec
UPDATE member_staff_try SET failures = greatest(failures - 1, 0)
 WHERE site_id = sqlc.arg(site_id) AND staff_id = sqlc.arg(staff_id) AND network = ANY (sqlc.arg(networks)::cidr[]);

-- name: Forgive :exec
DELETE FROM member_staff_try
 WHERE site_id = sqlc.arg(site_id) AND staff_id = sqlc.arg(staff_id) AND network = ANY (sqlc.arg(networks)::cidr[]);

-- name: ForgiveEverywhere :exec
DELETE FROM member_staff_try WHERE site_id = sqlc.arg(site_id) AND staff_id = sqlc.arg(staff_id);

-- name: PruneTries :execrows
DELETE FROM member_staff_try t
 WHERE (t.site_id, t.staff_id, t.network) IN (
       SELECT o.site_id, o.staff_id, o.network FROM member_staff_try o WHERE o.tried_at < sqlc.arg(before)::timestamptz LIMIT sqlc.arg(count)::int);

-- name: Lock :one
SELECT staff_id, site_id, name, rights, active, totp_secret, totp_step, otp_failures, otp_locked_until
  FROM member_staff WHERE staff_id = $1 AND site_id = $2 FOR NO KEY UPDATE;

-- name: SetOTP :exec
UPDATE member_staff SET totp_step = sqlc.arg(step), otp_failures = sqlc.arg(failures), otp_locked_until = sqlc.narg(locked_until)
 WHERE staff_id = sqlc.arg(staff_id);

-- name: TouchLogin :exec
UPDATE member_staff SET last_login_at = sqlc.arg(at)::timestamptz, last_login_ip = sqlc.narg(ip) WHERE staff_id = sqlc.arg(staff_id);

-- name: ByID :one
SELECT staff_id, site_id, name, rights, active FROM member_staff WHERE staff_id = $1;

-- name: Unlock :execrows
UPDATE member_staff SET otp_failures = 0, otp_locked_until = NULL
 WHERE staff_id = $1 AND site_id = $2;
