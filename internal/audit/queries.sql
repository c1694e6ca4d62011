-- name: Write :exec
INSERT INTO audit_entry (site_id, actor, action, target, detail, ip, trace) VALUES ($1, $2, $3, $4, $5, $6, $7);
