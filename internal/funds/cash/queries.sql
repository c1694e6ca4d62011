-- name: NextID :one
-- The number of a request that is written next: what is sealed in it is bound to it.
SELECT nextval(pg_get_serial_sequence('cash_request', 'id'))::bigint AS id;

-- name: Ask :one
-- No row comes back while another request of the kind is open (D-14, C007): the unique index decides, also among
-- requests at the same moment.
INSERT INTO cash_request (id, site_id, member_id, kind, currency, amount, depositor, bank, account_no, account_holder,
                          requested_at, undo_until, ip, depositor_sealed, account_sealed, holder_sealed, account_index, index_key, payer)
OVERRIDING SYSTEM VALUE
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
ON CONFLICT (member_id, kind) WHERE status IN (0, 2) DO NOTHING
RETURNING id;

-- name: Get :one
SELECT id, member_id, kind, currency, amount, status, version, requested_at, undo_until, processed_at, memo, payer, in_break
  FROM cash_request WHERE site_id = $1 AND id = $2;

-- name: Payer :one
SELECT depositor, depositor_sealed, account_no, account_sealed FROM cash_request WHERE id = $1 AND member_id = $2;

-- name: Payee :one
SELECT member_id, depositor, depositor_sealed, account_no, account_sealed, account_holder, holder_sealed
  FROM cash_request WHERE site_id = $1 AND id = $2;

-- name: LastClosed :one
SELECT max(processed_at)::timestamptz AS at FROM cash_request
 WHERE member_id = $1 AND kind = ANY (sqlc.arg(kinds)::text[]) AND status = ANY (sqlc.arg(statuses)::smallint[])
HAVING max(processed_at) IS NOT NULL;

-- name: DepositsBefore :one
-- How many other deposits of a member are done, and how many of those since a moment.
SELECT count(*) AS ever, count(*) FILTER (WHERE processed_at >= sqlc.arg(today)::timestamptz) AS today FROM cash_request
 WHERE member_id = sqlc.arg(member) AND kind = 'in' AND status = 1 AND id <> sqlc.arg(request);

-- name: Deposits :one
-- How many deposits of a member are done, and how many of those since a moment.
SELECT count(*) AS ever, count(*) FILTER (WHERE processed_at >= sqlc.arg(today)::timestamptz) AS today FROM cash_request
 WHERE member_id = sqlc.arg(member) AND kind = 'in' AND status = 1;

-- name: Totals :one
-- The sum of a member's other completed requests.
SELECT count(*) FILTER (WHERE kind = 'in') AS deposits, coalesce(sum(amount) FILTER (WHERE kind = 'in'), 0)::bigint AS deposited,
       count(*) FILTER (WHERE kind = 'out') AS withdrawals, coalesce(sum(amount) FILTER (WHERE kind = 'out'), 0)::bigint AS withdrawn,
       count(*) FILTER (WHERE kind = 'pt') AS pt_withdrawals, coalesce(sum(amount) FILTER (WHERE kind = 'pt'), 0)::bigint AS pt_withdrawn
  FROM cash_request WHERE member_id = sqlc.arg(member) AND status = 1 AND id <> sqlc.arg(request);

-- name: Transition :execrows
-- The only statement that changes a status: compare-and-set on status and version (D-12).
UPDATE cash_request SET status = sqlc.arg(becomes), version = version + 1, processed_at = sqlc.arg(at),
       processed_by = sqlc.arg(by), memo = sqlc.arg(memo)
 WHERE id = sqlc.arg(id) AND status = sqlc.arg(was) AND version = sqlc.arg(version);

-- name: List :many
-- The page is found in the index.
SELECT c.id, c.kind, c.amount, c.status, c.depositor, c.depositor_sealed, c.bank, c.account_no, c.account_sealed, c.requested_at, c.undo_until, c.processed_at, c.memo, c.payer
  FROM (SELECT q.id FROM cash_request q
         WHERE q.member_id = $1 AND q.kind = ANY (sqlc.arg(kinds)::text[]) AND NOT q.hidden
           AND q.requested_at >= sqlc.arg(since) AND q.requested_at < sqlc.arg(until)
         ORDER BY q.requested_at DESC, q.id DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int) page
  JOIN cash_request c ON c.id = page.id
 ORDER BY c.requested_at DESC, c.id DESC;

-- name: ListTotals :many
-- The totals of what List finds, by kind.
SELECT kind, count(*) AS requests, coalesce(sum(amount) FILTER (WHERE status = 1), 0)::bigint AS done,
       coalesce(sum(amount) FILTER (WHERE status IN (0, 2)), 0)::bigint AS open
  FROM cash_request
 WHERE member_id = $1 AND kind = ANY (sqlc.arg(kinds)::text[]) AND NOT hidden
   AND requested_at >= sqlc.arg(since) AND requested_at < sqlc.arg(until)
 GROUP BY kind;

-- name: Hide :execrows
UPDATE cash_request SET hidden = true WHERE id = $1 AND status IN (1, -1, -2) AND NOT hidden;

-- name: Pending :many
SELECT kind, count(*) AS count, min(requested_at)::timestamptz AS oldest FROM cash_request
 WHERE site_id = $1 AND kind IN ('in', 'out', 'pt') AND status IN (0, 2) GROUP BY kind;

-- name: PayoutsOf :many
-- The pay-outs that members asked of a partner, newest first: those that wait, or all.
SELECT id, member_id, currency, amount, status, requested_at, processed_at, processed_by, memo FROM cash_request
 WHERE payer = sqlc.arg(payer) AND site_id = sqlc.arg(site) AND kind = 'through' AND id < sqlc.arg(before)::bigint AND (status = 0 OR NOT sqlc.arg(open)::boolean)
 ORDER BY id DESC LIMIT sqlc.arg(count)::int;

-- name: PTAsked :one
-- What a partner has asked to withdraw of its PT since a moment, without what was cancelled or refused.
SELECT coalesce(sum(amount), 0)::bigint AS amount FROM cash_request
 WHERE member_id = sqlc.arg(partner) AND kind = 'pt' AND status IN (0, 1, 2) AND requested_at >= sqlc.arg(since)::timestamptz;

-- name: PTRequests :many
-- The withdrawals of a partner's PT, newest first.
SELECT id, amount, status, bank, account_no, account_sealed, requested_at, processed_at, memo FROM cash_request
 WHERE member_id = sqlc.arg(partner) AND site_id = sqlc.arg(site) AND kind = 'pt' AND id < sqlc.arg(before)::bigint
 ORDER BY requested_at DESC, id DESC LIMIT sqlc.arg(count)::int;

-- name: PTOwed :one
-- What a partner owes: for commissions (D-30), and as a member for corrected bets (D-74). Its PT stands for both.
SELECT (commission_owed(sqlc.arg(partner)::text) + casino_debt_of(sqlc.arg(partner)::text, sqlc.arg(currency)::text))::bigint AS owed;

-- name: HasAccount :one
SELECT id FROM cash_account WHERE site_id = $1 AND active LIMIT 1;

-- name: AddAccount :one
-- No row comes back when the site has the number at that bank.
INSERT INTO cash_account (site_id, bank, number, holder, active, since)
VALUES (sqlc.arg(site), sqlc.arg(bank), sqlc.arg(number), sqlc.arg(holder), sqlc.arg(active), sqlc.narg(at)::timestamptz)
ON CONFLICT DO NOTHING RETURNING id;

-- name: LockAccounts :exec
-- Staff changes the accounts of a site one after the other, while none is handed to a member.
SELECT pg_advisory_xact_lock(hashtextextended('accounts|' || sqlc.arg(site)::text, 0));

-- name: HoldAccounts :exec
-- Keeps the accounts of a site as they are until one was handed to a member: what staff changed before is seen.
SELECT pg_advisory_xact_lock_shared(hashtextextended('accounts|' || sqlc.arg(site)::text, 0));

-- name: SiteAccounts :many
-- The active ones first, in the order of their turns.
SELECT id, bank, number, holder, active, version FROM cash_account WHERE site_id = $1 ORDER BY active DESC, position, id;

-- name: SwitchAccount :exec
-- One that is switched on has its turn next.
UPDATE cash_account SET active = sqlc.arg(active), version = version + 1, since = sqlc.arg(at)::timestamptz, handed_at = NULL WHERE id = sqlc.arg(id);

-- name: TouchAccount :exec
UPDATE cash_account SET version = version + 1 WHERE id = $1;

-- name: PlaceAccounts :exec
-- The places of accounts in the order of the list.
UPDATE cash_account a SET position = p.place
  FROM unnest(sqlc.arg(ids)::bigint[]) WITH ORDINALITY AS p (id, place) WHERE a.id = p.id;

-- name: RestartTurns :exec
-- The next member gets the first account of the site.
UPDATE cash_account SET handed_at = NULL WHERE site_id = $1 AND active;

-- name: AccountsToday :many
-- The accounts of a site with what they are used for: looks of members since a moment, deposits that wait, and deposits that were completed
-- since then. A deposit counts for the account that its member was shown last before asking.
WITH deposit AS (
  SELECT false AS done, r.member_id, r.requested_at, r.amount FROM cash_request r
   WHERE r.site_id = sqlc.arg(site) AND r.kind = 'in' AND r.status IN (0, 2)
  UNION ALL
  SELECT true, r.member_id, r.requested_at, r.amount FROM cash_request r
   WHERE r.site_id = sqlc.arg(site) AND r.kind = 'in' AND r.status = 1 AND r.processed_at >= sqlc.arg(since)::timestamptz
), counted AS (
  SELECT v.account_id, count(*) FILTER (WHERE NOT d.done) AS open, count(*) FILTER (WHERE d.done) AS deposits,
         coalesce(sum(d.amount) FILTER (WHERE d.done), 0) AS amount
    FROM deposit d CROSS JOIN LATERAL (
         SELECT s.account_id FROM cash_account_view s WHERE s.member_id = d.member_id AND s.shown_at <= d.requested_at
          ORDER BY s.shown_at DESC, s.id DESC LIMIT 1) v
   GROUP BY v.account_id
)
SELECT a.id, a.bank, a.number, a.holder, a.active, a.version, a.since,
       (SELECT count(*) FROM cash_account_view v WHERE v.account_id = a.id AND v.shown_at >= sqlc.arg(since)::timestamptz)::bigint AS shown,
       coalesce(c.open, 0)::bigint AS open, coalesce(c.deposits, 0)::bigint AS deposits, coalesce(c.amount, 0)::bigint AS amount
  FROM cash_account a LEFT JOIN counted c ON c.account_id = a.id
 WHERE a.site_id = sqlc.arg(site) ORDER BY a.active DESC, a.position, a.id;

-- name: CountViews :one
-- At most sqlc.arg(most): a page of the log costs the same, however long the log is.
SELECT count(*) FROM (
  SELECT FROM cash_account_view v
   WHERE v.site_id = sqlc.arg(site) AND (sqlc.arg(member)::text = '' OR v.member_id = sqlc.arg(member))
     AND (sqlc.arg(account)::bigint = 0 OR v.account_id = sqlc.arg(account))
   LIMIT sqlc.arg(most)::int) counted;

-- name: Views :many
SELECT v.id, v.member_id, v.ip, v.shown_at, v.until, a.id AS account, a.bank, a.number
  FROM (SELECT w.* FROM cash_account_view w
         WHERE w.site_id = sqlc.arg(site) AND (sqlc.arg(member)::text = '' OR w.member_id = sqlc.arg(member))
           AND (sqlc.arg(account)::bigint = 0 OR w.account_id = sqlc.arg(account))
         ORDER BY w.shown_at DESC, w.id DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int) v
  JOIN cash_account a ON a.id = v.account_id
 ORDER BY v.shown_at DESC, v.id DESC;

-- name: CompletedBetween :one
SELECT EXISTS (SELECT FROM cash_request
 WHERE site_id = sqlc.arg(site) AND kind IN ('in', 'out') AND status = 1
   AND processed_at > sqlc.arg(after)::timestamptz AND processed_at <= sqlc.arg(until)::timestamptz);

-- name: LockHanding :exec
-- One account at a time is handed to a member, so that two questions at once get the same one.
SELECT pg_advisory_xact_lock(hashtextextended('account|' || sqlc.arg(member)::text, 0));

-- name: Handed :one
-- The account that is the member's own at a moment. One that was switched off stays the member's own only while a deposit waits that the
-- member asked for after having seen it: the money may be on its way there.
SELECT a.id, a.bank, a.number, a.holder, v.until FROM cash_account_view v JOIN cash_account a ON a.id = v.account_id
 WHERE v.member_id = sqlc.arg(member) AND v.until > sqlc.arg(at)
   AND (a.active OR EXISTS (SELECT FROM cash_request r
         WHERE r.member_id = v.member_id AND r.kind = 'in' AND r.status IN (0, 2) AND r.requested_at >= v.shown_at))
 ORDER BY v.shown_at DESC, v.id DESC LIMIT 1;

-- name: ProvenUntil :one
-- Until when the PIN counts with which the member was shown an account that is not handed out any more.
SELECT until FROM cash_account_view WHERE member_id = sqlc.arg(member) AND until > sqlc.arg(at) ORDER BY until DESC LIMIT 1;

-- name: HandNext :one
-- The account that had its turn the longest ago.
UPDATE cash_account SET handed_at = sqlc.arg(at)
 WHERE id = (SELECT c.id FROM cash_account c WHERE c.site_id = sqlc.arg(site) AND c.active ORDER BY c.handed_at NULLS FIRST, c.position, c.id
             LIMIT 1 FOR NO KEY UPDATE)
RETURNING id, bank, number, holder;

-- name: NoteView :exec
INSERT INTO cash_account_view (site_id, member_id, account_id, ip, trace, shown_at, until) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: HasOpen :one
SELECT EXISTS (SELECT FROM cash_request WHERE member_id = $1 AND kind = ANY (sqlc.arg(kinds)::text[]) AND status IN (0, 2));

-- name: HasAnyOpen :one
SELECT EXISTS (SELECT FROM cash_request WHERE member_id = $1 AND status IN (0, 2));

-- name: OpenBonus :one
SELECT cash::bigint AS cash, points::bigint AS points, needs::bigint[] AS needs, before::bigint AS before
  FROM cash_bonus_on_terms(sqlc.arg(member), sqlc.arg(currency), sqlc.arg(remaining), sqlc.arg(points));

-- name: PartnerUnplayed :one
-- What is not played yet of payments of partners.
SELECT partner_unplayed(sqlc.arg(sends)::bigint[], sqlc.arg(open)::bigint[])::bigint AS amount;

-- name: EndTerms :exec
SELECT cash_end_terms(sqlc.arg(member), sqlc.arg(currency), sqlc.arg(needs)::bigint[], sqlc.arg(before), sqlc.arg(now));

-- name: NeededSince :one
SELECT cash_needed_since(sqlc.arg(member)::text, sqlc.arg(currency)::text, sqlc.arg(since)::timestamptz)::bigint AS amount;

-- name: Owed :one
SELECT casino_debt_of(sqlc.arg(member)::text, sqlc.arg(currency)::text)::bigint AS owed;

-- name: Repay :exec
SELECT casino_repay(sqlc.arg(member)::text, sqlc.arg(currency)::text, sqlc.arg(amount)::bigint);

-- name: NoteBreak :exec
UPDATE cash_request SET in_break = true, turnover_open = sqlc.arg(turnover_open), forfeited = sqlc.arg(forfeited),
       forfeited_points = sqlc.arg(forfeited_points)
 WHERE id = sqlc.arg(id);
