-- +goose NO TRANSACTION
-- +goose Up
-- Banners and popups that were written language by language in one go become one campaign: rows that are alike, written within seconds, and
-- together have each language of the site once. The row in the site's default language leads, and the others become its translations. What does not
-- fit exactly stays a campaign of one language: its readers see what they saw before.
-- +goose StatementBegin
DO $$ BEGIN
  LOOP
    WITH campaign AS (
      SELECT (array_agg(b.id ORDER BY b.lang = coalesce(s.options -> 'languages' ->> 0, 'vn') DESC, b.id))[1] AS leader, array_agg(b.id) AS ids
        FROM content_banner b JOIN site_site s USING (site_id)
       WHERE b.lang <> ''
       GROUP BY b.site_id, s.options, b.link, b.ord, b.active, b.until
      HAVING count(*) > 1 AND count(*) = coalesce(jsonb_array_length(s.options -> 'languages'), 6) AND count(DISTINCT b.lang) = count(*)
         AND max(b.since) - min(b.since) <= interval '10 seconds'
       LIMIT 100
    ), translated AS (
      INSERT INTO content_text (banner_id, lang, title, image, checked_at)
      SELECT c.leader, b.lang, b.title, CASE WHEN b.image = l.image THEN '' ELSE b.image END, now()
        FROM campaign c JOIN content_banner l ON l.id = c.leader JOIN content_banner b ON b.id = ANY (c.ids) AND b.id <> c.leader
    ), merged AS (
      DELETE FROM content_banner b USING campaign c WHERE b.id = ANY (c.ids) AND b.id <> c.leader
    )
    UPDATE content_banner b SET source = b.lang, lang = '' FROM campaign c WHERE b.id = c.leader;
    EXIT WHEN NOT FOUND;
    COMMIT;
  END LOOP;
  LOOP
    WITH campaign AS (
      SELECT (array_agg(p.id ORDER BY p.lang = coalesce(s.options -> 'languages' ->> 0, 'vn') DESC, p.id))[1] AS leader, array_agg(p.id) AS ids
        FROM content_popup p JOIN site_site s USING (site_id)
       WHERE p.lang <> ''
       GROUP BY p.site_id, s.options, p.audience, p.link, p.ord, p.active, p.until
      HAVING count(*) > 1 AND count(*) = coalesce(jsonb_array_length(s.options -> 'languages'), 6) AND count(DISTINCT p.lang) = count(*)
         AND max(p.since) - min(p.since) <= interval '10 seconds'
       LIMIT 100
    ), translated AS (
      INSERT INTO content_text (popup_id, lang, title, content, html, image, checked_at)
      SELECT c.leader, p.lang, p.title, p.content, p.html, CASE WHEN p.image = l.image THEN '' ELSE p.image END, now()
        FROM campaign c JOIN content_popup l ON l.id = c.leader JOIN content_popup p ON p.id = ANY (c.ids) AND p.id <> c.leader
    ), merged AS (
      DELETE FROM content_popup p USING campaign c WHERE p.id = ANY (c.ids) AND p.id <> c.leader
    )
    UPDATE content_popup p SET source = p.lang, lang = '' FROM campaign c WHERE p.id = c.leader;
    EXIT WHEN NOT FOUND;
    COMMIT;
  END LOOP;
END $$;
-- +goose StatementEnd
