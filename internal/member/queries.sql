-- name: Insert :exec
INSERT INTO member_member (member_id, site_id, role, partner_level, parent_id, path, nick, nick_key, name, phone, bank_name,
                           account_no, account_holder, lang, level, status, status_by, recommend_allowed, pass_hash, pin_hash,
                           joined_at, terms_at, status_at, join_ip)
VALUES (sqlc.arg(member_id), sqlc.arg(site_id), sqlc.arg(role), sqlc.narg(partner_level), sqlc.narg(parent_id), sqlc.arg(path),
        sqlc.arg(nick), sqlc.arg(nick_key), sqlc.arg(name), sqlc.arg(phone), sqlc.arg(bank_name), sqlc.arg(account_no),
        sqlc.arg(account_holder), sqlc.arg(lang), sqlc.arg(level), sqlc.arg(status), sqlc.narg(status_by),
        sqlc.arg(recommend_allowed), sqlc.arg(pass_hash), sqlc.arg(pin_hash), sqlc.arg(at), sqlc.arg(at), sqlc.arg(at),
        sqlc.narg(join_ip));

-- name: InsertStaff :exec
INSERT INTO member_staff (staff_id, site_id, name, rights, pass_hash, totp_secret) VALUES ($1, $2, $3, $4, $5, $6);

-- name: Line :one
-- The partner line under which a member of this recommender stands.
SELECT member_id, role, recommend_allowed, status, path, site_id FROM member_member WHERE member_id = $1;
