-- name: Keep :one
-- The newest token of a session; one that is still good is kept unless another is demanded.
INSERT INTO livechat_token AS t (session_id, member_id, jti, issued_at, expires_at)
VALUES (sqlc.arg(session), sqlc.arg(member), sqlc.arg(jti), sqlc.arg(issued), sqlc.arg(expires))
ON CONFLICT (session_id) DO UPDATE SET
  jti        = CASE WHEN sqlc.arg(fresh)::bool OR t.expires_at <= sqlc.arg(usable) THEN EXCLUDED.jti ELSE t.jti END,
  issued_at  = CASE WHEN sqlc.arg(fresh)::bool OR t.expires_at <= sqlc.arg(usable) THEN EXCLUDED.issued_at ELSE t.issued_at END,
  expires_at = CASE WHEN sqlc.arg(fresh)::bool OR t.expires_at <= sqlc.arg(usable) THEN EXCLUDED.expires_at ELSE t.expires_at END
RETURNING jti, issued_at, expires_at;

-- name: Has :one
SELECT EXISTS (SELECT FROM livechat_token WHERE session_id = sqlc.arg(session) AND expires_at > sqlc.arg(at));

-- name: Prune :execrows
-- A few at a time; no request waits for it.
DELETE FROM livechat_token WHERE session_id IN (SELECT o.session_id FROM livechat_token o WHERE o.expires_at < sqlc.arg(at) LIMIT 10 FOR UPDATE SKIP LOCKED);
