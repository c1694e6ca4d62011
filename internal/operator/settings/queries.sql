-- name: Version :one
SELECT coalesce(max(version), 0)::bigint FROM settings_change WHERE site_id = $1;

-- name: Add :exec
INSERT INTO settings_change (site_id, version, set_by, approved_by, set_at, before, after, note, restores)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: List :many
SELECT version, set_by, approved_by, set_at, before, after, note, restores FROM settings_change
 WHERE site_id = sqlc.arg(site_id) ORDER BY version DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::bigint;

-- name: Since :many
SELECT before FROM settings_change WHERE site_id = sqlc.arg(site_id) AND version > sqlc.arg(version) AND version <= sqlc.arg(until)::bigint ORDER BY version DESC;
