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

-- name: Search :many
-- Entries of a site in a period, newest first. An end of the list before them is named by time and number; the number 0 names none of its time.
SELECT seq, at, actor, action, target, detail, ip FROM audit_entry
 WHERE site_id = sqlc.arg(site_id) AND at >= sqlc.arg(since)::timestamptz AND at <= sqlc.arg(until)::timestamptz
   AND (at, seq) < (sqlc.arg(until)::timestamptz, sqlc.arg(before)::bigint)
   AND (sqlc.arg(actor)::text = '' OR actor = sqlc.arg(actor)) AND (sqlc.arg(action)::text = '' OR action = sqlc.arg(action))
   AND (sqlc.arg(target)::text = '' OR target = sqlc.arg(target))
   AND (sqlc.arg(member)::text = '' OR target = sqlc.arg(member) OR sqlc.arg(member) IN (detail->>'memId', detail->>'member') OR detail->'members' ? sqlc.arg(member))
 ORDER BY at DESC, seq DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: Count :one
SELECT count(*) FROM (
  SELECT FROM audit_entry
   WHERE site_id = sqlc.arg(site_id) AND at >= sqlc.arg(since)::timestamptz AND at < sqlc.arg(until)::timestamptz
     AND (sqlc.arg(actor)::text = '' OR actor = sqlc.arg(actor)) AND (sqlc.arg(action)::text = '' OR action = sqlc.arg(action))
     AND (sqlc.arg(target)::text = '' OR target = sqlc.arg(target))
     AND (sqlc.arg(member)::text = '' OR target = sqlc.arg(member) OR sqlc.arg(member) IN (detail->>'memId', detail->>'member') OR detail->'members' ? sqlc.arg(member))
   LIMIT sqlc.arg(most)::int) found;

-- name: Head :one
SELECT seq, hash FROM audit_head WHERE site_id = $1;

-- name: Anchor :one
SELECT seq, hash FROM audit_anchor WHERE site_id = $1;
