-- name: ByID :one
SELECT site_id, name, options, inspect, inspect_version FROM site_site WHERE site_id = $1;

-- name: IDs :many
SELECT site_id FROM site_site ORDER BY site_id;

-- name: Hosts :many
SELECT site_id, hosts FROM site_site ORDER BY site_id;

-- name: SetMaintenance :one
UPDATE site_site SET inspect = sqlc.arg(inspect), inspect_version = inspect_version + 1
 WHERE site_id = sqlc.arg(site_id) AND inspect <> sqlc.arg(inspect)
RETURNING inspect_version;

-- name: Switched :exec
INSERT INTO site_switch (site_id, name, set_by, reason, set_at, off) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (site_id, name) DO UPDATE SET set_by = EXCLUDED.set_by, reason = EXCLUDED.reason, set_at = EXCLUDED.set_at, off = EXCLUDED.off,
  version = site_switch.version + 1;

-- name: Switches :many
SELECT name, set_by, reason, set_at, off, version FROM site_switch WHERE site_id = $1;

-- name: SwitchOf :one
SELECT off, version FROM site_switch WHERE site_id = $1 AND name = $2;

-- name: LeftOut :many
SELECT name FROM site_switch WHERE site_id = $1 AND off AND name LIKE '%/%';

-- name: Add :execrows
INSERT INTO site_site (site_id, name, hosts, options) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING;

-- name: LockSites :many
-- All sites, in one order: of two that are added at once, the second sees the hosts of the first.
SELECT site_id, hosts FROM site_site ORDER BY site_id FOR NO KEY UPDATE;

-- name: LockOptions :one
SELECT options FROM site_site WHERE site_id = $1 FOR NO KEY UPDATE;

-- name: ChangeOptions :one
-- Pages order changes of maintenance by the version of `inspect`.
UPDATE site_site SET options = options || sqlc.arg(change)::jsonb, inspect_version = inspect_version + 1
 WHERE site_id = sqlc.arg(site_id)
RETURNING inspect, inspect_version;
