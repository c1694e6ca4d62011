-- name: Write :exec
INSERT INTO audit_entry (site_id, actor, action, target, detail, ip, trace) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: Note :exec
INSERT INTO audit_note (site_id, actor, action, target, detail, ip, trace) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: Notes :many
-- Takes notes out, the oldest first. Two at once take different ones.
DELETE FROM audit_note n
 WHERE n.id IN (SELECT o.id FROM audit_note o ORDER BY o.site_id, o.id LIMIT sqlc.arg(count)::int FOR UPDATE SKIP LOCKED)
RETURNING n.id, n.site_id, n.actor, n.action, n.target, n.detail, n.ip, n.trace, n.at;

-- name: Link :exec
INSERT INTO audit_entry (site_id, actor, action, target, detail, ip, trace, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: Heads :many
SELECT site_id, seq, hash FROM audit_head ORDER BY site_id;

-- name: SitesOfEntries :many
SELECT DISTINCT site_id FROM audit_entry ORDER BY site_id;

-- name: Chain :many
SELECT id, seq, hash, actor, action, target, detail::text AS detail, coalesce(ip::text, '')::text AS ip, trace,
       to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')::text AS at
  FROM audit_entry WHERE site_id = sqlc.arg(site_id) AND seq > sqlc.arg(after) ORDER BY seq LIMIT sqlc.arg(count)::int;

-- name: Anchors :many
-- The beginnings of the chains whose oldest entries were archived.
SELECT site_id, seq, hash FROM audit_anchor ORDER BY site_id;
