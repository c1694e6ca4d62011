-- name: List :many
-- Of a post in several languages its reader sees one text: that in the reader's language, else one in the site's default language that is done, else the
-- source; the last two only when the post is for everyone, whose source has no lang. Count says the same. The page is found in the index; views and
-- comments are the group's.
SELECT l.id, page.title, page.content, page.html, coalesce(nullif(page.image, ''), o.image, '')::text AS image, l.category, l.writer, l.views, l.created_at,
       l.edited_at, l.starts_at, l.ends_at, (SELECT count(*) FROM board_comment c WHERE c.post_id = l.id AND NOT c.hidden) AS comments
  FROM (SELECT p.id, p.group_id, p.title, p.content, p.html, p.image, p.pinned, p.created_at FROM board_post p
         WHERE p.site_id = sqlc.arg(site) AND p.board = sqlc.arg(board) AND p.published AND NOT p.draft
           AND p.lang IN ('', sqlc.arg(lang)::text, sqlc.arg(site_lang)::text)
           AND p.created_at >= sqlc.arg(since) AND p.created_at < sqlc.arg(until) AND (sqlc.arg(title)::text = '' OR CASE search_fold(sqlc.arg(title)::text) WHEN '' THEN strpos(p.title, sqlc.arg(title)::text) > 0 ELSE search_fold(p.title) LIKE '%' || search_fold(sqlc.arg(title)::text) || '%' END)
           AND (sqlc.arg(category)::text = '' OR p.category = sqlc.arg(category)::text)
           AND (sqlc.arg(state)::text = '' OR coalesce(p.ends_at <= sqlc.arg(now)::timestamptz, false) = (sqlc.arg(state)::text = 'over'))
           AND (p.lang = sqlc.arg(lang)::text OR p.lang = '' AND p.group_id IS NULL
                OR p.lang = '' AND NOT EXISTS (SELECT FROM board_post o WHERE o.group_id = p.group_id AND o.lang = sqlc.arg(lang)::text AND o.published AND NOT o.draft)
                   AND (p.source IN ('', sqlc.arg(lang)::text) OR NOT EXISTS (
                          SELECT FROM board_post d WHERE d.group_id = p.group_id AND d.lang = sqlc.arg(site_lang)::text AND d.source = '' AND d.published AND NOT d.draft
                             AND (p.worded_at IS NULL OR d.checked_at >= p.worded_at)))
                OR p.lang = sqlc.arg(site_lang)::text AND p.source = ''
                   AND NOT EXISTS (SELECT FROM board_post o WHERE o.group_id = p.group_id AND o.lang = sqlc.arg(lang)::text AND o.published AND NOT o.draft)
                   AND EXISTS (SELECT FROM board_post s WHERE s.group_id = p.group_id AND s.lang = '' AND s.source NOT IN ('', sqlc.arg(lang)::text) AND s.published
                                  AND (s.worded_at IS NULL OR p.checked_at >= s.worded_at)))
         ORDER BY p.pinned DESC, p.created_at DESC, p.id DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int) page
  JOIN board_post l ON l.id = coalesce(page.group_id, page.id)
  LEFT JOIN board_post o ON o.group_id = page.group_id AND o.source <> ''
 ORDER BY page.pinned DESC, page.created_at DESC, page.id DESC;

-- name: Count :one
SELECT count(*) FROM board_post p
 WHERE p.site_id = sqlc.arg(site) AND p.board = sqlc.arg(board) AND p.published AND NOT p.draft
   AND p.lang IN ('', sqlc.arg(lang)::text, sqlc.arg(site_lang)::text)
   AND p.created_at >= sqlc.arg(since) AND p.created_at < sqlc.arg(until) AND (sqlc.arg(title)::text = '' OR CASE search_fold(sqlc.arg(title)::text) WHEN '' THEN strpos(p.title, sqlc.arg(title)::text) > 0 ELSE search_fold(p.title) LIKE '%' || search_fold(sqlc.arg(title)::text) || '%' END)
   AND (sqlc.arg(category)::text = '' OR p.category = sqlc.arg(category)::text)
   AND (sqlc.arg(state)::text = '' OR coalesce(p.ends_at <= sqlc.arg(now)::timestamptz, false) = (sqlc.arg(state)::text = 'over'))
   AND (p.lang = sqlc.arg(lang)::text OR p.lang = '' AND p.group_id IS NULL
        OR p.lang = '' AND NOT EXISTS (SELECT FROM board_post o WHERE o.group_id = p.group_id AND o.lang = sqlc.arg(lang)::text AND o.published AND NOT o.draft)
           AND (p.source IN ('', sqlc.arg(lang)::text) OR NOT EXISTS (
                  SELECT FROM board_post d WHERE d.group_id = p.group_id AND d.lang = sqlc.arg(site_lang)::text AND d.source = '' AND d.published AND NOT d.draft
                     AND (p.worded_at IS NULL OR d.checked_at >= p.worded_at)))
        OR p.lang = sqlc.arg(site_lang)::text AND p.source = ''
           AND NOT EXISTS (SELECT FROM board_post o WHERE o.group_id = p.group_id AND o.lang = sqlc.arg(lang)::text AND o.published AND NOT o.draft)
           AND EXISTS (SELECT FROM board_post s WHERE s.group_id = p.group_id AND s.lang = '' AND s.source NOT IN ('', sqlc.arg(lang)::text) AND s.published
                          AND (s.worded_at IS NULL OR p.checked_at >= s.worded_at)));

-- name: View :one
-- Any number of a group leads to the post. Its text is the one that List shows; of a post that List does not show to its reader, that of everyone, else the
-- site's, else the source, else the first one.
WITH asked AS (
  SELECT coalesce(n.group_id, n.id) AS post_id FROM board_post n
   WHERE n.site_id = sqlc.arg(site) AND n.board = sqlc.arg(board) AND n.id = sqlc.arg(id)
), text AS (
  SELECT t.title, t.content, t.html, coalesce(nullif(t.image, ''), o.image, '')::text AS image
    FROM asked a JOIN board_post t ON t.id = a.post_id OR t.group_id = a.post_id LEFT JOIN board_post o ON o.group_id = a.post_id AND o.source <> ''
   WHERE t.published AND NOT t.draft
   ORDER BY t.lang = sqlc.arg(lang)::text DESC, t.source = sqlc.arg(lang)::text DESC,
            coalesce(t.lang = sqlc.arg(site_lang)::text AND t.id <> o.id AND (o.worded_at IS NULL OR t.checked_at >= o.worded_at), false) DESC,
            t.lang = '' DESC, t.lang = sqlc.arg(site_lang)::text DESC, t.source <> '' DESC, t.id LIMIT 1
)
UPDATE board_post p SET views = p.views + 1 FROM asked a, text t WHERE p.id = a.post_id
RETURNING p.id, t.title, t.content, t.html, t.image, p.category, p.writer, p.views, p.created_at, p.edited_at, p.starts_at, p.ends_at, coalesce(p.member_id, '')::text AS member,
          EXISTS (SELECT FROM board_report r WHERE r.member_id = sqlc.arg(member)::text AND r.post_id = p.id AND r.comment_id IS NULL) AS reported;

-- name: Comments :many
SELECT c.id, c.member_id, c.writer, c.content, c.html, c.created_at, c.edited_at,
       EXISTS (SELECT FROM board_report r WHERE r.member_id = sqlc.arg(member)::text AND r.post_id = c.post_id AND r.comment_id = c.id) AS reported
  FROM board_comment c WHERE c.post_id = sqlc.arg(post) AND NOT c.hidden ORDER BY c.id LIMIT sqlc.arg(count)::int;

-- name: Create :one
INSERT INTO board_post (site_id, board, lang, source, category, title, content, html, image, writer, member_id, pinned, published, starts_at, ends_at, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) RETURNING id;

-- name: Lead :one
-- Makes a post of staff, by any of its numbers, the first of its group, and locks it until the transaction ends.
UPDATE board_post l SET group_id = l.id FROM board_post p
 WHERE p.site_id = sqlc.arg(site) AND p.board = sqlc.arg(board) AND p.id = sqlc.arg(id) AND p.member_id IS NULL AND l.id = coalesce(p.group_id, p.id)
RETURNING l.id, l.version;

-- name: Texts :many
-- The texts of posts. A language that was taken off is no text; a post that its member deleted is one.
SELECT coalesce(group_id, id)::bigint AS post, lang, source, title, content, html, image, draft, published, removed, checked_at, worded_at FROM board_post
 WHERE (id = ANY (sqlc.arg(posts)::bigint[]) OR group_id = ANY (sqlc.arg(posts)::bigint[])) AND (NOT removed OR member_id IS NOT NULL)
 ORDER BY 1, lang;

-- name: SetText :exec
-- The text of a post in a language; one that was removed before has its number again.
INSERT INTO board_post (site_id, board, lang, source, category, title, content, html, image, writer, pinned, published, draft, created_at, group_id, starts_at, ends_at,
       checked_at, worded_at)
SELECT l.site_id, l.board, sqlc.arg(lang), sqlc.arg(source), sqlc.arg(category), sqlc.arg(title), sqlc.arg(content), sqlc.arg(html), sqlc.arg(image), l.writer,
       sqlc.arg(pinned), sqlc.arg(published)::boolean AND NOT sqlc.arg(draft)::boolean, sqlc.arg(draft)::boolean, l.created_at, l.id,
       sqlc.narg(since)::timestamptz, sqlc.narg(until)::timestamptz, sqlc.narg(checked)::timestamptz, sqlc.narg(worded)::timestamptz
  FROM board_post l WHERE l.id = sqlc.arg(post)
ON CONFLICT (group_id, lang) DO UPDATE SET source = excluded.source, title = excluded.title, content = excluded.content, html = excluded.html,
   image = excluded.image, removed = false, category = excluded.category, pinned = excluded.pinned, published = excluded.published, draft = excluded.draft,
   starts_at = excluded.starts_at, ends_at = excluded.ends_at, checked_at = excluded.checked_at, worded_at = excluded.worded_at;

-- name: KeepTexts :exec
-- Takes the other languages off a post.
UPDATE board_post SET removed = true, published = false, draft = false, source = '', image = '', category = sqlc.arg(category), pinned = sqlc.arg(pinned),
       starts_at = sqlc.narg(since)::timestamptz, ends_at = sqlc.narg(until)::timestamptz
 WHERE group_id = sqlc.arg(post) AND lang <> ALL (sqlc.arg(langs)::text[]);

-- name: CountVersion :exec
UPDATE board_post SET version = version + 1 WHERE id = sqlc.arg(post);

-- name: LockPost :one
-- A post by any of its numbers, locked until the transaction ends; not a member's post that its member deleted.
SELECT l.id, l.board FROM board_post n JOIN board_post l ON l.id = coalesce(n.group_id, n.id)
 WHERE n.site_id = sqlc.arg(site) AND n.id = sqlc.arg(id) AND NOT (n.removed AND n.member_id IS NOT NULL) FOR NO KEY UPDATE OF l;

-- name: Publish :exec
-- Staff shows or hides a post, all its texts but drafts.
UPDATE board_post SET published = sqlc.arg(published)::boolean AND NOT draft AND NOT removed, version = version + (id = sqlc.arg(post)::bigint)::int
 WHERE id = sqlc.arg(post)::bigint OR group_id = sqlc.arg(post)::bigint;

-- name: Pictures :many
-- The addresses of the pictures that posts show, of all sites.
SELECT DISTINCT site_id, image FROM board_post WHERE image <> '';

-- name: Comment :one
-- No row when the post is not there, or its board takes no comments.
INSERT INTO board_comment (post_id, member_id, writer, content, html, created_at)
SELECT coalesce(p.group_id, p.id), sqlc.arg(member), sqlc.arg(writer), sqlc.arg(content), sqlc.arg(html), sqlc.arg(at) FROM board_post p
 WHERE p.site_id = sqlc.arg(site) AND p.id = sqlc.arg(post) AND p.board = ANY (sqlc.arg(boards)::text[])
   AND (p.published OR EXISTS (SELECT FROM board_post t WHERE t.group_id = p.group_id AND t.published))
RETURNING board_comment.id;

-- name: HideComment :one
UPDATE board_comment c SET hidden = sqlc.arg(hidden) FROM board_post p
 WHERE p.id = c.post_id AND p.site_id = sqlc.arg(site) AND c.id = sqlc.arg(id) AND NOT c.removed RETURNING p.id;

-- name: ChangeOwn :one
-- Not a post that staff hid or its member deleted.
UPDATE board_post SET title = sqlc.arg(title), content = sqlc.arg(content), html = sqlc.arg(html), category = sqlc.arg(category), edited_at = sqlc.arg(at)
 WHERE site_id = sqlc.arg(site) AND id = sqlc.arg(id) AND member_id = sqlc.arg(member)::text AND published RETURNING id;

-- name: DeleteOwn :one
-- A post that staff hid may be deleted, too.
UPDATE board_post SET removed = true, published = false
 WHERE site_id = sqlc.arg(site) AND id = sqlc.arg(id) AND member_id = sqlc.arg(member)::text AND NOT removed RETURNING id;

-- name: ChangeOwnComment :one
UPDATE board_comment c SET content = sqlc.arg(content), html = sqlc.arg(html), edited_at = sqlc.arg(at) FROM board_post p
 WHERE p.id = c.post_id AND p.site_id = sqlc.arg(site) AND c.id = sqlc.arg(id) AND c.member_id = sqlc.arg(member) AND NOT c.hidden
   AND (p.published OR EXISTS (SELECT FROM board_post t WHERE t.group_id = p.id AND t.published))
RETURNING c.id;

-- name: DeleteOwnComment :one
UPDATE board_comment c SET removed = true, hidden = true FROM board_post p
 WHERE p.id = c.post_id AND p.site_id = sqlc.arg(site) AND c.id = sqlc.arg(id) AND c.member_id = sqlc.arg(member) AND NOT c.removed RETURNING c.id;

-- name: ReportPost :execrows
-- No row when no other member's post is there.
INSERT INTO board_report (site_id, post_id, member_id, reason, words, content, created_at)
SELECT p.site_id, p.id, sqlc.arg(member)::text, sqlc.arg(reason), sqlc.arg(words), p.title || E'\n' || p.content, sqlc.arg(at)
  FROM board_post p
 WHERE p.site_id = sqlc.arg(site) AND p.id = sqlc.arg(id) AND p.published AND p.member_id <> sqlc.arg(member)::text;

-- name: ReportComment :execrows
INSERT INTO board_report (site_id, post_id, comment_id, member_id, reason, words, content, created_at)
SELECT p.site_id, p.id, c.id, sqlc.arg(member)::text, sqlc.arg(reason), sqlc.arg(words), c.content, sqlc.arg(at)
  FROM board_comment c JOIN board_post p ON p.id = c.post_id
 WHERE p.site_id = sqlc.arg(site) AND c.id = sqlc.arg(id) AND NOT c.hidden AND c.member_id <> sqlc.arg(member)::text
   AND (p.published OR EXISTS (SELECT FROM board_post t WHERE t.group_id = p.id AND t.published));

-- name: Reported :one
-- Whether the member has reported a post, or a comment.
SELECT EXISTS (SELECT FROM board_report WHERE member_id = sqlc.arg(member)
   AND CASE WHEN sqlc.arg(of_comment)::boolean THEN comment_id = sqlc.arg(id)::bigint ELSE post_id = sqlc.arg(id)::bigint AND comment_id IS NULL END);

-- name: ReportsSince :one
SELECT count(*) FROM board_report WHERE member_id = sqlc.arg(member) AND created_at >= sqlc.arg(since);

-- name: ReportedThings :many
-- The posts and comments with reports that staff has not decided, the most reported first.
SELECT page.post_id, page.comment_id, page.total, page.latest, p.board, p.title, coalesce(c.writer, p.writer)::text AS writer,
       coalesce(c.member_id, p.member_id, '')::text AS member_id, coalesce(c.content, p.content)::text AS content, coalesce(c.html, p.html)::text AS html,
       coalesce(c.removed, p.removed)::boolean AS removed
  FROM (SELECT r.post_id, r.comment_id, count(*) AS total, max(r.created_at)::timestamptz AS latest FROM board_report r
         WHERE r.site_id = sqlc.arg(site) AND r.decision IS NULL
         GROUP BY r.post_id, r.comment_id
         ORDER BY count(*) DESC, max(r.id) DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int) page
  JOIN board_post p ON p.id = page.post_id
  LEFT JOIN board_comment c ON c.id = page.comment_id
 ORDER BY page.total DESC, page.latest DESC;

-- name: ReportedThingsCount :one
SELECT count(DISTINCT (post_id, comment_id)) FROM board_report WHERE site_id = sqlc.arg(site) AND decision IS NULL;

-- name: OpenReports :many
-- What was said of the given posts and their comments, the newest first, at most so many.
SELECT post_id, comment_id, member_id, reason, words, content, created_at FROM board_report
 WHERE site_id = sqlc.arg(site) AND decision IS NULL AND post_id = ANY (sqlc.arg(posts)::bigint[])
 ORDER BY id DESC LIMIT sqlc.arg(count)::int;

-- name: DecideReports :execrows
UPDATE board_report SET decision = sqlc.arg(decision)::text, decided_by = sqlc.arg(staff)::text, decided_at = sqlc.arg(at)::timestamptz
 WHERE site_id = sqlc.arg(site) AND post_id = sqlc.arg(post) AND comment_id IS NOT DISTINCT FROM sqlc.narg(comment)::bigint AND decision IS NULL;

-- name: HideReportedPost :exec
UPDATE board_post SET published = false WHERE site_id = sqlc.arg(site) AND id = sqlc.arg(id);

-- name: CommentPost :one
-- The post of a comment.
SELECT p.id FROM board_comment c JOIN board_post p ON p.id = c.post_id WHERE p.site_id = sqlc.arg(site) AND c.id = sqlc.arg(id);

-- name: StaffList :many
-- Each post once, by its title in any language.
SELECT p.id, p.category, p.writer, p.member_id, p.views, p.pinned, p.created_at, p.starts_at, p.ends_at, p.version FROM board_post p
 WHERE p.site_id = sqlc.arg(site) AND p.board = sqlc.arg(board) AND (p.group_id IS NULL OR p.group_id = p.id)
   AND p.id IN (SELECT coalesce(o.group_id, o.id) FROM board_post o
                 WHERE o.site_id = sqlc.arg(site) AND o.board = sqlc.arg(board) AND (NOT o.removed OR o.member_id IS NOT NULL) AND (sqlc.arg(title)::text = '' OR CASE search_fold(sqlc.arg(title)::text) WHEN '' THEN strpos(o.title, sqlc.arg(title)::text) > 0 ELSE search_fold(o.title) LIKE '%' || search_fold(sqlc.arg(title)::text) || '%' END))
 ORDER BY p.id DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: StaffListCount :one
SELECT count(DISTINCT coalesce(group_id, id)) FROM board_post
 WHERE site_id = sqlc.arg(site) AND board = sqlc.arg(board) AND (NOT removed OR member_id IS NOT NULL) AND (sqlc.arg(title)::text = '' OR CASE search_fold(sqlc.arg(title)::text) WHEN '' THEN strpos(title, sqlc.arg(title)::text) > 0 ELSE search_fold(title) LIKE '%' || search_fold(sqlc.arg(title)::text) || '%' END);

-- name: LockWriter :exec
-- Posts and comments of a member follow each other while they are counted.
SELECT pg_advisory_xact_lock(hashtextextended('board|' || sqlc.arg(member)::text, 0));

-- name: PostsSince :one
SELECT count(*) FROM board_post WHERE member_id = sqlc.arg(member) AND created_at >= sqlc.arg(since);

-- name: CommentsSince :one
SELECT count(*) FROM board_comment WHERE member_id = sqlc.arg(member) AND created_at >= sqlc.arg(since);
