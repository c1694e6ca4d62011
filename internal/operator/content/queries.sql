-- name: Banners :many
-- A reader sees the text in the own language. Without one, and when the banner is for everyone: the one in the site's default language if that is done, which it
-- may be after another language became the default, else the source.
SELECT b.id, coalesce(t.title, d.title, b.title) AS title, coalesce(nullif(t.image, ''), nullif(d.image, ''), b.image) AS image, b.link, b.ord
  FROM content_banner b LEFT JOIN content_text t ON t.banner_id = b.id AND t.lang = sqlc.arg(lang)::text AND NOT t.draft
  LEFT JOIN content_text d ON d.banner_id = b.id AND d.lang = sqlc.arg(fallback)::text AND NOT d.draft AND (b.worded_at IS NULL OR d.checked_at >= b.worded_at)
                          AND b.source <> sqlc.arg(lang)::text AND b.lang = '' AND t.lang IS NULL
 WHERE b.site_id = sqlc.arg(site) AND (b.lang IN ('', sqlc.arg(lang)::text) OR t.lang IS NOT NULL) AND b.active
   AND b.since <= sqlc.arg(at) AND (b.until IS NULL OR b.until > sqlc.arg(at))
 ORDER BY b.ord, b.id LIMIT sqlc.arg(count)::int;

-- name: StaffBannerList :many
SELECT id, version, lang, source, title, image, link, ord, active, since, until, worded_at FROM content_banner
 WHERE site_id = $1 ORDER BY ord, id LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: BannerCount :one
SELECT count(*) FROM content_banner WHERE site_id = $1;

-- name: AddBanner :one
INSERT INTO content_banner (site_id, lang, source, title, image, link, ord, active, since, until)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id;

-- name: LockBanner :one
SELECT version, lang, source, title, image, worded_at FROM content_banner WHERE site_id = $1 AND id = $2 FOR NO KEY UPDATE;

-- name: ChangeBanner :exec
UPDATE content_banner SET lang = $2, source = $3, title = $4, image = $5, link = $6, ord = $7, active = $8, since = $9, until = $10, worded_at = $11,
       version = version + 1 WHERE id = $1;

-- name: DeleteBanner :execrows
DELETE FROM content_banner WHERE site_id = $1 AND id = $2;

-- name: Popups :many
-- The texts as in Banners.
SELECT p.id, coalesce(t.title, d.title, p.title) AS title, coalesce(t.content, d.content, p.content) AS content, coalesce(t.html, d.html, p.html) AS html,
       coalesce(nullif(t.image, ''), nullif(d.image, ''), p.image) AS image, p.link, p.ord
  FROM content_popup p LEFT JOIN content_text t ON t.popup_id = p.id AND t.lang = sqlc.arg(lang)::text AND NOT t.draft
  LEFT JOIN content_text d ON d.popup_id = p.id AND d.lang = sqlc.arg(fallback)::text AND NOT d.draft AND (p.worded_at IS NULL OR d.checked_at >= p.worded_at)
                          AND p.source <> sqlc.arg(lang)::text AND p.lang = '' AND t.lang IS NULL
 WHERE p.site_id = sqlc.arg(site) AND p.audience = sqlc.arg(audience) AND (p.lang IN ('', sqlc.arg(lang)::text) OR t.lang IS NOT NULL) AND p.active
   AND p.since <= sqlc.arg(at) AND (p.until IS NULL OR p.until > sqlc.arg(at))
 ORDER BY p.ord, p.id LIMIT sqlc.arg(count)::int;

-- name: StaffPopupList :many
SELECT id, version, lang, source, audience, title, content, html, image, link, ord, active, since, until, worded_at FROM content_popup
 WHERE site_id = $1 ORDER BY ord, id LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: PopupCount :one
SELECT count(*) FROM content_popup WHERE site_id = $1;

-- name: AddPopup :one
INSERT INTO content_popup (site_id, lang, source, audience, title, content, html, image, link, ord, active, since, until)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING id;

-- name: LockPopup :one
SELECT version, lang, source, title, html, image, worded_at FROM content_popup WHERE site_id = $1 AND id = $2 FOR NO KEY UPDATE;

-- name: ChangePopup :exec
UPDATE content_popup SET lang = $2, source = $3, audience = $4, title = $5, content = $6, html = $7, image = $8, link = $9, ord = $10, active = $11,
       since = $12, until = $13, worded_at = $14, version = version + 1 WHERE id = $1;

-- name: DeletePopup :execrows
DELETE FROM content_popup WHERE site_id = $1 AND id = $2;

-- name: Translations :many
-- Of banners or of popups.
SELECT coalesce(banner_id, popup_id)::bigint AS campaign, lang, title, content, html, image, draft, checked_at FROM content_text
 WHERE banner_id = ANY (sqlc.arg(banners)::bigint[]) OR popup_id = ANY (sqlc.arg(popups)::bigint[]) ORDER BY 1, lang;

-- name: DropTranslations :exec
DELETE FROM content_text WHERE banner_id = sqlc.narg(banner)::bigint OR popup_id = sqlc.narg(popup)::bigint;

-- name: AddTranslation :exec
INSERT INTO content_text (banner_id, popup_id, lang, title, content, html, image, draft, checked_at)
VALUES (sqlc.narg(banner), sqlc.narg(popup), sqlc.arg(lang), sqlc.arg(title), sqlc.arg(content), sqlc.arg(html), sqlc.arg(image), sqlc.arg(draft), sqlc.arg(at));

-- name: Codes :many
SELECT grp, code, names, ord FROM content_code WHERE master = $1 AND active ORDER BY ord, grp, code;

-- name: UpsertCode :exec
-- An entry that was switched off stays so.
INSERT INTO content_code (master, grp, code, names, ord) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (master, grp, code) DO UPDATE SET names = EXCLUDED.names, ord = EXCLUDED.ord;

-- name: CurrentDocuments :many
-- The newest version of each kind, with its title in a language, or in another one when it has no text in that one.
SELECT d.kind, d.version, d.published_at, t.title FROM content_document d
 CROSS JOIN LATERAL (SELECT x.title FROM content_document_text x WHERE x.site_id = d.site_id AND x.kind = d.kind AND x.version = d.version
                      ORDER BY x.lang = sqlc.arg(lang)::text DESC, x.lang = 'en' DESC, x.lang LIMIT 1) t
 WHERE d.site_id = sqlc.arg(site) AND d.kind = ANY (sqlc.arg(kinds)::text[])
   AND d.version = (SELECT max(n.version) FROM content_document n WHERE n.site_id = d.site_id AND n.kind = d.kind)
 ORDER BY d.kind;

-- name: Document :one
-- A version of a document, the newest when the version is 0.
SELECT d.kind, d.version, d.published_at, t.lang, t.title, t.content, t.html FROM content_document d
  JOIN content_document_text t USING (site_id, kind, version)
 WHERE d.site_id = sqlc.arg(site) AND d.kind = sqlc.arg(kind) AND sqlc.arg(version)::int IN (0, d.version)
 ORDER BY d.version DESC, t.lang = sqlc.arg(lang)::text DESC, t.lang = 'en' DESC, t.lang LIMIT 1;

-- name: DocumentVersions :many
SELECT kind, version, published_at, published_by FROM content_document WHERE site_id = $1 ORDER BY kind, version DESC LIMIT 300;

-- name: DocumentTexts :many
SELECT lang, title, html FROM content_document_text WHERE site_id = $1 AND kind = $2 AND version = $3 ORDER BY lang;

-- name: PublishDocument :execrows
-- No row when another version was published meanwhile.
INSERT INTO content_document (site_id, kind, version, published_at, published_by)
SELECT sqlc.arg(site), sqlc.arg(kind), sqlc.arg(version)::int, sqlc.arg(at), sqlc.arg(by)
 WHERE sqlc.arg(version)::int = 1 + (SELECT coalesce(max(n.version), 0) FROM content_document n WHERE n.site_id = sqlc.arg(site) AND n.kind = sqlc.arg(kind))
ON CONFLICT DO NOTHING;

-- name: AddDocumentText :exec
INSERT INTO content_document_text (site_id, kind, version, lang, title, content, html) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: Agree :execrows
-- No row when there is no such version, or when the member agreed to it before.
INSERT INTO content_consent (member_id, site_id, kind, version, agreed_at, ip)
SELECT sqlc.arg(member), d.site_id, d.kind, d.version, sqlc.arg(at), sqlc.narg(ip) FROM content_document d
 WHERE d.site_id = sqlc.arg(site) AND d.kind = sqlc.arg(kind) AND d.version = sqlc.arg(version)
ON CONFLICT DO NOTHING;

-- name: HasDocument :one
SELECT EXISTS (SELECT FROM content_document WHERE site_id = $1 AND kind = $2 AND version = $3);

-- name: PendingDocuments :many
-- Documents whose newest version a member has not agreed to.
SELECT d.kind, max(d.version)::int AS version FROM content_document d
 WHERE d.site_id = sqlc.arg(site) AND d.kind = ANY (sqlc.arg(kinds)::text[])
 GROUP BY d.kind
HAVING NOT EXISTS (SELECT FROM content_consent c WHERE c.member_id = sqlc.arg(member) AND c.kind = d.kind AND c.version = max(d.version))
 ORDER BY d.kind;

-- name: Consents :many
SELECT kind, version, agreed_at FROM content_consent WHERE site_id = $1 AND member_id = $2 ORDER BY kind, version DESC;

-- name: LockPictures :exec
-- Uploads of a site wait for each other, so that they cannot exceed the number of pictures. A statement of its own: the next upload sees
-- what the one before has committed.
SELECT pg_advisory_xact_lock(hashtextextended('pictures|' || sqlc.arg(site)::text, 0));

-- name: PictureCount :one
SELECT count(*) FROM content_picture WHERE site_id = $1;

-- name: TouchPictures :execrows
-- They are kept for another day. Every caller locks the rows in the order of their hashes.
WITH chosen AS (
  SELECT c.site_id, c.hash FROM content_picture c WHERE c.site_id = sqlc.arg(site) AND c.hash = ANY (sqlc.arg(hashes)::text[]) ORDER BY c.hash FOR NO KEY UPDATE
)
UPDATE content_picture p SET touched_at = greatest(p.touched_at, sqlc.arg(at)::timestamptz) FROM chosen WHERE p.site_id = chosen.site_id AND p.hash = chosen.hash;

-- name: AddPicture :exec
INSERT INTO content_picture (site_id, hash, width, height, bytes, small, uploaded_by, uploaded_at, touched_at)
VALUES (sqlc.arg(site), sqlc.arg(hash), sqlc.arg(width), sqlc.arg(height), sqlc.arg(bytes), sqlc.arg(small), sqlc.arg(staff), sqlc.arg(at), sqlc.arg(at));

-- name: Pictures :many
SELECT hash, width, height, uploaded_at FROM content_picture
 WHERE site_id = sqlc.arg(site) AND (uploaded_at, hash) < (sqlc.arg(at)::timestamptz, sqlc.arg(hash)::text)
 ORDER BY uploaded_at DESC, hash DESC LIMIT sqlc.arg(count)::int;

-- name: PictureBytes :one
SELECT (CASE WHEN sqlc.arg(small)::boolean THEN p.small ELSE p.bytes END)::bytea AS bytes FROM content_picture p WHERE p.site_id = sqlc.arg(site) AND p.hash = sqlc.arg(hash);

-- name: PrunePictures :execrows
-- A picture that is chosen meanwhile is locked or newer by now, and stays.
DELETE FROM content_picture WHERE (content_picture.site_id, content_picture.hash) IN (
       SELECT p.site_id, p.hash FROM content_picture p
        WHERE p.touched_at < sqlc.arg(before)
          AND NOT EXISTS (SELECT FROM content_banner b WHERE b.site_id = p.site_id AND b.image = '/api/picture/' || p.hash || '.jpg')
          AND NOT EXISTS (SELECT FROM content_popup u WHERE u.site_id = p.site_id AND u.image = '/api/picture/' || p.hash || '.jpg')
          AND NOT EXISTS (SELECT FROM content_text t WHERE t.image = '/api/picture/' || p.hash || '.jpg')
          AND p.site_id || '/api/picture/' || p.hash || '.jpg' <> ALL (sqlc.arg(elsewhere)::text[])
        ORDER BY p.touched_at LIMIT sqlc.arg(count)::int FOR UPDATE OF p SKIP LOCKED);
