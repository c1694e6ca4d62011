-- name: Add :one
INSERT INTO inquiry_inquiry (site_id, member_id, category, lang, title, content, html, answer, answer_html, answered_by, answered_at, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id;

-- name: Lock :exec
-- Who asks holds it, so that the number of those that wait cannot be passed by asking twice at once. A statement of its own:
-- the next one sees what the one before has committed.
SELECT pg_advisory_xact_lock(hashtextextended('inquiry|' || sqlc.arg(member)::text, 0));

-- name: Waiting :one
SELECT count(*) FROM inquiry_inquiry WHERE member_id = $1 AND answered_at IS NULL;

-- name: List :many
SELECT id, category, title, content, html, answered_at, created_at FROM inquiry_inquiry
 WHERE member_id = sqlc.arg(member) AND created_at >= sqlc.arg(since) AND created_at < sqlc.arg(until) AND title ILIKE sqlc.arg(title)
 ORDER BY created_at DESC, id DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: Count :one
SELECT count(*) FROM inquiry_inquiry
 WHERE member_id = sqlc.arg(member) AND created_at >= sqlc.arg(since) AND created_at < sqlc.arg(until) AND title ILIKE sqlc.arg(title);

-- name: Get :one
SELECT id, category, title, content, html, answer, answer_html, answered_at, created_at FROM inquiry_inquiry
 WHERE member_id = sqlc.arg(member) AND id = sqlc.arg(id);

-- name: Answer :one
UPDATE inquiry_inquiry SET answer = sqlc.arg(answer), answer_html = sqlc.arg(html), answered_by = sqlc.arg(staff), answered_at = sqlc.arg(at)
 WHERE site_id = sqlc.arg(site) AND id = sqlc.arg(id) RETURNING member_id, lang, title;

-- name: Desk :many
-- The page is found in the index: what lies before it is wide.
SELECT d.id, d.member_id, d.category, d.lang, d.title, d.content, d.html, d.answer, d.answer_html, d.answered_by, d.answered_at, d.created_at
  FROM (SELECT i.id FROM inquiry_inquiry i
         WHERE i.site_id = sqlc.arg(site) AND (sqlc.arg(status)::text = '' OR (i.answered_at IS NULL) = (sqlc.arg(status)::text = 'wait'))
         ORDER BY i.site_id, i.id DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int) page
  JOIN inquiry_inquiry d ON d.id = page.id
 ORDER BY d.id DESC;

-- name: DeskCount :one
SELECT count(*) FROM (
       SELECT FROM inquiry_inquiry
        WHERE site_id = sqlc.arg(site) AND (sqlc.arg(status)::text = '' OR (answered_at IS NULL) = (sqlc.arg(status)::text = 'wait'))
        LIMIT sqlc.arg(most)::int) AS counted;
