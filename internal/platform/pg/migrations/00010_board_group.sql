-- +goose Up
-- One post in several languages: rows of a group are one post, and the row whose id is group_id holds its views and comments.
-- Every row keeps its number, so each address that was ever shared leads to the post. A row whose language was taken off the
-- post is removed: it stays for its number and is never published.
ALTER TABLE board_post ADD COLUMN group_id bigint REFERENCES board_post, ADD COLUMN removed boolean NOT NULL DEFAULT false;

-- Posts that were published language by language in one go become one: neighbours of a board that are alike, seconds apart, and
-- together have each language of the site once. What does not fit exactly stays a post of its own. These are staff's posts only,
-- some hundred rows.
WITH post AS (
  SELECT p.id, p.site_id, p.board, p.lang, p.writer, p.category, p.pinned, p.published, p.views,
         coalesce(jsonb_array_length(s.options -> 'languages'), 6) AS languages,
         p.created_at - lag(p.created_at) OVER neighbours > interval '2 seconds' AS apart
    FROM board_post p JOIN site_site s USING (site_id)
   WHERE p.member_id IS NULL AND p.lang <> ''
  WINDOW neighbours AS (PARTITION BY p.site_id, p.board, p.writer, p.category, p.pinned, p.published ORDER BY p.id)
), run AS (
  SELECT *, count(*) FILTER (WHERE apart) OVER (PARTITION BY site_id, board, writer, category, pinned, published ORDER BY id) AS run
    FROM post
), place AS (
  SELECT *, (row_number() OVER (PARTITION BY site_id, board, writer, category, pinned, published, run ORDER BY id) - 1) / languages AS nth
    FROM run
), made AS (
  SELECT min(id) AS leader, array_agg(id) AS ids, sum(views)::bigint AS views FROM place
   GROUP BY site_id, board, writer, category, pinned, published, run, nth, languages
  HAVING languages > 1 AND count(*) = languages AND count(DISTINCT lang) = languages
), comments AS (
  UPDATE board_comment c SET post_id = m.leader FROM made m WHERE c.post_id = ANY (m.ids) AND c.post_id <> m.leader
)
UPDATE board_post p SET group_id = m.leader, views = CASE WHEN p.id = m.leader THEN m.views ELSE p.views END
  FROM made m WHERE p.id = ANY (m.ids);
