-- name: Completed :many
-- The last deposit or withdrawal of each member among the newest, so that one busy member is one line (D-57).
SELECT d.member_id, d.amount, d.processed_at
  FROM (SELECT DISTINCT ON (n.member_id) n.*
          FROM (SELECT id, member_id, amount, processed_at FROM cash_request c
                 WHERE c.site_id = $1 AND c.kind = $2 AND c.status = 1 AND c.processed_at <= sqlc.arg(until)::timestamptz
                 ORDER BY c.processed_at DESC, c.id DESC LIMIT 200) n
         ORDER BY n.member_id, n.processed_at DESC, n.id DESC) d
 ORDER BY d.processed_at DESC, d.id DESC LIMIT sqlc.arg(count)::int;

-- name: BestPaid :many
-- The greatest withdrawal of each member in a period, greatest first.
SELECT b.member_id, b.amount, b.processed_at
  FROM (SELECT DISTINCT ON (member_id) member_id, amount, processed_at FROM cash_request
         WHERE site_id = $1 AND kind = 'out' AND status = 1
           AND processed_at >= sqlc.arg(since)::timestamptz AND processed_at <= sqlc.arg(until)::timestamptz
         ORDER BY member_id, amount DESC, processed_at DESC) b
 ORDER BY b.amount DESC, b.processed_at DESC LIMIT sqlc.arg(count)::int;

-- name: Ranking :many
-- The games by how many members have lately won in them.
SELECT g.code, g.proc_id, p.group_code, g.name_kor, g.name_eng, g.thumbnail, g.is_new, g.is_hot, g.rtp, g.lines, g.volatility, (v.family = 'transfer')::boolean AS own_wallet
  FROM (SELECT member_id, game_code FROM report_winner c
         WHERE c.site_id = sqlc.arg(site_id) AND c.closed_at >= sqlc.arg(since)::timestamptz AND c.closed_at <= sqlc.arg(until)::timestamptz
         ORDER BY c.closed_at DESC LIMIT 1000) w
  JOIN game_game g ON g.code = w.game_code JOIN game_product p USING (proc_id) JOIN provider_provider v ON v.vendor_id = p.vendor_id
 WHERE g.active AND p.active
   AND NOT EXISTS (SELECT FROM site_switch x WHERE x.site_id = sqlc.arg(site_id) AND x.off
       AND x.name IN ('vendor/' || p.vendor_id, 'group/' || p.group_code, 'product/' || p.proc_id, 'game/' || g.code))
 GROUP BY g.code, p.proc_id, v.vendor_id ORDER BY count(DISTINCT w.member_id) DESC, g.code LIMIT sqlc.arg(count)::int;

-- name: Winners :many
-- The last win of each player among the newest wins, so that one busy player is one line. A round may have changed since it was noted:
-- five times as many are looked at as are asked for.
SELECT r.member_id, r.payout, r.closed_at, r.game_code, coalesce(g.name_kor, '') AS name_kor, coalesce(g.name_eng, '') AS name_eng
  FROM (SELECT d.*
          FROM (SELECT DISTINCT ON (n.member_id) n.*
                  FROM (SELECT * FROM report_winner c
                         WHERE c.site_id = $1 AND c.closed_at <= sqlc.arg(until)::timestamptz ORDER BY c.closed_at DESC LIMIT 1000) n
                 ORDER BY n.member_id, n.closed_at DESC) d
         ORDER BY d.closed_at DESC LIMIT 5 * sqlc.arg(count)::int) w
 CROSS JOIN LATERAL (SELECT * FROM casino_round o WHERE o.vendor_id = w.vendor_id AND o.round_id = w.round_id AND o.member_id = w.member_id LIMIT 1) r
  LEFT JOIN game_game g ON g.code = r.game_code
 WHERE r.closed_at = w.closed_at AND r.state = 'closed' AND r.payout > r.stake
 ORDER BY w.closed_at DESC LIMIT sqlc.arg(count)::int;

-- name: WinnerCursor :one
-- final: no transaction up to the mark can come any more. A mark above the snapshot's xmax was set on another server, from which the database
-- was moved: none of that server's transactions runs here.
SELECT tx, mark, (pg_snapshot_xmin(s.now) >= mark_xid OR mark_xid > pg_snapshot_xmax(s.now))::boolean AS final
  FROM report_winner_cursor, (SELECT pg_current_snapshot() AS now) s;

-- name: NewestTx :one
SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence('casino_tx', 'our_tx_id')::regclass), 0)::bigint;

-- name: PartEnd :one
SELECT casino_part_end(sqlc.arg(tx), sqlc.arg(final), sqlc.arg(size))::bigint;

-- name: MarkWinners :execrows
UPDATE report_winner_cursor SET mark = sqlc.arg(newest), mark_xid = pg_snapshot_xmax(pg_current_snapshot()) WHERE tx = sqlc.arg(tx) AND mark = sqlc.arg(mark);

-- name: MoveWinnerCursor :execrows
UPDATE report_winner_cursor SET tx = sqlc.arg(upto) WHERE tx = sqlc.arg(tx);

-- name: NoteWinners :exec
-- The rounds are read by their key, whatever the planner thinks of how many there are. A rollback of a bet makes a winner, that of a win
-- ends one.
WITH changed AS MATERIALIZED (
  SELECT DISTINCT r.vendor_id, r.round_id, r.member_id, r.site_id, r.game_code, r.closed_at, r.state = 'closed' AND r.payout > r.stake AND r.closed_at IS NOT NULL AS won
    FROM casino_tx t JOIN member_member p ON p.member_id = t.member_id AND p.test_since IS NULL CROSS JOIN LATERAL (
         SELECT * FROM casino_round o WHERE o.vendor_id = t.vendor_id AND o.round_id = t.round_id AND o.member_id = t.member_id LIMIT 1) r
   WHERE t.our_tx_id > sqlc.arg(tx)::bigint AND t.our_tx_id <= sqlc.arg(upto)::bigint AND t.kind IN ('win', 'rollback') AND t.status = 'OK'
), ended AS (
  DELETE FROM report_winner w USING changed c WHERE NOT c.won AND (w.vendor_id, w.round_id, w.member_id) = (c.vendor_id, c.round_id, c.member_id)
)
INSERT INTO report_winner AS w (vendor_id, round_id, member_id, site_id, game_code, closed_at)
SELECT vendor_id, round_id, member_id, site_id, game_code, closed_at FROM changed WHERE won
    ON CONFLICT (vendor_id, round_id, member_id) DO UPDATE SET closed_at = excluded.closed_at WHERE w.closed_at <> excluded.closed_at;

-- name: ForgetWinners :exec
-- Twice as many as Winners looks at stay, for some of them may not be winners any more.
DELETE FROM report_winner w
 WHERE w.site_id = $1
   AND w.closed_at < (SELECT c.closed_at FROM report_winner c WHERE c.site_id = $1 AND c.closed_at <= sqlc.arg(until)::timestamptz
                       ORDER BY c.closed_at DESC OFFSET 1999 LIMIT 1);

-- name: Games :many
SELECT g.code, g.proc_id, p.group_code, g.name_kor, g.name_eng, g.thumbnail, g.is_new, g.is_hot, g.rtp, g.lines, g.volatility, (v.family = 'transfer')::boolean AS own_wallet
  FROM game_game g JOIN game_product p USING (proc_id) JOIN provider_provider v USING (vendor_id)
 WHERE g.active AND p.active AND (g.is_new OR g.is_hot)
   AND NOT EXISTS (SELECT FROM site_switch x WHERE x.site_id = sqlc.arg(site_id) AND x.off
       AND x.name IN ('vendor/' || p.vendor_id, 'group/' || p.group_code, 'product/' || p.proc_id, 'game/' || g.code))
 ORDER BY p.ord, g.ord, g.code LIMIT 200;

-- name: JackpotGames :many
-- The games of a provider that take part in its jackpots, as the main page has them: what the site does not offer is left out.
SELECT g.code, g.proc_id, p.group_code, g.name_kor, g.name_eng, g.thumbnail, g.is_new, g.is_hot, g.rtp, g.lines, g.volatility, (v.family = 'transfer')::boolean AS own_wallet
  FROM game_game g JOIN game_product p USING (proc_id) JOIN provider_provider v USING (vendor_id)
 WHERE g.active AND p.active AND v.vendor_id = sqlc.arg(vendor_id) AND g.code = ANY (sqlc.arg(codes)::text[])
   AND NOT EXISTS (SELECT FROM site_switch x WHERE x.site_id = sqlc.arg(site_id) AND x.off
       AND x.name IN ('vendor/' || p.vendor_id, 'group/' || p.group_code, 'product/' || p.proc_id, 'game/' || g.code))
 ORDER BY p.ord, g.ord, g.code LIMIT 200;

-- name: JackpotRounds :many
-- Rounds of a site's members that a provider says won a jackpot: the books must have paid them. Those of test accounts are not shown (S-103).
SELECT c.round_id, c.member_id, c.payout, c.closed_at FROM casino_round c
  JOIN member_member m ON m.member_id = c.member_id AND m.test_since IS NULL
 WHERE c.vendor_id = sqlc.arg(vendor_id) AND c.round_id = ANY (sqlc.arg(rounds)::text[]) AND c.site_id = sqlc.arg(site_id)
   AND c.state = 'closed' AND c.closed_at <= sqlc.arg(until)::timestamptz;

-- name: CashQueue :many
SELECT c.id, c.kind, c.member_id, m.nick, m.name, m.name_sealed, m.level, c.amount, c.depositor, c.bank, c.account_no, c.account_holder,
       c.depositor_sealed, c.account_sealed, c.holder_sealed,
       c.status, c.requested_at, c.memo, c.processed_at, c.processed_by, c.in_break, c.turnover_open, c.forfeited, c.forfeited_points, coalesce(w.balance, 0)::bigint AS balance
  FROM (SELECT q.id FROM cash_request q
         WHERE q.site_id = $1 AND q.kind = ANY (sqlc.arg(kinds)::text[]) AND q.status = ANY (sqlc.arg(statuses)::smallint[])
         ORDER BY q.requested_at DESC, q.id DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int) page
  JOIN cash_request c USING (id)
  JOIN member_member m USING (member_id)
  LEFT JOIN wallet_balance w ON w.member_id = c.member_id AND w.currency = c.currency
 ORDER BY c.requested_at DESC, c.id DESC;

-- name: CashOne :one
SELECT c.id, c.kind, c.member_id, m.nick, m.name, m.name_sealed, m.level, c.amount, c.depositor, c.bank, c.account_no, c.account_holder,
       c.depositor_sealed, c.account_sealed, c.holder_sealed,
       c.status, c.requested_at, c.memo, c.processed_at, c.processed_by, c.in_break, c.turnover_open, c.forfeited, c.forfeited_points, coalesce(w.balance, 0)::bigint AS balance
  FROM cash_request c
  JOIN member_member m USING (member_id)
  LEFT JOIN wallet_balance w ON w.member_id = c.member_id AND w.currency = c.currency
 WHERE c.site_id = $1 AND c.id = $2;

-- name: CashOfMember :many
-- Requests of one member, also those that the member took off their own list (D-16).
SELECT c.id, c.kind, c.member_id, m.nick, m.name, m.name_sealed, m.level, c.amount, c.depositor, c.bank, c.account_no, c.account_holder,
       c.depositor_sealed, c.account_sealed, c.holder_sealed,
       c.status, c.requested_at, c.memo, c.processed_at, c.processed_by, c.in_break, c.turnover_open, c.forfeited, c.forfeited_points, coalesce(w.balance, 0)::bigint AS balance
  FROM cash_request c
  JOIN member_member m USING (member_id)
  LEFT JOIN wallet_balance w ON w.member_id = c.member_id AND w.currency = c.currency
 WHERE c.member_id = sqlc.arg(member) AND c.site_id = sqlc.arg(site) AND c.kind = ANY (sqlc.arg(kinds)::text[])
       AND c.status = ANY (sqlc.arg(statuses)::smallint[])
       AND c.requested_at >= sqlc.arg(since)::timestamptz AND c.requested_at < sqlc.arg(until)::timestamptz
 ORDER BY c.requested_at DESC, c.id DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: CashOfMemberCount :one
SELECT count(*) FROM cash_request c
 WHERE c.member_id = sqlc.arg(member) AND c.site_id = sqlc.arg(site) AND c.kind = ANY (sqlc.arg(kinds)::text[])
       AND c.status = ANY (sqlc.arg(statuses)::smallint[])
       AND c.requested_at >= sqlc.arg(since)::timestamptz AND c.requested_at < sqlc.arg(until)::timestamptz;

-- name: CashOfMemberBefore :one
-- How many requests of CashOfMember stand in front of one.
SELECT count(*) FROM cash_request c JOIN cash_request r ON r.id = sqlc.arg(request)::bigint AND r.member_id = c.member_id
 WHERE c.member_id = sqlc.arg(member) AND c.site_id = sqlc.arg(site) AND c.kind = ANY (sqlc.arg(kinds)::text[])
       AND c.status = ANY (sqlc.arg(statuses)::smallint[]) AND (c.requested_at, c.id) > (r.requested_at, r.id)
       AND c.requested_at >= sqlc.arg(since)::timestamptz AND c.requested_at < sqlc.arg(until)::timestamptz;

-- name: CashQueueCount :one
-- Kind by kind and status by status: each is a stretch of the queue's index, of which no more is read than asked for.
SELECT coalesce(sum(n), 0)::bigint FROM unnest(sqlc.arg(kinds)::text[]) AS k (kind), unnest(sqlc.arg(statuses)::smallint[]) AS s (status),
  LATERAL (SELECT count(*) AS n FROM (SELECT FROM cash_request c WHERE c.site_id = $1 AND c.kind = k.kind AND c.status = s.status
                                       LIMIT sqlc.arg(most)::int) AS counted) AS part;

-- name: Handling :one
-- Who works on an open request, and who asked for the second person of its approval.
SELECT c.member_id, c.ip, (CASE c.status WHEN 2 THEN c.processed_by ELSE '' END)::text AS handled_by,
       coalesce((SELECT a.asked_by FROM approval_request a
                  WHERE a.site_id = c.site_id AND a.kind = CASE c.kind WHEN 'in' THEN sqlc.arg(deposit)::text ELSE sqlc.arg(payout)::text END AND a.target = c.id::text AND a.state = 'open'), '')::text AS asked_by
  FROM cash_request c WHERE c.site_id = sqlc.arg(site) AND c.id = sqlc.arg(request);

-- name: LastRounds :many
-- The last rounds of a member with the names of their games.
SELECT r.id, r.stake, r.payout, r.state, r.created_at, coalesce(g.name_kor, '')::text AS name_kor, coalesce(g.name_eng, '')::text AS name_eng, r.game_code
  FROM (SELECT c.id, c.stake, c.payout, c.state, c.created_at, c.game_code FROM casino_round c
         WHERE c.member_id = sqlc.arg(member) ORDER BY c.created_at DESC LIMIT sqlc.arg(count)::int) r
  LEFT JOIN game_game g ON g.code = r.game_code
 ORDER BY r.created_at DESC;

-- name: TestAccounts :many
SELECT member_id FROM member_member WHERE test_since IS NOT NULL;

-- name: PendingResets :one
SELECT count(*) FROM member_reset WHERE site_id = sqlc.arg(site_id) AND state = 'open' AND expires_at > sqlc.arg(at);

-- name: PendingDetails :one
SELECT count(*) FROM member_change WHERE site_id = sqlc.arg(site_id) AND state = 'open' AND expires_at > sqlc.arg(at);

-- name: OpenWithdrawals :many
SELECT member_id, sum(amount)::bigint AS amount FROM cash_request
 WHERE site_id = sqlc.arg(site_id) AND kind = 'out' AND status IN (0, 2) AND member_id = ANY (sqlc.arg(members)::text[])
 GROUP BY member_id;

-- name: PendingSignUps :one
SELECT count(*) FROM member_member WHERE site_id = $1 AND status = 'pending';

-- name: Groups :many
SELECT g.code, p.group_code FROM game_game g JOIN game_product p USING (proc_id) WHERE g.code = ANY (sqlc.arg(codes)::text[]);

-- name: WinLose :many
-- Stakes and payouts of a member, by product; cancelled rounds are left out.
SELECT coalesce(p.group_code, 'other')::text AS group_code, coalesce(p.proc_id, '')::text AS proc_id, coalesce(p.name, '')::text AS name,
       count(*) AS rounds, coalesce(sum(r.stake), 0)::bigint AS stake, coalesce(sum(r.payout), 0)::bigint AS payout,
       coalesce(sum(r.stake) FILTER (WHERE r.state = 'open'), 0)::bigint AS open_stake
  FROM casino_round r LEFT JOIN game_game g ON g.code = r.game_code LEFT JOIN game_product p ON p.proc_id = g.proc_id
 WHERE r.member_id = $1 AND r.currency = $2 AND r.created_at >= sqlc.arg(since) AND r.created_at < sqlc.arg(until) AND r.state <> 'void'
 GROUP BY 1, 2, 3 ORDER BY 1, 3, 2;

-- name: WinLoseDays :many
-- The same rounds by day of the site's clock; days without a settled round are left out.
SELECT (r.created_at AT TIME ZONE sqlc.arg(zone)::text)::date AS day, coalesce(sum(r.stake), 0)::bigint AS stake, coalesce(sum(r.payout), 0)::bigint AS payout
  FROM casino_round r
 WHERE r.member_id = $1 AND r.currency = $2 AND r.created_at >= sqlc.arg(since) AND r.created_at < sqlc.arg(until) AND r.state = 'closed'
 GROUP BY 1 ORDER BY 1;

-- name: NetDeposits :one
-- The sums of a member's booked deposits and withdrawals of all time, also of requests that were taken off the list (S-21).
SELECT coalesce(sum(amount) FILTER (WHERE kind = 'in'), 0)::bigint AS deposits, coalesce(sum(amount) FILTER (WHERE kind = 'out'), 0)::bigint AS withdrawals
  FROM cash_request WHERE member_id = $1 AND currency = $2 AND status = 1;

-- name: Statement :many
SELECT version, unit, contra, kind, amount, balance_after, ref, created_at FROM wallet_ledger
 WHERE member_id = $1 AND currency = $2 AND created_at >= sqlc.arg(since) AND created_at < sqlc.arg(until)
   AND version < sqlc.arg(before) AND (sqlc.arg(unit)::text = '' OR unit = sqlc.arg(unit))
 ORDER BY version DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: StatementTotals :many
-- The totals of what Statement finds, by account.
SELECT unit, count(*) AS lines, coalesce(sum(amount) FILTER (WHERE amount > 0), 0)::bigint AS incoming,
       coalesce(-sum(amount) FILTER (WHERE amount < 0), 0)::bigint AS outgoing
  FROM wallet_ledger
 WHERE member_id = $1 AND currency = $2 AND created_at >= sqlc.arg(since) AND created_at < sqlc.arg(until)
   AND (sqlc.arg(unit)::text = '' OR unit = sqlc.arg(unit))
 GROUP BY unit ORDER BY unit;

-- name: PointStatement :many
-- Statement and StatementTotals of the points alone, written so that every plan reads the index of the moves of points.
SELECT version, unit, contra, kind, amount, balance_after, ref, created_at FROM wallet_ledger
 WHERE member_id = $1 AND currency = $2 AND created_at >= sqlc.arg(since) AND created_at < sqlc.arg(until)
   AND version < sqlc.arg(before) AND unit = 'point'
 ORDER BY version DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: PointStatementTotals :many
SELECT unit, count(*) AS lines, coalesce(sum(amount) FILTER (WHERE amount > 0), 0)::bigint AS incoming,
       coalesce(-sum(amount) FILTER (WHERE amount < 0), 0)::bigint AS outgoing
  FROM wallet_ledger
 WHERE member_id = $1 AND currency = $2 AND created_at >= sqlc.arg(since) AND created_at < sqlc.arg(until) AND unit = 'point'
 GROUP BY unit;

-- name: StatementBefore :one
-- How many lines of Statement stand in front of one.
SELECT count(*) FROM wallet_ledger
 WHERE member_id = $1 AND currency = $2 AND created_at >= sqlc.arg(since) AND created_at < sqlc.arg(until)
   AND version > sqlc.arg(no) AND (sqlc.arg(unit)::text = '' OR unit = sqlc.arg(unit));

-- name: Partner :one
SELECT role = 'partner' AS is_partner FROM member_member WHERE member_id = $1 AND site_id = $2 AND status = 'normal';

-- name: Downline :one
-- The downline of a partner.
SELECT count(*) AS members, count(*) FILTER (WHERE role = 'partner') AS partners
  FROM member_member WHERE upline @> ARRAY[sqlc.arg(partner)::text] AND status NOT IN ('pending', 'deleted') AND test_since IS NULL;

-- name: ProviderFigures :many
-- What is open between a site and each provider; amounts are of the site's currency.
SELECT v.vendor_id, t.transfers, t.transfer_amount, t.transfer_oldest, d.debts, d.debt_amount, r.rounds, r.round_stake, r.round_oldest,
       w.wins, w.win_amount, w.win_oldest
  FROM provider_provider v
 CROSS JOIN LATERAL (
   SELECT count(*) AS wins, coalesce(sum(h.amount) FILTER (WHERE h.currency = sqlc.arg(currency)::text), 0)::bigint AS win_amount,
          coalesce(min(h.held_at), sqlc.arg(now)::timestamptz)::timestamptz AS win_oldest
     FROM casino_held_win h WHERE h.vendor_id = v.vendor_id AND h.site_id = sqlc.arg(site_id) AND h.state = 'held') w
 CROSS JOIN LATERAL (
   SELECT count(*) AS transfers, coalesce(sum(o.amount) FILTER (WHERE o.currency = sqlc.arg(currency)::text), 0)::bigint AS transfer_amount,
          coalesce(min(o.created_at), sqlc.arg(now)::timestamptz)::timestamptz AS transfer_oldest
     FROM transfer_order o WHERE o.vendor_id = v.vendor_id AND o.site_id = sqlc.arg(site_id) AND o.status = 'pending') t
 CROSS JOIN LATERAL (
   SELECT count(*) AS debts, coalesce(sum(c.amount - c.repaid) FILTER (WHERE c.currency = sqlc.arg(currency)::text), 0)::bigint AS debt_amount
     FROM casino_debt c JOIN member_member m USING (member_id) WHERE c.vendor_id = v.vendor_id AND m.site_id = sqlc.arg(site_id) AND c.repaid < c.amount) d
 CROSS JOIN LATERAL (
   SELECT count(*) AS rounds, coalesce(sum(o.stake) FILTER (WHERE o.currency = sqlc.arg(currency)::text), 0)::bigint AS round_stake,
          coalesce(min(o.opened_at), sqlc.arg(now)::timestamptz)::timestamptz AS round_oldest
     FROM report_open_round o WHERE o.vendor_id = v.vendor_id AND o.site_id = sqlc.arg(site_id)) r;

-- name: PendingTransfers :many
-- Orders of a provider whose outcome is not known, behind one, oldest first.
SELECT o.id, o.member_id, m.nick, o.currency, o.direction, o.amount, o.reason, o.asked, o.created_at, o.ask_at
  FROM transfer_order o JOIN member_member m USING (member_id)
 WHERE o.site_id = sqlc.arg(site_id) AND o.vendor_id = sqlc.arg(vendor_id) AND o.status = 'pending'
   AND (o.created_at, o.id) > (sqlc.arg(after_at)::timestamptz, sqlc.arg(after_id)::text)
 ORDER BY o.created_at, o.id LIMIT sqlc.arg(count)::int;

-- name: OpenRounds :many
-- Rounds of a provider that are open, behind one, oldest first. Those that were closed since they were noted are left out.
SELECT o.round, o.round_id, o.member_id, m.nick, r.currency, r.stake, o.opened_at, r.game_code,
       coalesce(g.name_kor, '')::text AS name_kor, coalesce(g.name_eng, '')::text AS name_eng
  FROM report_open_round o
 CROSS JOIN LATERAL (SELECT c.currency, c.stake, c.game_code FROM casino_round c
                      WHERE c.vendor_id = o.vendor_id AND c.round_id = o.round_id AND c.member_id = o.member_id AND c.state = 'open' LIMIT 1) r
  JOIN member_member m ON m.member_id = o.member_id
  LEFT JOIN game_game g ON g.code = r.game_code
 WHERE o.site_id = sqlc.arg(site_id) AND o.vendor_id = sqlc.arg(vendor_id)
   AND (o.opened_at, o.round) > (sqlc.arg(after_at)::timestamptz, sqlc.arg(after_round)::bigint)
 ORDER BY o.opened_at, o.round LIMIT sqlc.arg(count)::int;

-- name: HeldWins :many
-- Wins of a provider that wait for two persons, behind one, oldest first.
SELECT h.id, h.tx_id, h.round_id, h.member_id, m.nick, h.currency, h.amount, h.reason, h.held_at, coalesce(r.game_code, '')::text AS game_code,
       coalesce(g.name_kor, '')::text AS name_kor, coalesce(g.name_eng, '')::text AS name_eng
  FROM casino_held_win h JOIN member_member m USING (member_id)
  LEFT JOIN LATERAL (SELECT c.game_code FROM casino_round c
                      WHERE c.vendor_id = h.vendor_id AND c.round_id = h.round_id AND c.member_id = h.member_id LIMIT 1) r ON true
  LEFT JOIN game_game g ON g.code = r.game_code
 WHERE h.site_id = sqlc.arg(site_id) AND h.vendor_id = sqlc.arg(vendor_id) AND h.state = 'held'
   AND (h.held_at, h.id) > (sqlc.arg(after_at)::timestamptz, sqlc.arg(after_id)::bigint)
 ORDER BY h.held_at, h.id LIMIT sqlc.arg(count)::int;

-- name: Debts :many
-- Wins that a provider took back from members who had spent them, before one, newest first, with the round that they were of, if it is still there.
SELECT d.tx_id, d.member_id, m.nick, d.currency, d.amount, d.repaid, d.created_at, coalesce(r.id, 0)::bigint AS round, coalesce(r.game_code, '')::text AS game_code,
       coalesce(g.name_kor, '')::text AS name_kor, coalesce(g.name_eng, '')::text AS name_eng
  FROM casino_debt d JOIN member_member m USING (member_id)
  LEFT JOIN LATERAL (SELECT c.id, c.game_code FROM casino_tx t
                       JOIN casino_round c ON c.vendor_id = t.vendor_id AND c.round_id = t.round_id AND c.member_id = t.member_id
                      WHERE t.vendor_id = d.vendor_id AND t.tx_id = d.tx_id LIMIT 1) r ON true
  LEFT JOIN game_game g ON g.code = r.game_code
 WHERE m.site_id = sqlc.arg(site_id) AND d.vendor_id = sqlc.arg(vendor_id)
   AND (d.created_at, d.tx_id) < (sqlc.arg(before_at)::timestamptz, sqlc.arg(before_tx)::text)
 ORDER BY d.created_at DESC, d.tx_id DESC LIMIT sqlc.arg(count)::int;

-- name: OpenRoundCursor :one
-- final: no transaction up to there can come any more; the winners' cursor knows it.
SELECT o.tx, w.tx AS final FROM report_open_round_cursor o, report_winner_cursor w;

-- name: MoveOpenRoundCursor :execrows
UPDATE report_open_round_cursor SET tx = sqlc.arg(upto) WHERE tx = sqlc.arg(tx);

-- name: NoteOpenRounds :exec
-- The rounds of these transactions, as they are now: open ones are noted, the others are forgotten. Those of test accounts are not shown (S-103).
WITH changed AS MATERIALIZED (
  SELECT DISTINCT r.vendor_id, r.round_id, r.member_id, r.site_id, r.id, r.currency, r.stake, r.created_at, r.state = 'open' AS open
    FROM casino_tx t JOIN member_member p ON p.member_id = t.member_id AND p.test_since IS NULL CROSS JOIN LATERAL (
         SELECT * FROM casino_round o WHERE o.vendor_id = t.vendor_id AND o.round_id = t.round_id AND o.member_id = t.member_id LIMIT 1) r
   WHERE t.our_tx_id > sqlc.arg(tx)::bigint AND t.our_tx_id <= sqlc.arg(upto)::bigint AND t.status = 'OK'
), ended AS (
  DELETE FROM report_open_round o USING changed c WHERE NOT c.open AND (o.vendor_id, o.round_id, o.member_id) = (c.vendor_id, c.round_id, c.member_id)
)
INSERT INTO report_open_round AS o (vendor_id, round_id, member_id, site_id, round, currency, stake, opened_at)
SELECT vendor_id, round_id, member_id, site_id, id, currency, stake, created_at FROM changed WHERE open
    ON CONFLICT (vendor_id, round_id, member_id) DO UPDATE SET stake = excluded.stake WHERE o.stake <> excluded.stake;

-- name: PlayCursor :one
-- final: no transaction up to there can come any more; the winners' cursor knows it.
SELECT p.tx, w.tx AS final FROM report_play_cursor p, report_winner_cursor w;

-- name: MovePlayCursor :execrows
UPDATE report_play_cursor SET tx = sqlc.arg(upto) WHERE tx = sqlc.arg(tx);

-- name: AddPlay :exec
-- A rollback is taken off what it took back, in the quarter of the hour in which it came: figures that were shown do not change. The rollback of a rollback, of a
-- bet of the house that was void, is a bet again. Test
-- accounts are marked before their first bet, so that none of theirs was ever added.
WITH moved AS MATERIALIZED (
  SELECT r.site_id, t.currency, date_bin('15 minutes', t.created_at, 'epoch'::timestamptz) AS at, r.game_code, m.sign,
         CASE WHEN t.kind <> 'rollback' THEN t.kind WHEN o.kind = 'rollback' THEN 'bet' ELSE o.kind END AS kind, t.amount
    FROM casino_tx t JOIN member_member p ON p.member_id = t.member_id AND p.test_since IS NULL
   CROSS JOIN LATERAL (SELECT site_id, game_code FROM casino_round c
                        WHERE c.vendor_id = t.vendor_id AND c.round_id = t.round_id AND c.member_id = t.member_id LIMIT 1) r
    LEFT JOIN casino_tx o ON t.kind = 'rollback' AND o.vendor_id = t.vendor_id AND o.tx_id = t.ref_tx_id
          AND (o.rolled_back_by = t.tx_id OR t.rolled_back_by IS NOT NULL)
   CROSS JOIN LATERAL (SELECT CASE WHEN t.kind = 'rollback' AND o.kind <> 'rollback' THEN -1 ELSE 1 END AS sign) m
   WHERE t.our_tx_id > sqlc.arg(tx)::bigint AND t.our_tx_id <= sqlc.arg(upto)::bigint AND t.status = 'OK'
     AND (t.kind IN ('bet', 'win') OR o.kind IS NOT NULL)
)
INSERT INTO report_play AS p (site_id, currency, at, proc_id, bets, stake, payout)
SELECT m.site_id, m.currency, m.at, coalesce(g.proc_id, ''), coalesce(sum(m.sign) FILTER (WHERE m.kind = 'bet'), 0),
       coalesce(sum(m.sign * m.amount) FILTER (WHERE m.kind = 'bet'), 0), coalesce(sum(m.sign * m.amount) FILTER (WHERE m.kind = 'win'), 0)
  FROM moved m LEFT JOIN game_game g ON g.code = m.game_code
 GROUP BY 1, 2, 3, 4
    ON CONFLICT (site_id, currency, at, proc_id) DO UPDATE
   SET bets = p.bets + excluded.bets, stake = p.stake + excluded.stake, payout = p.payout + excluded.payout;

-- name: PlayOfPeriods :many
-- Two periods beside each other, by product.
SELECT p.proc_id, coalesce(g.name, '')::text AS name, coalesce(g.group_code, '')::text AS group_code,
       coalesce(sum(p.bets) FILTER (WHERE p.at >= sqlc.arg(since)::timestamptz), 0)::bigint AS bets,
       coalesce(sum(p.stake) FILTER (WHERE p.at >= sqlc.arg(since)::timestamptz), 0)::bigint AS stake,
       coalesce(sum(p.payout) FILTER (WHERE p.at >= sqlc.arg(since)::timestamptz), 0)::bigint AS payout,
       coalesce(sum(p.stake) FILTER (WHERE p.at < sqlc.arg(earlier_until)::timestamptz), 0)::bigint AS earlier_stake,
       coalesce(sum(p.payout) FILTER (WHERE p.at < sqlc.arg(earlier_until)::timestamptz), 0)::bigint AS earlier_payout
  FROM report_play p LEFT JOIN game_product g USING (proc_id)
 WHERE p.site_id = $1 AND p.currency = $2 AND p.at >= sqlc.arg(earlier)::timestamptz AND p.at < sqlc.arg(until)::timestamptz
 GROUP BY 1, 2, 3 ORDER BY 5 DESC, 2;

-- name: OpenPlay :many
-- The open rounds that were begun since a moment: their stakes and what they paid so far are no revenue yet. Days are those of the site's clock;
-- is_earlier: begun before the second moment, in the earlier of two periods.
SELECT coalesce(g.proc_id, '')::text AS proc_id, (o.opened_at AT TIME ZONE sqlc.arg(zone)::text)::date AS day,
       (o.opened_at < sqlc.arg(earlier_until)::timestamptz)::boolean AS is_earlier, sum(r.stake)::bigint AS stake, sum(r.payout)::bigint AS payout
  FROM report_open_round o
  JOIN casino_round r ON r.vendor_id = o.vendor_id AND r.round_id = o.round_id AND r.member_id = o.member_id AND r.state = 'open'
  LEFT JOIN game_game g ON g.code = r.game_code
 WHERE o.site_id = $1 AND o.currency = $2 AND o.opened_at >= sqlc.arg(since)::timestamptz
 GROUP BY 1, 2, 3;

-- name: PlayDays :many
SELECT (at AT TIME ZONE sqlc.arg(zone)::text)::date AS day, sum(stake)::bigint AS stake, sum(payout)::bigint AS payout
  FROM report_play WHERE site_id = $1 AND currency = $2 AND at >= sqlc.arg(since)::timestamptz AND at < sqlc.arg(until)::timestamptz
 GROUP BY 1 ORDER BY 1;

-- name: PaidOfPeriods :many
-- Deposits and withdrawals. Withdrawals of partners' PT (pt) leave the house as well and count as out; they are no play.
SELECT (CASE kind WHEN 'pt' THEN 'out' ELSE kind END)::text AS kind, count(*) FILTER (WHERE processed_at >= sqlc.arg(since)::timestamptz) AS count,
       coalesce(sum(amount) FILTER (WHERE processed_at >= sqlc.arg(since)::timestamptz), 0)::bigint AS amount,
       coalesce(sum(amount) FILTER (WHERE processed_at < sqlc.arg(earlier_until)::timestamptz), 0)::bigint AS earlier
  FROM cash_request
 WHERE site_id = $1 AND currency IN ($2, 'PTC') AND status = 1 AND processed_at >= sqlc.arg(earlier)::timestamptz AND processed_at < sqlc.arg(until)::timestamptz
 GROUP BY 1;

-- name: PaidDays :many
SELECT (processed_at AT TIME ZONE sqlc.arg(zone)::text)::date AS day, coalesce(sum(amount) FILTER (WHERE kind = 'in'), 0)::bigint AS incoming,
       coalesce(sum(amount) FILTER (WHERE kind IN ('out', 'pt')), 0)::bigint AS outgoing
  FROM cash_request
 WHERE site_id = $1 AND currency IN ($2, 'PTC') AND status = 1 AND processed_at >= sqlc.arg(since)::timestamptz AND processed_at < sqlc.arg(until)::timestamptz
 GROUP BY 1 ORDER BY 1;

-- name: Joined :one
SELECT count(*) FILTER (WHERE joined_at >= sqlc.arg(since)::timestamptz) AS count, count(*) FILTER (WHERE joined_at < sqlc.arg(earlier_until)::timestamptz) AS earlier
  FROM member_member WHERE site_id = $1 AND joined_at >= sqlc.arg(earlier)::timestamptz AND joined_at < sqlc.arg(until)::timestamptz AND test_since IS NULL;

-- name: Waiting :many
-- Open requests by kind, with the oldest one; each part reads the index of its queue.
SELECT 'in'::text AS kind, count(*) AS count, min(requested_at)::timestamptz AS oldest FROM cash_request c WHERE c.site_id = $1 AND c.kind = 'in' AND c.status IN (0, 2) HAVING count(*) > 0
UNION ALL
SELECT 'out', count(*), min(requested_at) FROM cash_request c WHERE c.site_id = $1 AND c.kind = 'out' AND c.status IN (0, 2) HAVING count(*) > 0
UNION ALL
SELECT 'pt', count(*), min(requested_at) FROM cash_request c WHERE c.site_id = $1 AND c.kind = 'pt' AND c.status IN (0, 2) HAVING count(*) > 0
UNION ALL
SELECT 'signup', count(*), min(joined_at) FROM member_member m WHERE m.site_id = $1 AND m.status = 'pending' HAVING count(*) > 0
UNION ALL
SELECT 'inquiry', count(*), min(created_at) FROM inquiry_inquiry i WHERE i.site_id = $1 AND i.answered_at IS NULL HAVING count(*) > 0
UNION ALL
SELECT 'reset', count(*), min(asked_at) FROM member_reset r WHERE r.site_id = $1 AND r.state = 'open' AND r.expires_at > sqlc.arg(at)::timestamptz HAVING count(*) > 0
UNION ALL
SELECT 'approval', count(*), min(asked_at) FROM approval_request a WHERE a.site_id = $1 AND a.state = 'open' AND a.expires_at > sqlc.arg(at)::timestamptz HAVING count(*) > 0;

-- name: Start :one
-- Which of the things that a site needs before members can play are there. The house's own
-- providers, the sportsbook and the draws, are there from the start.
SELECT s.hosts,
       (SELECT count(*) FROM member_staff t WHERE t.site_id = s.site_id AND t.active AND t.one_time_until IS NULL) AS staff,
       EXISTS (SELECT FROM cash_account a WHERE a.site_id = s.site_id AND a.active) AS account,
       EXISTS (SELECT FROM provider_provider v WHERE v.active AND v.vendor_id NOT IN ('house', 'minigame')) AS provider,
       EXISTS (SELECT FROM game_game g JOIN game_product p USING (proc_id) JOIN provider_provider v USING (vendor_id)
                WHERE g.active AND p.active AND v.active AND v.vendor_id NOT IN ('house', 'minigame')) AS games,
       (SELECT count(DISTINCT d.kind) FROM content_document d WHERE d.site_id = s.site_id AND d.kind IN ('terms', 'privacy')) AS documents,
       EXISTS (SELECT FROM member_member m WHERE m.site_id = s.site_id AND m.role = 'partner' AND m.status = 'normal' AND m.recommend_allowed) AS partner
  FROM site_site s WHERE s.site_id = $1;
