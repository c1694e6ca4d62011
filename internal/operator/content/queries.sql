-- name: Banners :many
SELECT id, title, image, link, ord FROM content_banner
 WHERE site_id = sqlc.arg(site) AND lang IN ('', sqlc.arg(lang)::text) AND active AND since <= sqlc.arg(at) AND (until IS NULL OR until > sqlc.arg(at))
 ORDER BY ord, id LIMIT sqlc.arg(count)::int;

-- name: StaffBannerList :many
SELECT id, lang, title, image, link, ord, active, since, until FROM content_banner
 WHERE site_id = $1 ORDER BY ord, id LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: BannerCount :one
SELECT count(*) FROM content_banner WHERE site_id = $1;

-- name: AddBanner :one
INSERT INTO content_banner (site_id, lang, title, image, link, ord, active, since, until) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id;

-- name: ChangeBanner :execrows
UPDATE content_banner SET lang = $3, title = $4, image = $5, link = $6, ord = $7, active = $8, since = $9, until = $10 WHERE site_id = $1 AND id = $2;

-- name: DeleteBanner :execrows
DELETE FROM content_banner WHERE site_id = $1 AND id = $2;

-- name: Popups :many
SELECT id, title, content, html, image, link, ord FROM content_popup
 WHERE site_id = sqlc.arg(site) AND audience = sqlc.arg(audience) AND lang IN ('', sqlc.arg(lang)::text) AND active
   AND since <= sqlc.arg(at) AND (until IS NULL OR until > sqlc.arg(at))
 ORDER BY ord, id LIMIT sqlc.arg(count)::int;

-- name: StaffPopupList :many
SELECT id, lang, audience, title, content, html, image, link, ord, active, since, until FROM content_popup
 WHERE site_id = $1 ORDER BY ord, id LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: PopupCount :one
SELECT count(*) FROM content_popup WHERE site_id = $1;

-- name: AddPopup :one
INSERT INTO content_popup (site_id, lang, audience, title, content, html, image, link, ord, active, since, until)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id;

-- name: ChangePopup :execrows
UPDATE content_popup SET lang = $3, audience = $4, title = $5, content = $6, html = $7, image = $8, link = $9, ord = $10, active = $11, since = $12, until = $13
 WHERE site_id = $1 AND id = $2;

-- name: DeletePopup :execrows
DELETE FROM content_popup WHERE site_id = $1 AND id = $2;

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
