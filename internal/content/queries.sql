-- name: Banners :many
SELECT id, title, image, link, ord FROM content_banner
 WHERE site_id = sqlc.arg(site) AND lang IN ('', sqlc.arg(lang)::text) AND active AND since <= sqlc.arg(at) AND (until IS NULL OR until > sqlc.arg(at))
 ORDER BY ord, id LIMIT sqlc.arg(count)::int;

-- name: BannerDesk :many
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

-- name: PopupDesk :many
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
-- What is switched off stays so.
INSERT INTO content_code (master, grp, code, names, ord) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (master, grp, code) DO UPDATE SET names = EXCLUDED.names, ord = EXCLUDED.ord;
