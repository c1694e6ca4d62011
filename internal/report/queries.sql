-- name: Completed :many
-- What the public board shows of deposits or withdrawals (D-57).
SELECT member_id, amount, processed_at FROM cash_request
 WHERE site_id = $1 AND kind = $2 AND status = 1 AND processed_at <= sqlc.arg(until)::timestamptz
 ORDER BY processed_at DESC, id DESC LIMIT sqlc.arg(count)::int;

-- name: Winners :many
SELECT r.member_id, r.payout, r.closed_at, r.game_code, coalesce(g.name_kor, '') AS name_kor, coalesce(g.name_eng, '') AS name_eng
  FROM vendor_round r LEFT JOIN game_game g ON g.code = r.game_code
 WHERE r.site_id = $1 AND r.state = 'closed' AND r.payout > r.stake AND r.closed_at <= sqlc.arg(until)::timestamptz
 ORDER BY r.closed_at DESC LIMIT sqlc.arg(count)::int;

-- name: Games :many
SELECT g.code, g.proc_id, p.group_code, g.name_kor, g.name_eng, g.thumbnail, g.is_new, g.is_hot
  FROM game_game g JOIN game_product p USING (proc_id)
 WHERE g.active AND p.active AND (g.is_new OR g.is_hot) ORDER BY p.ord, g.ord, g.code LIMIT 200;

-- name: CashQueue :many
SELECT c.id, c.kind, c.member_id, m.nick, m.name, m.level, c.amount, c.depositor, c.bank, c.account_no, c.account_holder,
       c.status, c.requested_at, c.memo, coalesce(w.balance, 0)::bigint AS balance
  FROM cash_request c
  JOIN member_member m USING (member_id)
  LEFT JOIN wallet_balance w ON w.member_id = c.member_id AND w.currency = c.currency
 WHERE c.site_id = $1 AND c.kind = ANY (sqlc.arg(kinds)::text[]) AND c.status = ANY (sqlc.arg(statuses)::smallint[])
 ORDER BY c.requested_at DESC, c.id DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: CashOne :one
SELECT c.id, c.kind, c.member_id, m.nick, m.name, m.level, c.amount, c.depositor, c.bank, c.account_no, c.account_holder,
       c.status, c.requested_at, c.memo, coalesce(w.balance, 0)::bigint AS balance
  FROM cash_request c
  JOIN member_member m USING (member_id)
  LEFT JOIN wallet_balance w ON w.member_id = c.member_id AND w.currency = c.currency
 WHERE c.site_id = $1 AND c.id = $2;

-- name: CashQueueCount :one
SELECT count(*) FROM cash_request c
 WHERE c.site_id = $1 AND c.kind = ANY (sqlc.arg(kinds)::text[]) AND c.status = ANY (sqlc.arg(statuses)::smallint[]);

-- name: PendingSignUps :one
SELECT count(*) FROM member_member WHERE site_id = $1 AND status = 'pending';
