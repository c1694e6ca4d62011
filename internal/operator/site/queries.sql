-- name: ByID :one
-- With the scheduled maintenance that members see.
SELECT s.site_id, s.name, s.options, s.inspect, s.inspect_version,
       (SELECT coalesce(jsonb_agg(jsonb_build_object(
                 'id', w.id, 'name', w.name, 'nameKor', w.name_kor, 'nameEng', w.name_eng, 'running', w.state = 'running', 'begins', w.begins_at,
                 'ends', w.ends_at, 'texts', w.texts) ORDER BY w.begins_at, w.id), '[]')
          FROM site_window w WHERE w.site_id = s.site_id AND (w.state = 'running' OR (w.state = 'planned' AND w.announced)))::jsonb AS windows
  FROM site_site s WHERE s.site_id = $1;

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

-- name: AddWindow :one
INSERT INTO site_window (site_id, name, name_kor, name_eng, begins_at, ends_at, announce_minutes, announced, texts, reason, set_by)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id;

-- name: LockWindow :one
SELECT * FROM site_window WHERE id = $1 AND site_id = $2 FOR NO KEY UPDATE;

-- name: ChangeWindow :exec
UPDATE site_window SET begins_at = $2, ends_at = $3, announce_minutes = $4, announced = $5, texts = $6, reason = $7, set_by = $8,
  version = version + 1
 WHERE id = $1;

-- name: Overlaps :one
-- Reports whether another window of the same switch that is not over has a moment in common with a time.
SELECT EXISTS (SELECT FROM site_window WHERE site_id = sqlc.arg(site_id) AND name = sqlc.arg(name) AND id <> sqlc.arg(id)
   AND state IN ('planned', 'running') AND begins_at < sqlc.arg(until) AND ends_at > sqlc.arg(since))::boolean;

-- name: BeginWindow :exec
UPDATE site_window SET state = 'running', begins_at = $2, announced = true, closed = $3, version = version + 1 WHERE id = $1;

-- name: AnnounceWindow :exec
UPDATE site_window SET announced = true, version = version + 1 WHERE id = $1;

-- name: FinishWindow :exec
UPDATE site_window SET state = $2, finished_at = $3, version = version + 1 WHERE id = $1;

-- name: TakeOver :many
-- Ends the window of a switch that is running, and returns whether it turned the switch itself.
UPDATE site_window SET state = 'ended', finished_at = sqlc.arg(now)::timestamptz, version = version + 1
 WHERE site_id = sqlc.arg(site_id) AND name = sqlc.arg(name) AND state = 'running' RETURNING closed;

-- name: DueWindows :many
-- The windows that are to be announced, begun or ended now.
SELECT id, site_id FROM site_window
 WHERE state IN ('planned', 'running')
   AND CASE WHEN state = 'running' THEN ends_at <= sqlc.arg(now)::timestamptz
            ELSE begins_at <= sqlc.arg(now)::timestamptz
              OR (NOT announced AND begins_at - make_interval(mins => announce_minutes) <= sqlc.arg(now)::timestamptz) END
 ORDER BY site_id, begins_at, id LIMIT sqlc.arg(count)::int;

-- name: Windows :many
-- Those that are not over come first, the next one at the top; of the others the last one.
SELECT sqlc.embed(site_window), count(*) OVER () AS total FROM site_window WHERE site_id = sqlc.arg(site_id)
 ORDER BY finished_at IS NOT NULL, CASE WHEN finished_at IS NULL THEN begins_at END, begins_at DESC, id DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: SetHosts :exec
UPDATE site_site SET hosts = $2 WHERE site_id = $1;
