-- +goose NO TRANSACTION
-- +goose Up
-- The source of each post of staff: its text for all languages, which counts as one in the site's default language, else the text in that language, else
-- the oldest one. Readers see what they saw before. A text for all languages beside one in the default language gives way to it: the two rows change
-- their texts, and the other one is kept, removed. A post with a text in each language of the site is for everyone from now on.
-- +goose StatementBegin
DO $$ BEGIN
  LOOP
    WITH post AS (
      SELECT coalesce(p.group_id, p.id) AS id, coalesce(s.options -> 'languages' ->> 0, 'vn') AS fallback,
             count(*) >= coalesce(jsonb_array_length(s.options -> 'languages'), 6) AND bool_and(p.lang <> '') AS whole
        FROM board_post p JOIN site_site s USING (site_id)
       WHERE p.member_id IS NULL AND NOT p.removed
       GROUP BY 1, s.options HAVING bool_and(p.source = '')
       LIMIT 100
    ), first AS (
      SELECT DISTINCT ON (post.id) post.id AS post_id, post.fallback, post.whole, p.id
        FROM post JOIN board_post p ON (p.id = post.id OR p.group_id = post.id) AND NOT p.removed
       ORDER BY post.id, p.lang = '' DESC, p.lang = post.fallback DESC, p.id
    ), twin AS (
      SELECT f.id AS kept, t.id AS gone, t.title, t.content, t.html, f.title_before, f.content_before, f.html_before
        FROM (SELECT first.*, p.title AS title_before, p.content AS content_before, p.html AS html_before
                FROM first JOIN board_post p ON p.id = first.id WHERE p.lang = '') f
        JOIN board_post t ON t.group_id = f.post_id AND t.lang = f.fallback AND NOT t.removed
    )
    UPDATE board_post p
       SET source = CASE WHEN p.id = x.id THEN x.source ELSE '' END, lang = CASE WHEN p.id = x.id AND x.everyone THEN '' ELSE p.lang END,
           title = coalesce(x.title, p.title), content = coalesce(x.content, p.content), html = coalesce(x.html, p.html),
           removed = x.gone, published = p.published AND NOT x.gone
      FROM (SELECT f.id, coalesce(nullif(o.lang, ''), f.fallback) AS source, t.title, t.content, t.html, false AS gone,
                   f.whole AND NOT EXISTS (SELECT FROM board_post e WHERE e.group_id = f.post_id AND e.lang = '') AS everyone
              FROM first f JOIN board_post o ON o.id = f.id LEFT JOIN twin t ON t.kept = f.id
            UNION ALL
            SELECT gone, '', title_before, content_before, html_before, true, false FROM twin) x
     WHERE p.id = x.id;
    EXIT WHEN NOT FOUND;
    COMMIT;
  END LOOP;
END $$;
-- +goose StatementEnd
-- board_post_listed with what tells a source from a draft, so that posts of the page are found in the index.
DROP INDEX CONCURRENTLY IF EXISTS board_post_read;
CREATE INDEX CONCURRENTLY board_post_read ON board_post (site_id, board, pinned DESC, created_at DESC, id DESC)
  INCLUDE (lang, title, group_id, source, draft) WHERE published;
DROP INDEX CONCURRENTLY IF EXISTS board_post_listed;
-- The pictures that posts show (board.Pictures).
DROP INDEX CONCURRENTLY IF EXISTS board_post_image;
CREATE INDEX CONCURRENTLY board_post_image ON board_post (site_id, image) WHERE image <> '';
-- The pictures of a site, the newest first (content.Pictures).
DROP INDEX CONCURRENTLY IF EXISTS content_picture_newest;
CREATE INDEX CONCURRENTLY content_picture_newest ON content_picture (site_id, uploaded_at DESC, hash DESC);
