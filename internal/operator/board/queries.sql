-- name: List :many
-- A post in several languages is found by its text for the reader: the one in the reader's language, else the one for every
-- language. The page is found in the index; views and comments are the group's.
SELECT l.id, page.title, page.content, page.html, l.category, l.writer, l.views, l.created_at,
       (SELECT count(*) FROM board_comment c WHERE c.post_id = l.id AND NOT c.hidden) AS comments
  FROM (SELECT p.id, p.group_id, p.title, p.content, p.html, p.pinned, p.created_at FROM board_post p
         WHERE p.site_id = sqlc.arg(site) AND p.board = sqlc.arg(board) AND p.lang IN ('', sqlc.arg(lang)::text) AND p.published
           AND p.created_at >= sqlc.arg(since) AND p.created_at < sqlc.arg(until) AND p.title ILIKE sqlc.arg(title)
           AND (p.lang <> '' OR p.group_id IS NULL OR NOT EXISTS (
                  SELECT FROM board_post o WHERE o.group_id = p.group_id AND o.lang = sqlc.arg(lang)::text AND o.published))
         ORDER BY p.pinned DESC, p.created_at DESC, p.id DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int) page
  JOIN board_post l ON l.id = coalesce(page.group_id, page.id)
 ORDER BY page.pinned DESC, page.created_at DESC, page.id DESC;

-- name: Count :one
SELECT count(*) FROM board_post p
 WHERE p.site_id = sqlc.arg(site) AND p.board = sqlc.arg(board) AND p.lang IN ('', sqlc.arg(lang)::text) AND p.published
   AND p.created_at >= sqlc.arg(since) AND p.created_at < sqlc.arg(until) AND p.title ILIKE sqlc.arg(title)
   AND (p.lang <> '' OR p.group_id IS NULL OR NOT EXISTS (
          SELECT FROM board_post o WHERE o.group_id = p.group_id AND o.lang = sqlc.arg(lang)::text AND o.published));

-- name: View :one
-- Any number of a group leads to the post. Its text is the reader's, else the one for every language, else the site's, else the
-- first one.
WITH asked AS (
  SELECT coalesce(n.group_id, n.id) AS post_id FROM board_post n
   WHERE n.site_id = sqlc.arg(site) AND n.board = sqlc.arg(board) AND n.id = sqlc.arg(id)
), text AS (
  SELECT t.title, t.content, t.html FROM board_post t JOIN asked a ON t.id = a.post_id OR t.group_id = a.post_id
   WHERE t.published
   ORDER BY t.lang = sqlc.arg(lang)::text DESC, t.lang = '' DESC, t.lang = sqlc.arg(site_lang)::text DESC, t.id LIMIT 1
)
UPDATE board_post p SET views = p.views + 1 FROM asked a, text t WHERE p.id = a.post_id
RETURNING p.id, t.title, t.content, t.html, p.category, p.writer, p.views, p.created_at;

-- name: Comments :many
SELECT id, member_id, writer, content, html, created_at FROM board_comment
 WHERE post_id = $1 AND NOT hidden ORDER BY id LIMIT sqlc.arg(count)::int;

-- name: Create :one
INSERT INTO board_post (site_id, board, lang, category, title, content, html, writer, member_id, pinned, published, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id;

-- name: Lead :one
-- Makes a post of staff, by any of its numbers, the first of its group, and locks it until the transaction ends.
UPDATE board_post l SET group_id = l.id FROM board_post p
 WHERE p.site_id = sqlc.arg(site) AND p.board = sqlc.arg(board) AND p.id = sqlc.arg(id) AND p.member_id IS NULL AND l.id = coalesce(p.group_id, p.id)
RETURNING l.id;

-- name: SetText :exec
-- The text of a post in a language; one that was removed before has its number again.
INSERT INTO board_post (site_id, board, lang, category, title, content, html, writer, pinned, published, created_at, group_id)
SELECT l.site_id, l.board, sqlc.arg(lang), sqlc.arg(category), sqlc.arg(title), sqlc.arg(content), sqlc.arg(html), l.writer, sqlc.arg(pinned),
       sqlc.arg(published), l.created_at, l.id
  FROM board_post l WHERE l.id = sqlc.arg(post)
ON CONFLICT (group_id, lang) DO UPDATE SET title = excluded.title, content = excluded.content, html = excluded.html, removed = false,
   category = excluded.category, pinned = excluded.pinned, published = excluded.published;

-- name: KeepTexts :exec
-- Takes the other languages off a post.
UPDATE board_post SET removed = true, published = false, category = sqlc.arg(category), pinned = sqlc.arg(pinned)
 WHERE group_id = sqlc.arg(post) AND lang <> ALL (sqlc.arg(langs)::text[]);

-- name: Publish :one
-- Staff shows or hides a member's post and does not change it.
WITH asked AS (
  SELECT coalesce(n.group_id, n.id) AS post_id, n.board FROM board_post n WHERE n.site_id = sqlc.arg(site) AND n.id = sqlc.arg(id)
), shown AS (
  UPDATE board_post p SET published = sqlc.arg(published) FROM asked a WHERE (p.id = a.post_id OR p.group_id = a.post_id) AND NOT p.removed
)
SELECT board FROM asked;

-- name: Comment :one
-- No row when the post is not there, or its board takes no comments.
INSERT INTO board_comment (post_id, member_id, writer, content, html, created_at)
SELECT coalesce(p.group_id, p.id), sqlc.arg(member), sqlc.arg(writer), sqlc.arg(content), sqlc.arg(html), sqlc.arg(at) FROM board_post p
 WHERE p.site_id = sqlc.arg(site) AND p.id = sqlc.arg(post) AND p.board = ANY (sqlc.arg(boards)::text[])
   AND (p.published OR EXISTS (SELECT FROM board_post t WHERE t.group_id = p.group_id AND t.published))
RETURNING board_comment.id;

-- name: HideComment :one
UPDATE board_comment c SET hidden = sqlc.arg(hidden) FROM board_post p
 WHERE p.id = c.post_id AND p.site_id = sqlc.arg(site) AND c.id = sqlc.arg(id) RETURNING p.id;

-- name: StaffList :many
-- Each post once, with its texts as rows of the same id.
SELECT page.id, t.lang, t.title, t.content, t.html, page.category, page.writer, page.member_id, page.views, page.pinned,
       t.published, page.created_at
  FROM (SELECT p.id, p.category, p.writer, p.member_id, p.views, p.pinned, p.created_at FROM board_post p
         WHERE p.site_id = sqlc.arg(site) AND p.board = sqlc.arg(board) AND (p.group_id IS NULL OR p.group_id = p.id)
           AND p.id IN (SELECT coalesce(o.group_id, o.id) FROM board_post o
                         WHERE o.site_id = sqlc.arg(site) AND o.board = sqlc.arg(board) AND NOT o.removed AND o.title ILIKE sqlc.arg(title))
         ORDER BY p.id DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int) page
  JOIN board_post t ON (t.id = page.id OR t.group_id = page.id) AND NOT t.removed
 ORDER BY page.id DESC, t.lang;

-- name: StaffListCount :one
SELECT count(DISTINCT coalesce(group_id, id)) FROM board_post
 WHERE site_id = sqlc.arg(site) AND board = sqlc.arg(board) AND NOT removed AND title ILIKE sqlc.arg(title);

-- name: LockWriter :exec
-- Posts and comments of a member follow each other while they are counted.
SELECT pg_advisory_xact_lock(hashtextextended('board|' || sqlc.arg(member)::text, 0));

-- name: PostsSince :one
SELECT count(*) FROM board_post WHERE member_id = sqlc.arg(member) AND created_at >= sqlc.arg(since);

-- name: CommentsSince :one
SELECT count(*) FROM board_comment WHERE member_id = sqlc.arg(member) AND created_at >= sqlc.arg(since);
