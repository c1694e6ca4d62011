-- name: Insert :execrows
INSERT INTO member_staff (staff_id, site_id, name, title, rights, pass_hash, totp_secret, one_time_until, created_at)
VALUES (sqlc.arg(staff_id), sqlc.arg(site_id), sqlc.arg(name), sqlc.arg(title), sqlc.arg(rights), sqlc.arg(pass_hash), sqlc.arg(totp_secret),
        sqlc.narg(one_time_until), sqlc.arg(at)::timestamptz)
ON CONFLICT DO NOTHING;

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
SELECT staff_id, site_id, name, rights, active, totp_secret, totp_step, otp_failures, otp_locked_until, one_time_until, pass_hash
  FROM member_staff WHERE staff_id = $1 AND site_id = $2 FOR NO KEY UPDATE;

-- name: LockPair :many
-- Who acts and who is acted on, in one order: of two who act on each other at once, the second sees what the first did.
SELECT staff_id, name, title, rights, active, version, one_time_until FROM member_staff
 WHERE site_id = sqlc.arg(site_id) AND staff_id = ANY (sqlc.arg(ids)::text[]) ORDER BY staff_id FOR NO KEY UPDATE;

-- name: List :many
SELECT s.staff_id, s.name, s.title, s.rights, s.active, s.version, s.one_time_until, s.pass_changed_at, s.last_login_at, s.last_login_ip, s.created_at,
       s.reviewed_at, s.reviewed_by, coalesce(s.otp_locked_until > sqlc.arg(at)::timestamptz, false)::bool AS otp_locked,
       (SELECT count(*) FROM member_staff_recovery r WHERE r.staff_id = s.staff_id AND r.used_at IS NULL)::int AS recovery_codes
  FROM member_staff s WHERE s.site_id = sqlc.arg(site_id) ORDER BY s.staff_id;

-- name: Change :exec
UPDATE member_staff SET name = sqlc.arg(name), title = sqlc.arg(title), rights = sqlc.arg(rights), version = version + 1
 WHERE staff_id = sqlc.arg(staff_id);

-- name: SetActive :exec
UPDATE member_staff SET active = sqlc.arg(active), version = version + 1 WHERE staff_id = sqlc.arg(staff_id);

-- name: Review :exec
UPDATE member_staff SET reviewed_at = sqlc.arg(at)::timestamptz, reviewed_by = sqlc.arg(by) WHERE staff_id = sqlc.arg(staff_id);

-- name: Recover :exec
-- A new one-time password and a new secret; the old ones open nothing from now on.
UPDATE member_staff SET pass_hash = sqlc.arg(pass_hash), totp_secret = sqlc.arg(totp_secret), one_time_until = sqlc.arg(until)::timestamptz,
       totp_step = 0, otp_failures = 0, otp_locked_until = NULL, version = version + 1
 WHERE staff_id = sqlc.arg(staff_id);

-- name: Enrolled :exec
UPDATE member_staff SET pass_hash = sqlc.arg(pass_hash), one_time_until = NULL, pass_changed_at = sqlc.arg(at)::timestamptz
 WHERE staff_id = sqlc.arg(staff_id);

-- name: DropRecoveryCodes :exec
DELETE FROM member_staff_recovery WHERE staff_id = $1;

-- name: AddRecoveryCodes :exec
INSERT INTO member_staff_recovery (staff_id, code_hash) SELECT sqlc.arg(staff_id), unnest(sqlc.arg(hashes)::bytea[]);

-- name: UseRecoveryCode :execrows
UPDATE member_staff_recovery SET used_at = sqlc.arg(at)::timestamptz
 WHERE staff_id = sqlc.arg(staff_id) AND code_hash = sqlc.arg(code_hash) AND used_at IS NULL;

-- name: SetOTP :exec
UPDATE member_staff SET totp_step = sqlc.arg(step), otp_failures = sqlc.arg(failures), otp_locked_until = sqlc.narg(locked_until)
 WHERE staff_id = sqlc.arg(staff_id);

-- name: TouchLogin :exec
UPDATE member_staff SET last_login_at = sqlc.arg(at)::timestamptz, last_login_ip = sqlc.narg(ip) WHERE staff_id = sqlc.arg(staff_id);

-- name: ByID :one
SELECT staff_id, site_id, name, rights, active, one_time_until FROM member_staff WHERE staff_id = $1;

-- name: Unlock :exec
UPDATE member_staff SET otp_failures = 0, otp_locked_until = NULL WHERE staff_id = $1;

-- name: HoldRights :many
-- The rights of those who may act, until the transaction ends.
SELECT staff_id, rights FROM member_staff
 WHERE site_id = sqlc.arg(site_id) AND staff_id = ANY (sqlc.arg(ids)::text[]) AND active ORDER BY staff_id FOR SHARE;

-- name: Views :many
SELECT id, name, search, look FROM member_staff_view WHERE staff_id = $1 AND list = $2 ORDER BY name, id;

-- name: HoldAccount :exec
-- What one person saves at once, from two pages, is saved one after the other.
SELECT FROM member_staff WHERE staff_id = $1 FOR NO KEY UPDATE;

-- name: ViewsCount :one
SELECT count(*) FROM member_staff_view WHERE staff_id = $1 AND list = $2;

-- name: AddView :one
-- No row: there is one of that name.
INSERT INTO member_staff_view (staff_id, list, name, search, look, saved_at)
VALUES (sqlc.arg(staff_id), sqlc.arg(list), sqlc.arg(name), sqlc.arg(search), sqlc.arg(look), sqlc.arg(at)::timestamptz)
ON CONFLICT (staff_id, list, name) DO NOTHING RETURNING id;

-- name: ViewNamed :one
-- Reports whether another view of the list has a name.
SELECT EXISTS (SELECT FROM member_staff_view v JOIN member_staff_view o USING (staff_id, list)
                WHERE v.id = sqlc.arg(id) AND v.staff_id = sqlc.arg(staff_id) AND o.name = sqlc.arg(name) AND o.id <> v.id)::boolean;

-- name: RenameView :execrows
UPDATE member_staff_view SET name = sqlc.arg(name), saved_at = sqlc.arg(at)::timestamptz WHERE id = sqlc.arg(id) AND staff_id = sqlc.arg(staff_id);

-- name: ReplaceView :execrows
UPDATE member_staff_view SET search = sqlc.arg(search), look = sqlc.arg(look), saved_at = sqlc.arg(at)::timestamptz
 WHERE id = sqlc.arg(id) AND staff_id = sqlc.arg(staff_id);

-- name: DeleteView :execrows
DELETE FROM member_staff_view WHERE id = $1 AND staff_id = $2;
