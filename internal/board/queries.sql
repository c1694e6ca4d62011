-- name: List :many
SELECT id, title, content, writer, views, created_at FROM board_post
 WHERE site_id = sqlc.arg(site) AND board = sqlc.arg(board) AND lang IN ('', sqlc.arg(lang)::text) AND published
   AND created_at >= sqlc.arg(since) AND created_at < sqlc.arg(until) AND title ILIKE sqlc.arg(title)
 ORDER BY pinned DESC, created_at DESC, id DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: Count :one
SELECT count(*) FROM board_post
 WHERE site_id = sqlc.arg(site) AND board = sqlc.arg(board) AND lang IN ('', sqlc.arg(lang)::text) AND published
   AND created_at >= sqlc.arg(since) AND created_at < sqlc.arg(until) AND title ILIKE sqlc.arg(title);

-- name: View :one
UPDATE board_post SET views = views + 1
 WHERE site_id = sqlc.arg(site) AND board = sqlc.arg(board) AND id = sqlc.arg(id) AND published
RETURNING id, title, content, writer, views, created_at;

-- name: Create :one
INSERT INTO board_post (site_id, board, lang, title, content, writer, pinned, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id;
