-- name: History :many
SELECT member_id, since, until, rates, insured_from, insured_part FROM partner_rate
 WHERE site_id = $1 AND (until IS NULL OR until > sqlc.arg(since)::timestamptz) ORDER BY member_id, since;

-- Payments and recalls (send*.go).

-- name: Permission :one
SELECT pay_allowed, pay_day_max FROM partner_partner WHERE member_id = $1 AND site_id = $2;

-- name: PaidOn :one
-- What a partner has paid, recalled or paid out on a day of its site's clock, without what was reversed.
SELECT coalesce(sum(s.amount), 0)::bigint AS amount FROM partner_send s
 WHERE s.partner_id = sqlc.arg(partner) AND s.day = sqlc.arg(day)::date AND s.kind = sqlc.arg(kind)
   AND NOT EXISTS (SELECT FROM partner_send r WHERE r.reverses = s.id);

-- name: NextSend :one
SELECT nextval(pg_get_serial_sequence('partner_send', 'id'))::bigint AS id;

-- name: AddSend :exec
INSERT INTO partner_send (id, site_id, partner_id, member_id, to_partner, kind, gains, amount, reason, agent_id, reverses, pt_after, turnover, at, day, request_id)
OVERRIDING SYSTEM VALUE
VALUES (sqlc.arg(id), sqlc.arg(site_id), sqlc.arg(partner_id), sqlc.arg(member_id), sqlc.arg(to_partner), sqlc.arg(kind), sqlc.arg(gains),
        sqlc.arg(amount), sqlc.arg(reason), sqlc.arg(agent_id), sqlc.narg(reverses), sqlc.arg(pt_after), sqlc.arg(turnover), sqlc.arg(at), sqlc.arg(day)::date, sqlc.narg(request_id));

-- name: Send :one
SELECT s.*, r.id AS reversed_by FROM partner_send s LEFT JOIN partner_send r ON r.reverses = s.id WHERE s.id = $1 AND s.partner_id = $2;

-- name: PaidFor :many
-- The newest payments of a partner to a member of which a part has not been taken back yet, as many as an amount reaches over.
SELECT p.id, p.kind, p.amount, p.turnover, p.back, p.newer::bigint AS newer
  FROM (SELECT s.id, s.kind, s.amount, s.turnover, s.back,
               coalesce(sum(s.amount - s.back) OVER (ORDER BY s.id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS newer
          FROM partner_send s WHERE s.member_id = sqlc.arg(member) AND s.partner_id = sqlc.arg(partner) AND s.gains AND s.back < s.amount) p
 WHERE p.newer < sqlc.arg(amount)::bigint ORDER BY p.id DESC;

-- name: Recallable :many
-- What a partner paid to accounts and has not taken back.
SELECT member_id, sum(amount - back)::bigint AS amount FROM partner_send
 WHERE partner_id = sqlc.arg(partner) AND member_id = ANY (sqlc.arg(members)::text[]) AND gains AND back < amount GROUP BY member_id;

-- name: NoteBack :exec
UPDATE partner_send SET back = back + sqlc.arg(part) WHERE id = sqlc.arg(id);

-- name: Sends :many
-- What a partner paid, recalled and reversed, newest first.
SELECT s.id, s.partner_id, s.member_id, s.to_partner, s.kind, s.gains, s.amount, s.reason, s.agent_id, s.reverses, s.pt_after, s.back, s.at, r.id AS reversed_by, s.request_id
  FROM partner_send s LEFT JOIN partner_send r ON r.reverses = s.id
 WHERE s.partner_id = sqlc.arg(partner) AND s.id < sqlc.arg(before)::bigint
   AND s.at >= sqlc.arg(since)::timestamptz AND s.at < sqlc.arg(until)::timestamptz
   AND (sqlc.arg(kind)::text = '' OR s.kind = sqlc.arg(kind)) AND (sqlc.arg(member)::text = '' OR s.member_id = sqlc.arg(member))
 ORDER BY s.id DESC LIMIT sqlc.arg(count)::int;

-- name: SendTotals :one
-- The totals of what Sends finds.
SELECT count(*) AS entries, coalesce(sum(s.amount) FILTER (WHERE s.kind = 'pay'), 0)::bigint AS paid,
       coalesce(sum(s.amount) FILTER (WHERE s.kind = 'recall'), 0)::bigint AS recalled,
       coalesce(sum(s.amount) FILTER (WHERE s.kind = 'payout'), 0)::bigint AS paid_out,
       coalesce(sum(CASE WHEN s.gains THEN -s.amount ELSE s.amount END) FILTER (WHERE s.kind = 'reverse'), 0)::bigint AS reversed
  FROM partner_send s
 WHERE s.partner_id = sqlc.arg(partner) AND s.at >= sqlc.arg(since)::timestamptz AND s.at < sqlc.arg(until)::timestamptz
   AND (sqlc.arg(kind)::text = '' OR s.kind = sqlc.arg(kind)) AND (sqlc.arg(member)::text = '' OR s.member_id = sqlc.arg(member));

-- name: SendsByID :many
SELECT id, partner_id, member_id, reason FROM partner_send WHERE id = ANY (sqlc.arg(ids)::bigint[]);

-- Rates (rates.go).

-- name: KeepPartner :exec
-- A partner without a row has the defaults; the row is what changes of rates lock.
INSERT INTO partner_partner (member_id, site_id) VALUES ($1, $2) ON CONFLICT DO NOTHING;

-- name: LockPartner :one
SELECT pay_allowed, pay_day_max, approve_allowed, version FROM partner_partner WHERE member_id = $1 FOR NO KEY UPDATE;

-- name: HoldPartner :one
SELECT approve_allowed FROM partner_partner WHERE member_id = $1 FOR SHARE;

-- name: Partner :one
SELECT pay_allowed, pay_day_max, approve_allowed, version FROM partner_partner WHERE member_id = $1 AND site_id = $2;

-- name: SetRights :exec
UPDATE partner_partner SET pay_allowed = sqlc.arg(pay), pay_day_max = sqlc.arg(day_max), approve_allowed = sqlc.arg(approve), version = version + 1
 WHERE member_id = sqlc.arg(member_id);

-- name: CurrentRates :many
SELECT member_id, since, rates, insured_from, insured_part, changed_by, by_staff, reason FROM partner_rate
 WHERE member_id = ANY (sqlc.arg(ids)::text[]) AND until IS NULL;

-- name: EndRates :exec
UPDATE partner_rate SET until = sqlc.arg(now)::timestamptz WHERE member_id = sqlc.arg(member_id) AND until IS NULL;

-- name: AddRates :exec
INSERT INTO partner_rate (member_id, site_id, since, rates, insured_from, insured_part, changed_by, by_staff, reason)
VALUES (sqlc.arg(member_id), sqlc.arg(site_id), sqlc.arg(now), sqlc.arg(rates), sqlc.arg(insured_from), sqlc.arg(insured_part), sqlc.arg(by),
        sqlc.arg(by_staff), sqlc.arg(reason));

-- name: RatesOf :many
-- The rates that a partner had from a moment on, the newest first. Those that held at that moment count as if they had begun then.
SELECT member_id, since, until, rates, insured_from, insured_part, changed_by, by_staff, reason FROM partner_rate
 WHERE member_id = sqlc.arg(member_id) AND since < sqlc.arg(before)::timestamptz AND sqlc.arg(came)::timestamptz < sqlc.arg(before)::timestamptz
   AND (until IS NULL OR until > sqlc.arg(came)::timestamptz) ORDER BY since DESC LIMIT sqlc.arg(count)::int;

-- Groups of games that are off for a member (switches.go).

-- name: ClosedBy :one
SELECT closed_by FROM partner_closed WHERE member_id = $1 AND group_code = $2;

-- name: Close :exec
INSERT INTO partner_closed (member_id, group_code, closed_by, at) VALUES ($1, $2, $3, $4)
ON CONFLICT (member_id, group_code) DO UPDATE SET closed_by = EXCLUDED.closed_by, at = EXCLUDED.at;

-- name: Open :exec
DELETE FROM partner_closed WHERE member_id = $1 AND group_code = $2;

-- name: Owed :one
-- The debt of a partner for commissions.
SELECT commission_owed(sqlc.arg(partner_id)::text)::bigint;

-- name: PTOwed :one
-- What a partner owes: for commissions (D-30), and as a member for corrected bets (D-74). Its PT stands for both.
SELECT (commission_owed(sqlc.arg(partner)::text) + casino_debt_of(sqlc.arg(partner)::text, sqlc.arg(currency)::text))::bigint AS owed;
