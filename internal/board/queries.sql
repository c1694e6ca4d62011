-- name: List :many
SELECT p.id, p.title, p.content, p.html, p.category, p.writer, p.views, p.created_at,
       (SELECT count(*) FROM board_comment c WHERE c.post_id = p.id AND NOT c.hidden) AS comments
  FROM board_post p
 WHERE p.site_id = sqlc.arg(site) AND p.board = sqlc.arg(board) AND p.lang IN ('', sqlc.arg(lang)::text) AND p.published
   AND p.created_at >= sqlc.arg(since) AND p.created_at < sqlc.arg(until) AND p.title ILIKE sqlc.arg(title)
 ORDER BY p.pinned DESC, p.created_at DESC, p.id DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: Count :one
SELECT count(*) FROM board_post
 WHERE site_id = sqlc.arg(site) AND board = sqlc.arg(board) AND lang IN ('', sqlc.arg(lang)::text) AND published
   AND created_at >= sqlc.arg(since) AND created_at < sqlc.arg(until) AND title ILIKE sqlc.arg(title);

-- name: View :one
UPDATE board_post SET views = views + 1
 WHERE site_id = sqlc.arg(site) AND board = sqlc.arg(board) AND id = sqlc.arg(id) AND published
RETURNING id, title, content, html, category, writer, views, created_at;

-- name: Comments :many
SELECT id, member_id, writer, content, html, created_at FROM board_comment
 WHERE post_id = $1 AND NOT hidden ORDER BY id LIMIT sqlc.arg(count)::int;

-- name: Create :one
INSERT INTO board_post (site_id, board, lang, category, title, content, html, writer, member_id, pinned, published, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id;

-- name: Change :execrows
UPDATE board_post SET lang = sqlc.arg(lang), category = sqlc.arg(category), title = sqlc.arg(title), content = sqlc.arg(content), html = sqlc.arg(html),
       pinned = sqlc.arg(pinned), published = sqlc.arg(published)
 WHERE site_id = sqlc.arg(site) AND board = sqlc.arg(board) AND id = sqlc.arg(id) AND member_id IS NULL;

-- name: Publish :one
-- What a member wrote is not changed by staff: shown or not.
UPDATE board_post SET published = sqlc.arg(published) WHERE site_id = sqlc.arg(site) AND id = sqlc.arg(id) RETURNING board;

-- name: Comment :one
-- No row when the post is not there, or its board takes no comments.
INSERT INTO board_comment (post_id, member_id, writer, content, html, created_at)
SELECT p.id, sqlc.arg(member), sqlc.arg(writer), sqlc.arg(content), sqlc.arg(html), sqlc.arg(at) FROM board_post p
 WHERE p.site_id = sqlc.arg(site) AND p.id = sqlc.arg(post) AND p.published AND p.board = ANY (sqlc.arg(boards)::text[])
RETURNING board_comment.id;

-- name: HideComment :one
UPDATE board_comment c SET hidden = sqlc.arg(hidden) FROM board_post p
 WHERE p.id = c.post_id AND p.site_id = sqlc.arg(site) AND c.id = sqlc.arg(id) RETURNING p.id;

-- name: Desk :many
SELECT id, lang, category, title, content, html, writer, member_id, views, pinned, published, created_at FROM board_post
 WHERE site_id = sqlc.arg(site) AND board = sqlc.arg(board) AND title ILIKE sqlc.arg(title)
 ORDER BY id DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: DeskCount :one
SELECT count(*) FROM board_post WHERE site_id = sqlc.arg(site) AND board = sqlc.arg(board) AND title ILIKE sqlc.arg(title);
