-- name: Upsert :exec
INSERT INTO provider_provider (vendor_id, family, settings) VALUES ($1, $2, $3)
ON CONFLICT (vendor_id) DO UPDATE SET family = EXCLUDED.family, settings = EXCLUDED.settings;

-- name: Providers :many
SELECT vendor_id, family, settings, active FROM provider_provider;

-- name: Keys :many
SELECT vendor_id, key_id, kind, material, valid_from, valid_until FROM provider_key ORDER BY vendor_id, valid_from, key_id;

-- name: Lock :one
SELECT family, settings FROM provider_provider WHERE vendor_id = $1 FOR NO KEY UPDATE;

-- name: AddKey :exec
INSERT INTO provider_key (vendor_id, key_id, kind, material, valid_from, valid_until, added_at) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: EndKey :execrows
-- The end of a key moves to an earlier moment only; a key that has not begun never begins.
UPDATE provider_key SET valid_until = greatest(sqlc.arg(until)::timestamptz, valid_from)
 WHERE vendor_id = sqlc.arg(vendor) AND key_id = sqlc.arg(key) AND (valid_until IS NULL OR valid_until > sqlc.arg(until));

-- name: EndKeys :exec
UPDATE provider_key SET valid_until = greatest(sqlc.arg(until)::timestamptz, valid_from)
 WHERE vendor_id = sqlc.arg(vendor) AND kind = sqlc.arg(kind) AND key_id <> sqlc.arg(kept)
   AND (valid_until IS NULL OR valid_until > sqlc.arg(until));

-- name: Family :one
SELECT family FROM provider_provider WHERE vendor_id = $1;

-- name: Add :execrows
INSERT INTO provider_provider (vendor_id, family) VALUES ($1, $2) ON CONFLICT DO NOTHING;

-- name: LockActive :one
SELECT active FROM provider_provider WHERE vendor_id = $1 FOR NO KEY UPDATE;

-- name: SetActive :exec
UPDATE provider_provider SET active = $2 WHERE vendor_id = $1;

-- name: HasKey :one
SELECT EXISTS (SELECT FROM provider_key WHERE vendor_id = $1 AND key_id = $2)::boolean;
