-- name: Version :one
SELECT coalesce(max(version), 0)::bigint FROM settings_change WHERE site_id = $1;

-- name: Add :exec
INSERT INTO settings_change (site_id, version, set_by, approved_by, set_at, before, after, note, restores)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: List :many
SELECT version, set_by, approved_by, set_at, before, after, note, restores, count(*) OVER () AS total FROM settings_change
 WHERE site_id = sqlc.arg(site_id) AND (sqlc.arg(option)::text = '' OR after ? sqlc.arg(option)::text) ORDER BY version DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::bigint;

-- name: Since :many
SELECT before FROM settings_change WHERE site_id = sqlc.arg(site_id) AND version > sqlc.arg(version) AND version <= sqlc.arg(until)::bigint ORDER BY version DESC;

-- name: AddPlan :one
INSERT INTO settings_plan (site_id, at, before, after, note, set_by, approved_by, set_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id;

-- name: Plans :many
-- Those that wait come first, the next one at the top; of the others the last one.
SELECT sqlc.embed(settings_plan), count(*) OVER () AS total FROM settings_plan WHERE site_id = sqlc.arg(site_id)
 ORDER BY finished_at IS NOT NULL, CASE WHEN finished_at IS NULL THEN at END, at DESC, id DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: DuePlans :many
SELECT id, site_id, set_by FROM settings_plan WHERE state = 'waiting' AND at <= sqlc.arg(now)::timestamptz ORDER BY at, id LIMIT sqlc.arg(count)::int;

-- name: LockPlan :one
SELECT * FROM settings_plan WHERE site_id = $1 AND id = $2 FOR NO KEY UPDATE;

-- name: ApplyPlan :exec
UPDATE settings_plan SET state = 'applied', finished_at = sqlc.arg(now)::timestamptz, version = sqlc.arg(version)::bigint WHERE id = sqlc.arg(id);

-- name: FailPlan :exec
UPDATE settings_plan SET state = 'failed', finished_at = sqlc.arg(now)::timestamptz, code = sqlc.arg(code), params = sqlc.arg(params) WHERE id = sqlc.arg(id);

-- name: CancelPlan :exec
UPDATE settings_plan SET state = 'cancelled', finished_at = sqlc.arg(now)::timestamptz, finished_by = sqlc.arg(by), reason = sqlc.arg(reason)
 WHERE id = sqlc.arg(id);
