-- name: Open :exec
INSERT INTO message_counter (member_id) VALUES ($1) ON CONFLICT DO NOTHING;

-- name: Lock :one
SELECT unread, version FROM message_counter WHERE member_id = $1 FOR UPDATE;

-- name: Counter :one
SELECT unread, version FROM message_counter WHERE member_id = $1;

-- name: Count :one
-- How many unread messages the member can see: of the newest hundred of thirty days (D-56).
SELECT count(*) FROM (
  SELECT read_at FROM message_message
   WHERE member_id = $1 AND deleted_at IS NULL AND sent_at > sqlc.arg(since)
   ORDER BY sent_at DESC, id DESC LIMIT sqlc.arg(visible)::int) AS seen
 WHERE read_at IS NULL;

-- name: SetCounter :one
UPDATE message_counter SET unread = $2, version = version + 1 WHERE member_id = $1 RETURNING version;

-- name: Send :one
INSERT INTO message_message (site_id, member_id, title, content, sent_at) VALUES ($1, $2, $3, $4, $5) RETURNING id;

-- name: List :many
SELECT id, title, content, sent_at, (read_at IS NOT NULL)::bool AS read FROM (
  SELECT * FROM message_message
   WHERE member_id = $1 AND deleted_at IS NULL AND sent_at > sqlc.arg(since)
   ORDER BY sent_at DESC, id DESC LIMIT sqlc.arg(visible)::int) AS seen
 ORDER BY sent_at DESC, id DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: Sent :many
-- All messages that a member was sent in a period, also those that the member deleted.
SELECT id, title, content, sent_at, read_at, deleted_at FROM message_message
 WHERE member_id = $1 AND site_id = $2 AND sent_at >= sqlc.arg(since) AND sent_at < sqlc.arg(until)
 ORDER BY sent_at DESC, id DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: SentCount :one
SELECT count(*) FROM message_message WHERE member_id = $1 AND site_id = $2 AND sent_at >= sqlc.arg(since) AND sent_at < sqlc.arg(until);

-- name: Visible :one
SELECT count(*) FROM (
  SELECT 1 FROM message_message
   WHERE member_id = $1 AND deleted_at IS NULL AND sent_at > sqlc.arg(since)
   LIMIT sqlc.arg(visible)::int) AS seen;

-- name: MarkRead :execrows
-- No ids means all.
UPDATE message_message SET read_at = sqlc.arg(at)
 WHERE member_id = $1 AND (cardinality(sqlc.arg(ids)::bigint[]) = 0 OR id = ANY (sqlc.arg(ids)::bigint[])) AND read_at IS NULL AND deleted_at IS NULL;

-- name: Get :one
SELECT id, title, content, sent_at, (read_at IS NOT NULL)::bool AS read FROM message_message
 WHERE member_id = $1 AND id = $2 AND deleted_at IS NULL;

-- name: Unread :one
SELECT count(*) FROM message_message
 WHERE member_id = $1 AND id = ANY (sqlc.arg(ids)::bigint[]) AND read_at IS NULL AND deleted_at IS NULL;

-- name: Delete :execrows
-- No ids means all that are read.
UPDATE message_message SET deleted_at = sqlc.arg(at)
 WHERE member_id = $1 AND (cardinality(sqlc.arg(ids)::bigint[]) = 0 AND read_at IS NOT NULL OR id = ANY (sqlc.arg(ids)::bigint[]))
   AND deleted_at IS NULL;
