-- name: Add :one
INSERT INTO inquiry_inquiry (site_id, member_id, category, lang, title, content, html, answer, answer_html, answered_by, answered_at, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id;

-- name: Lock :exec
-- The asker holds it until the transaction ends, so that concurrent questions cannot exceed the number of waiting ones. A statement of
-- its own: the next asker sees what the one before has committed.
SELECT pg_advisory_xact_lock(hashtextextended('inquiry|' || sqlc.arg(member)::text, 0));

-- name: Waiting :one
SELECT count(*) FROM inquiry_inquiry WHERE member_id = sqlc.arg(member)::text AND answered_at IS NULL;

-- name: List :many
SELECT id, category, title, content, html, answered_at, closed_at, created_at FROM inquiry_inquiry
 WHERE member_id = sqlc.arg(member)::text AND created_at >= sqlc.arg(since) AND created_at < sqlc.arg(until) AND (sqlc.arg(title)::text = '' OR CASE search_fold(sqlc.arg(title)::text) WHEN '' THEN strpos(title, sqlc.arg(title)::text) > 0 ELSE search_fold(title) LIKE '%' || search_fold(sqlc.arg(title)::text) || '%' END)
 ORDER BY created_at DESC, id DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: Count :one
SELECT count(*) FROM inquiry_inquiry
 WHERE member_id = sqlc.arg(member)::text AND created_at >= sqlc.arg(since) AND created_at < sqlc.arg(until) AND (sqlc.arg(title)::text = '' OR CASE search_fold(sqlc.arg(title)::text) WHEN '' THEN strpos(title, sqlc.arg(title)::text) > 0 ELSE search_fold(title) LIKE '%' || search_fold(sqlc.arg(title)::text) || '%' END);

-- name: Get :one
SELECT id, category, title, content, html, answer, answer_html, answered_at, closed_at, created_at FROM inquiry_inquiry
 WHERE member_id = sqlc.arg(member)::text AND id = sqlc.arg(id);

-- name: GetForUpdate :one
SELECT category, lang, title, answer, answer_html, answered_by, answered_at, closed_at, created_at FROM inquiry_inquiry
 WHERE member_id = sqlc.arg(member)::text AND id = sqlc.arg(id) FOR UPDATE;

-- name: Reopen :exec
-- The inquiry waits again: what was answered is a message now.
UPDATE inquiry_inquiry SET answer = '', answer_html = '', answered_by = NULL, answered_at = NULL WHERE id = sqlc.arg(id);

-- name: AddMessage :one
INSERT INTO inquiry_message (inquiry_id, staff, content, html, created_at) VALUES ($1, $2, $3, $4, $5) RETURNING id;

-- name: CountMessages :one
SELECT count(*) FROM inquiry_message WHERE inquiry_id = $1;

-- name: Messages :many
SELECT id, staff, content, html, created_at FROM inquiry_message WHERE inquiry_id = $1 ORDER BY id;

-- name: Images :many
SELECT id, message_id, width, height FROM inquiry_image WHERE inquiry_id = sqlc.arg(inquiry)::bigint ORDER BY id;

-- name: AddImage :one
INSERT INTO inquiry_image (site_id, member_id, width, height, bytes, created_at) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id;

-- name: ForgetUnsentImages :exec
-- All but the newest pictures that a member uploaded and did not send.
DELETE FROM inquiry_image WHERE inquiry_image.id IN (
       SELECT i.id FROM inquiry_image i WHERE i.member_id = sqlc.arg(member) AND i.inquiry_id IS NULL
        ORDER BY i.id DESC OFFSET sqlc.arg(newest)::int);

-- name: SendImages :execrows
UPDATE inquiry_image SET inquiry_id = sqlc.arg(inquiry)::bigint, message_id = sqlc.narg(message)::bigint
 WHERE id = ANY (sqlc.arg(ids)::bigint[]) AND member_id = sqlc.arg(member) AND inquiry_id IS NULL;

-- name: OwnImage :one
SELECT bytes FROM inquiry_image WHERE id = sqlc.arg(id) AND site_id = sqlc.arg(site) AND member_id = sqlc.arg(member);

-- name: StaffImage :one
SELECT bytes FROM inquiry_image WHERE id = sqlc.arg(id) AND site_id = sqlc.arg(site) AND inquiry_id IS NOT NULL;

-- name: PruneImages :execrows
DELETE FROM inquiry_image WHERE inquiry_image.id IN (
       SELECT i.id FROM inquiry_image i WHERE i.inquiry_id IS NULL AND i.created_at < sqlc.arg(before) LIMIT sqlc.arg(count)::int);

-- name: OfSite :one
-- Whether an inquiry is the site's.
SELECT EXISTS (SELECT FROM inquiry_inquiry WHERE site_id = sqlc.arg(site) AND id = sqlc.arg(id));

-- name: Close :one
-- No row when the inquiry is not the site's, waits for an answer, or is what it would become.
UPDATE inquiry_inquiry SET closed_at = CASE WHEN sqlc.arg(closed)::boolean THEN sqlc.arg(at)::timestamptz END
 WHERE site_id = sqlc.arg(site) AND id = sqlc.arg(id) AND member_id IS NOT NULL AND answered_at IS NOT NULL
   AND (closed_at IS NULL) = sqlc.arg(closed)::boolean
RETURNING coalesce(member_id, '')::text AS member_id;

-- name: Answer :one
-- A closed inquiry must be opened first.
UPDATE inquiry_inquiry SET answer = sqlc.arg(answer), answer_html = sqlc.arg(html), answered_by = sqlc.arg(staff), answered_at = sqlc.arg(at)
 WHERE site_id = sqlc.arg(site) AND id = sqlc.arg(id) AND closed_at IS NULL RETURNING member_id, lang, title;

-- name: StaffList :many
-- The page is found in the index: what lies before it is wide.
SELECT d.id, d.member_id, d.category, d.lang, d.title, d.content, d.html, d.answer, d.answer_html, d.answered_by, d.answered_at, d.closed_at, d.created_at,
       d.guest_contact_kind, d.guest_contact, d.guest_sealed, d.guest_account
  FROM (SELECT i.id FROM inquiry_inquiry i
         WHERE i.site_id = sqlc.arg(site) AND (sqlc.arg(status)::text = '' OR (i.answered_at IS NULL) = (sqlc.arg(status)::text = 'wait'))
         ORDER BY i.site_id, i.id DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int) page
  JOIN inquiry_inquiry d ON d.id = page.id
 ORDER BY d.id DESC;

-- name: StaffListCount :one
SELECT count(*) FROM (
       SELECT FROM inquiry_inquiry
        WHERE site_id = sqlc.arg(site) AND (sqlc.arg(status)::text = '' OR (answered_at IS NULL) = (sqlc.arg(status)::text = 'wait'))
        LIMIT sqlc.arg(most)::int) AS counted;

-- name: StaffGuestList :many
-- StaffList for the inquiries of guests, which have an index of their own.
SELECT d.id, d.member_id, d.category, d.lang, d.title, d.content, d.html, d.answer, d.answer_html, d.answered_by, d.answered_at, d.closed_at, d.created_at,
       d.guest_contact_kind, d.guest_contact, d.guest_sealed, d.guest_account
  FROM (SELECT i.id FROM inquiry_inquiry i
         WHERE i.site_id = sqlc.arg(site) AND i.member_id IS NULL
           AND (sqlc.arg(status)::text = '' OR (i.answered_at IS NULL) = (sqlc.arg(status)::text = 'wait'))
         ORDER BY i.site_id, i.created_at DESC, i.id DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int) page
  JOIN inquiry_inquiry d ON d.id = page.id
 ORDER BY d.created_at DESC, d.id DESC;

-- name: StaffGuestListCount :one
SELECT count(*) FROM (
       SELECT FROM inquiry_inquiry
        WHERE site_id = sqlc.arg(site) AND member_id IS NULL
          AND (sqlc.arg(status)::text = '' OR (answered_at IS NULL) = (sqlc.arg(status)::text = 'wait'))
        LIMIT sqlc.arg(most)::int) AS counted;

-- name: LockGuests :exec
-- As Lock, for the guests of a site together.
SELECT pg_advisory_xact_lock(hashtextextended('inquiry guests|' || sqlc.arg(site)::text, 0));

-- name: GuestsSince :one
SELECT count(*) FROM inquiry_inquiry WHERE site_id = sqlc.arg(site) AND member_id IS NULL AND created_at > sqlc.arg(since);

-- name: NextID :one
-- The number of an inquiry before it is written: what is sealed in its row names it.
SELECT nextval(pg_get_serial_sequence('inquiry_inquiry', 'id'))::bigint AS id;

-- name: AddGuest :exec
INSERT INTO inquiry_inquiry (id, site_id, category, lang, title, content, html, created_at, guest_contact_kind, guest_contact, guest_sealed, guest_account,
                             guest_secret)
OVERRIDING SYSTEM VALUE
VALUES (sqlc.arg(id), sqlc.arg(site), sqlc.arg(category), sqlc.arg(lang), sqlc.arg(title), sqlc.arg(content), sqlc.arg(html), sqlc.arg(at),
        sqlc.arg(contact_kind)::text, sqlc.arg(contact)::text, sqlc.arg(sealed), sqlc.arg(account)::text, sqlc.arg(secret)::bytea);

-- name: GetGuest :one
SELECT id, category, title, content, html, answer, answer_html, answered_at, created_at, guest_secret FROM inquiry_inquiry
 WHERE site_id = sqlc.arg(site) AND id = sqlc.arg(id) AND member_id IS NULL;

-- name: GuestContact :one
SELECT coalesce(guest_contact, '')::text AS contact, guest_sealed FROM inquiry_inquiry WHERE site_id = sqlc.arg(site) AND id = sqlc.arg(id) AND member_id IS NULL;

-- name: PruneGuests :execrows
-- The later of question and answer counts, so that an answer can be read for as long as a question.
DELETE FROM inquiry_inquiry WHERE inquiry_inquiry.id IN (
       SELECT i.id FROM inquiry_inquiry i
        WHERE i.member_id IS NULL AND i.created_at < sqlc.arg(before) AND (i.answered_at IS NULL OR i.answered_at < sqlc.arg(before))
        LIMIT sqlc.arg(count)::int);

-- name: Samples :many
SELECT id, version, name, texts FROM inquiry_sample WHERE site_id = $1 ORDER BY name, id;

-- name: LockSamples :exec
-- Of a site; a statement of its own, as Lock.
SELECT pg_advisory_xact_lock(hashtextextended('inquiry samples|' || sqlc.arg(site)::text, 0));

-- name: SampleCount :one
SELECT count(*) FROM inquiry_sample WHERE site_id = $1;

-- name: SampleNamed :one
SELECT EXISTS (SELECT FROM inquiry_sample WHERE site_id = $1 AND name = $2 AND id <> $3);

-- name: AddSample :one
INSERT INTO inquiry_sample (site_id, name, texts, changed_at) VALUES ($1, $2, $3, $4) RETURNING id;

-- name: SampleVersion :one
SELECT version FROM inquiry_sample WHERE site_id = $1 AND id = $2 FOR NO KEY UPDATE;

-- name: ChangeSample :exec
UPDATE inquiry_sample SET name = $3, texts = $4, changed_at = $5, version = version + 1 WHERE site_id = $1 AND id = $2;

-- name: DeleteSample :one
DELETE FROM inquiry_sample WHERE site_id = $1 AND id = $2 RETURNING name;
