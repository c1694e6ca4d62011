-- name: Cursor :one
-- final: no transaction up to the mark can come any more. A mark above the snapshot's xmax was set on another server, from which the database
-- was moved: none of that server's transactions runs here.
SELECT tx, at, mark, mark_at, (pg_snapshot_xmin(s.now) >= mark_xid OR mark_xid > pg_snapshot_xmax(s.now))::boolean AS final
  FROM commission_cursor, (SELECT pg_current_snapshot() AS now) s;

-- name: NewestTx :one
SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence('casino_tx', 'our_tx_id')::regclass), 0)::bigint;

-- name: PartEnd :one
SELECT casino_part_end(sqlc.arg(tx), sqlc.arg(final), sqlc.arg(size))::bigint;

-- name: Mark :execrows
UPDATE commission_cursor SET mark = sqlc.arg(newest), mark_at = sqlc.arg(at), mark_xid = pg_snapshot_xmax(pg_current_snapshot())
 WHERE tx = sqlc.arg(tx) AND mark = sqlc.arg(mark);

-- name: MoveCursor :execrows
-- at is the time of the mark once everything up to it is noted.
UPDATE commission_cursor SET tx = sqlc.arg(upto), at = CASE WHEN sqlc.arg(upto)::bigint = mark THEN mark_at ELSE at END
 WHERE tx = sqlc.arg(tx) AND mark >= sqlc.arg(upto)::bigint;

-- name: UpToDate :exec
-- Nothing happened since the mark.
UPDATE commission_cursor SET at = mark_at, mark_at = sqlc.arg(at) WHERE tx = sqlc.arg(tx) AND mark = sqlc.arg(tx);

-- name: Hedged :many
-- The bets of members that are on both sides of a match (D-20), placed up to 31 days before a moment of each or later.
SELECT u.member::text AS member_id, h.id::text AS id
  FROM (SELECT unnest(sqlc.arg(members)::text[])::text AS member, unnest(sqlc.arg(since)::timestamptz[])::timestamptz AS since) u
 CROSS JOIN LATERAL bet_hedged(u.member, u.since) h;

-- name: Folders :many
SELECT bet_id, count(*)::int AS folders FROM bet_leg WHERE bet_id = ANY (sqlc.arg(bets)::text[]) GROUP BY 1;

-- name: DrawSides :many
-- All bets on the draws of some bets of minigames, with the upline of their acceptance. Bets of a draw are placed before it, so that they do not change.
WITH draw AS MATERIALIZED (SELECT DISTINCT b.game, b.no, b.site_id FROM minigame_bet b WHERE b.id = ANY (sqlc.arg(bets)::text[]))
SELECT b.id, (b.game || ' ' || b.no)::text AS question, b.site_id, b.game, b.selection, b.stake,
       array_to_string(CASE WHEN m.upline_since IS NULL OR b.placed_at >= m.upline_since THEN m.upline
            ELSE (SELECT h.upline FROM member_upline h WHERE h.member_id = m.member_id AND h.until > b.placed_at ORDER BY h.until LIMIT 1) END, ',')::text AS upline
  FROM draw d JOIN minigame_bet b ON b.game = d.game AND b.no = d.no AND b.site_id = d.site_id AND b.state <> 'void' JOIN member_member m ON m.member_id = b.member_id;

-- name: MatchSides :many
-- All bets on the markets of matches that some bets of the sportsbook have, of whichever feed and as bet_hedged compares them, with the upline of their acceptance.
WITH question AS MATERIALIZED (
  SELECT DISTINCT b.site_id, x.match_id::bigint AS match_id, CASE WHEN m.kind IN ('1x2', 'winner', 'handicap') THEN 'winner' ELSE m.kind || m.unit END AS kind, m.period
    FROM bet_bet b JOIN bet_leg l ON l.bet_id = b.id JOIN sports_market m ON m.id = l.market_id AND m.kind <> 'correct_score'
   CROSS JOIN LATERAL sports_match(l.event_id) x WHERE b.id = ANY (sqlc.arg(bets)::text[])
)
SELECT b.id, (q.match_id || ' ' || q.kind || ' ' || q.period)::text AS question, b.site_id, sports_side(l.key, t.turned)::text AS selection, b.stake,
       array_to_string(CASE WHEN p.upline_since IS NULL OR b.placed_at >= p.upline_since THEN p.upline
            ELSE (SELECT h.upline FROM member_upline h WHERE h.member_id = p.member_id AND h.until > b.placed_at ORDER BY h.until LIMIT 1) END, ',')::text AS upline
  FROM question q CROSS JOIN LATERAL sports_twins(q.match_id) t
  JOIN sports_market m ON m.event_id = t.event_id AND m.period = q.period AND m.kind <> 'correct_score' AND q.kind = CASE WHEN m.kind IN ('1x2', 'winner', 'handicap') THEN 'winner' ELSE m.kind || m.unit END
  JOIN bet_leg l ON l.market_id = m.id
  JOIN bet_bet b ON b.id = l.bet_id AND b.site_id = q.site_id AND b.state NOT IN ('cancelled', 'void', 'refused', 'cashed')
  JOIN member_member p ON p.member_id = b.member_id;

-- name: ShareClosed :one
-- The last closed day; it stays so until the transaction ends.
SELECT closed FROM commission_through WHERE site_id = $1 FOR SHARE;

-- name: BeginSite :exec
INSERT INTO commission_through (site_id, closed, settled) VALUES ($1, sqlc.arg(day)::date, sqlc.arg(day)::date) ON CONFLICT DO NOTHING;

-- name: Chains :many
SELECT id, hash FROM commission_chain WHERE site_id = $1 AND hash = ANY (sqlc.arg(hashes)::bytea[]);

-- name: ChainsByID :many
SELECT id, upline, rates, insured FROM commission_chain WHERE id = ANY (sqlc.arg(ids)::bigint[]);

-- name: AddLines :copyfrom
INSERT INTO commission_line (site_id, day, round, turn, member_id, chain_id, product, folders, game_code, bet_at, settled_at, stake, payout, valid, why)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15);

-- name: ForgetCash :exec
DELETE FROM commission_cash_day WHERE site_id = sqlc.arg(site_id) AND day = sqlc.arg(day)::date;

-- name: AddUpCash :exec
-- What the downline of each partner deposited and withdrew on a day, and who joined, each under the upline of that time.
WITH moved AS (
  SELECT c.member_id, c.processed_at AS at, c.kind, c.amount FROM cash_request c
   WHERE c.site_id = sqlc.arg(site_id) AND c.currency = sqlc.arg(currency) AND c.status = 1
     AND c.processed_at >= sqlc.arg(since)::timestamptz AND c.processed_at < sqlc.arg(until)::timestamptz
  UNION ALL
  SELECT m.member_id, m.joined_at, 'join', 0 FROM member_member m
   WHERE m.site_id = sqlc.arg(site_id) AND m.joined_at >= sqlc.arg(since)::timestamptz AND m.joined_at < sqlc.arg(until)::timestamptz
     AND m.status NOT IN ('pending', 'deleted')
), placed AS (
  SELECT d.kind, d.amount, unnest(CASE WHEN m.upline_since IS NULL OR d.at >= m.upline_since THEN m.upline
           ELSE (SELECT h.upline FROM member_upline h WHERE h.member_id = m.member_id AND h.until > d.at ORDER BY h.until LIMIT 1) END) AS partner_id
    FROM moved d JOIN member_member m ON m.member_id = d.member_id AND m.test_since IS NULL
)
INSERT INTO commission_cash_day (partner_id, day, site_id, deposits, deposited, withdrawals, withdrawn, joined)
SELECT partner_id, sqlc.arg(day)::date, sqlc.arg(site_id), count(*) FILTER (WHERE kind = 'in'), coalesce(sum(amount) FILTER (WHERE kind = 'in'), 0),
       count(*) FILTER (WHERE kind = 'out'), coalesce(sum(amount) FILTER (WHERE kind = 'out'), 0), count(*) FILTER (WHERE kind = 'join')
  FROM placed GROUP BY partner_id;

-- name: LockCash :exec
SELECT pg_advisory_xact_lock(hashtextextended('commission.cash|' || sqlc.arg(site_id)::text, 0));

-- name: Through :one
SELECT closed, settled FROM commission_through WHERE site_id = $1;

-- name: CloseDay :execrows
-- From now on no line is added to the day.
UPDATE commission_through SET closed = sqlc.arg(day)::date WHERE site_id = sqlc.arg(site_id) AND closed = sqlc.arg(day)::date - 1;

-- name: LockSettlement :exec
SELECT pg_advisory_lock(hashtextextended('commission.settle|' || sqlc.arg(site_id)::text, 0));

-- name: UnlockSettlement :one
SELECT pg_advisory_unlock(hashtextextended('commission.settle|' || sqlc.arg(site_id)::text, 0));

-- name: LockSettled :one
-- The last settled day; other settlements of the site wait.
SELECT settled FROM commission_through WHERE site_id = $1 FOR NO KEY UPDATE;

-- name: SetSettled :exec
UPDATE commission_through SET settled = sqlc.arg(day)::date WHERE site_id = sqlc.arg(site_id);

-- name: DayChains :many
SELECT DISTINCT l.chain_id FROM commission_line l WHERE l.site_id = $1 AND l.day = sqlc.arg(day)::date;

-- name: Gifts :many
-- Gifts of the house that became cash in a period, and those that were taken back; with the upline of that time. wallet.GiftKinds says which kinds are gifts. A win without a bet
-- is a gift as well: no line of a bet has it. A provider that takes one back later than 31 days after it gives nothing back.
WITH moved AS (
  SELECT l.member_id, l.version, l.amount, l.created_at FROM wallet_ledger l
   WHERE l.currency = sqlc.arg(currency) AND l.unit = 'cash' AND l.contra IN ('promo', 'conversion') AND l.kind = ANY (sqlc.arg(kinds)::text[])
     AND l.created_at >= sqlc.arg(since)::timestamptz AND l.created_at < sqlc.arg(until)::timestamptz
  UNION ALL
  SELECT t.member_id, t.version, t.amount, t.created_at FROM casino_tx t
   WHERE t.free_win AND t.status = 'OK' AND t.version IS NOT NULL AND t.currency = sqlc.arg(currency)
     AND t.created_at >= sqlc.arg(since)::timestamptz AND t.created_at < sqlc.arg(until)::timestamptz
  UNION ALL -- as much as came back: the rest is a debt of the member
  SELECT l.member_id, l.version, l.amount, b.created_at FROM casino_tx t
    JOIN casino_tx b ON b.vendor_id = t.vendor_id AND b.tx_id = t.rolled_back_by
    JOIN wallet_ledger l ON l.member_id = b.member_id AND l.currency = b.currency AND l.version = b.version
   WHERE t.free_win AND t.status = 'OK' AND t.currency = sqlc.arg(currency)
     AND t.created_at >= sqlc.arg(since)::timestamptz - interval '31 days' AND t.created_at < sqlc.arg(until)::timestamptz
     AND b.created_at >= sqlc.arg(since)::timestamptz AND b.created_at < sqlc.arg(until)::timestamptz
)
SELECT l.member_id, l.version::bigint AS version, l.amount::bigint AS amount, l.created_at,
       array_to_string(CASE WHEN m.upline_since IS NULL OR l.created_at >= m.upline_since THEN m.upline
            ELSE (SELECT h.upline FROM member_upline h WHERE h.member_id = m.member_id AND h.until > l.created_at ORDER BY h.until LIMIT 1) END, ',')::text AS upline
  FROM moved l JOIN member_member m ON m.member_id = l.member_id AND m.test_since IS NULL
 WHERE m.site_id = sqlc.arg(site_id)
 ORDER BY l.member_id, l.version;

-- name: GiftSums :many
-- The gifts of members that statements have, by the upline of their time. Those up to a day whose statements carry nothing over are left out: what they took beyond the
-- losses of that day was dropped.
SELECT b.member_id, array_to_string(c.upline, ',')::text AS upline, sum(b.amount)::bigint AS amount
  FROM commission_bonus b JOIN commission_chain c ON c.id = b.chain_id WHERE b.site_id = $1 AND b.member_id = ANY (sqlc.arg(members)::text[]) AND b.day < sqlc.arg(day)::date
   AND b.day > coalesce((SELECT max(s.day) FROM commission_statement s WHERE s.site_id = $1 AND s.day < sqlc.arg(day)::date AND NOT s.carry), '-infinity')
 GROUP BY 1, 2;

-- name: AddBonuses :copyfrom
INSERT INTO commission_bonus (site_id, day, member_id, version, chain_id, amount, at) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: LastStatements :many
SELECT p.partner_id, s.day, s.no, s.hash, s.carried_out::text AS carried_out, s.owed_out, s.format
  FROM (SELECT DISTINCT c.partner_id FROM commission_statement c WHERE c.site_id = $1) p
 CROSS JOIN LATERAL (SELECT * FROM commission_statement c WHERE c.partner_id = p.partner_id AND c.day < sqlc.arg(day)::date ORDER BY c.day DESC LIMIT 1) s;

-- name: AddStatements :copyfrom
INSERT INTO commission_statement (partner_id, day, site_id, no, since, until, currency, carry, bets, stake, payout, valid, bonus, rolling, losing, carried_in, carried_out, owed_in, owed_out, amount,
                                  size, totals, hash, before, signature, key, made_at, format, repaid)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29);

-- name: AddBranches :copyfrom
INSERT INTO commission_branch (partner_id, above, day, site_id, carried_in, losing, offsets, share, carried_out) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: CarriedBranches :many
-- What branches carry over from before a day. The first row of a branch takes over what its partners carried over before branches were counted as a whole.
SELECT u.partner::text AS partner_id, u.above::text AS above,
       coalesce(b.carried_out, CASE WHEN NOT EXISTS (SELECT FROM commission_branch x WHERE x.partner_id = u.partner) THEN (
         SELECT sum(least(s.carried_out, 0)) FROM member_member m
          CROSS JOIN LATERAL (SELECT c.carried_out, c.format FROM commission_statement c WHERE c.partner_id = m.member_id AND c.day < sqlc.arg(day)::date ORDER BY c.day DESC LIMIT 1) s
          WHERE s.format = 1 AND (m.member_id = u.partner OR m.upline @> ARRAY[u.partner])) END, 0)::text AS carried_out
  FROM (SELECT unnest(sqlc.arg(partners)::text[]) AS partner, unnest(sqlc.arg(aboves)::text[]) AS above) u
  LEFT JOIN LATERAL (SELECT c.carried_out FROM commission_branch c WHERE c.partner_id = u.partner AND c.above = u.above AND c.day < sqlc.arg(day)::date
                      ORDER BY c.day DESC LIMIT 1) b ON true;

-- name: BranchesOf :many
-- The branches that statements were computed from: the partners' own, and those directly below.
SELECT u.partner::text AS statement_of, u.day::date AS day, b.partner_id, b.above, (b.share + b.carried_out)::text AS due
  FROM (SELECT unnest(sqlc.arg(partners)::text[]) AS partner, unnest(sqlc.arg(days)::date[]) AS day) u
  JOIN commission_branch b ON b.day = u.day AND (b.partner_id = u.partner OR b.above = u.partner);

-- name: LockDebts :many
-- The debts of a site; other transactions take nothing of them until this one ends.
SELECT partner_id, day, owed, repaid FROM commission_debt WHERE site_id = $1 ORDER BY partner_id FOR NO KEY UPDATE;

-- name: SetDebts :exec
INSERT INTO commission_debt (partner_id, site_id, day, owed)
SELECT unnest(sqlc.arg(partners)::text[]), sqlc.arg(site_id), sqlc.arg(day)::date, unnest(sqlc.arg(owed)::bigint[])
ON CONFLICT (partner_id) DO UPDATE SET day = excluded.day, owed = excluded.owed, repaid = 0, times = 0;

-- name: Debtors :many
SELECT partner_id FROM commission_debt WHERE site_id = $1 AND owed > 0 ORDER BY partner_id;

-- name: Owed :one
SELECT owed FROM commission_debt WHERE partner_id = sqlc.arg(partner_id) AND site_id = sqlc.arg(site_id);

-- name: LockDebt :one
SELECT day, owed, times FROM commission_debt WHERE partner_id = sqlc.arg(partner_id) AND site_id = sqlc.arg(site_id) FOR NO KEY UPDATE;

-- name: TakeDebt :exec
UPDATE commission_debt SET owed = owed - sqlc.arg(amount), repaid = repaid + sqlc.arg(amount), times = times + 1 WHERE partner_id = sqlc.arg(partner_id);

-- name: Owing :many
-- The partners who owe something, of those to whose branches a statement belongs: its own partner, those above it when its bets were accepted, and those above it now.
WITH RECURSIVE up AS (
  SELECT sqlc.arg(partner_id)::text AS partner_id
  UNION
  SELECT b.above FROM up u JOIN commission_branch b ON b.partner_id = u.partner_id AND b.day = sqlc.arg(day)::date WHERE b.above <> ''
), branch AS (
  SELECT u.partner_id FROM up u
  UNION
  SELECT unnest(m.upline) FROM member_member m WHERE m.member_id = sqlc.arg(partner_id)::text
)
SELECT d.partner_id, d.owed FROM commission_debt d JOIN branch USING (partner_id) WHERE d.site_id = sqlc.arg(site_id) AND d.owed > 0 ORDER BY d.partner_id;

-- name: AddParts :copyfrom
INSERT INTO commission_part (partner_id, day, product, root, bets, stake, payout, valid, rolling, losing, remainder)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- name: Statement :one
SELECT s.partner_id, s.day, s.site_id, s.no, s.since, s.until, s.currency, s.carry, s.bets, s.stake, s.payout, s.valid, s.bonus, s.rolling, s.losing, s.carried_in::text AS carried_in,
       s.carried_out::text AS carried_out, s.owed_in, s.owed_out, s.repaid, s.amount, s.size, s.totals, s.hash, s.before, s.signature, s.key, s.made_at, s.state, s.decided_by, s.decided_at, s.reason, s.format
  FROM commission_statement s WHERE s.partner_id = sqlc.arg(partner_id) AND s.site_id = sqlc.arg(site_id) AND s.day = sqlc.arg(day)::date;

-- name: Parts :many
SELECT product, root, bets, stake, payout, valid, rolling::text AS rolling, losing::text AS losing, remainder
  FROM commission_part WHERE partner_id = sqlc.arg(partner_id) AND day = sqlc.arg(day)::date ORDER BY product, root;

-- name: PartnerChains :many
-- The chains of a day's lines that a partner is in.
SELECT c.id, c.upline, c.rates, c.insured FROM commission_chain c WHERE c.site_id = $1 AND c.upline @> ARRAY[sqlc.arg(partner)::text];

-- name: KeptStatements :many
-- The statements of a site that are kept, with what offsets took off them.
SELECT s.partner_id, s.day, s.no, s.amount, s.losing, s.carried_in::text AS carried_in, s.carried_out::text AS carried_out, s.owed_out, s.format, o.rolling, o.losing AS off_losing
  FROM commission_statement s
 CROSS JOIN LATERAL (SELECT coalesce(sum(c.rolling), 0)::bigint AS rolling, coalesce(sum(c.losing), 0)::bigint AS losing
                       FROM commission_offset c WHERE c.partner_id = s.partner_id AND c.kept_day = s.day) o
 WHERE s.site_id = sqlc.arg(site_id) AND s.state = 'kept' AND s.day < sqlc.arg(day)::date ORDER BY s.partner_id, s.day;

-- name: LockKept :many
-- The statements of a site that are kept. Other transactions cannot decide about them until this one ends.
SELECT s.partner_id, s.day FROM commission_statement s
 WHERE s.site_id = sqlc.arg(site_id) AND s.state = 'kept' AND s.day < sqlc.arg(day)::date ORDER BY s.partner_id, s.day FOR NO KEY UPDATE OF s;

-- name: FindCorrections :many
-- Finds corrections of a day, and those that statements have which are paid or came to nothing, for the statement that is kept: the first one that has an earlier line of the bet, or that
-- an earlier correction of it was given to.
SELECT DISTINCT ON (k.partner_id, l.id) k.partner_id::text AS partner_id, k.day::date AS kept_day, l.day AS line_day, l.id, l.chain_id, l.product, l.folders, l.stake, l.payout, l.valid
  FROM commission_line l
  JOIN commission_chain c ON c.id = l.chain_id
 CROSS JOIN LATERAL unnest(c.upline) AS u (partner_id)
  JOIN commission_line e ON e.round = l.round AND e.turn < l.turn
  LEFT JOIN commission_kept_line h ON h.partner_id = u.partner_id AND h.line = e.id
  JOIN (SELECT unnest(sqlc.arg(partners)::text[]) AS partner_id, unnest(sqlc.arg(days)::date[]) AS day) k
       ON k.partner_id = u.partner_id AND k.day = coalesce(h.kept_day, e.day) AND k.day < l.day
 WHERE l.site_id = sqlc.arg(site_id) AND l.turn > 0 AND l.day > sqlc.arg(since)::date AND l.day <= sqlc.arg(day)::date
   AND (l.day = sqlc.arg(day)::date
        OR EXISTS (SELECT FROM commission_statement s WHERE s.partner_id = k.partner_id AND s.day = l.day AND (s.state = 'paid' OR s.amount = 0)))
   AND NOT EXISTS (SELECT FROM commission_kept_line x WHERE x.partner_id = k.partner_id AND x.line = l.id)
 ORDER BY k.partner_id, l.id, k.day;

-- name: AddKeptLines :copyfrom
INSERT INTO commission_kept_line (partner_id, line_day, line, kept_day) VALUES ($1, $2, $3, $4);

-- name: KeptLines :many
-- The corrections that belong to statements that are kept.
SELECT k.partner_id, k.kept_day, l.day AS line_day, l.id, l.chain_id, l.product, l.folders, l.stake, l.payout, l.valid
  FROM (SELECT unnest(sqlc.arg(partners)::text[]) AS partner_id, unnest(sqlc.arg(days)::date[]) AS day) u
  JOIN commission_kept_line k ON k.partner_id = u.partner_id AND k.kept_day = u.day
  JOIN commission_line l ON l.site_id = sqlc.arg(site_id) AND l.day = k.line_day AND l.id = k.line;

-- name: AddOffsets :copyfrom
INSERT INTO commission_offset (partner_id, day, kept_day, kept, rolling, losing, above) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: Offsets :many
-- The offsets of a statement, in the order of its file.
SELECT o.kept_day, s.no, o.kept, o.rolling, o.losing, o.above
  FROM commission_offset o JOIN commission_statement s ON s.partner_id = o.partner_id AND s.day = o.kept_day
 WHERE o.partner_id = sqlc.arg(partner_id) AND o.day = sqlc.arg(day)::date ORDER BY o.kept_day;

-- name: Taken :one
-- What offsets took off a statement that is kept.
SELECT coalesce(sum(rolling + losing), 0)::bigint FROM commission_offset WHERE partner_id = sqlc.arg(partner_id) AND kept_day = sqlc.arg(day)::date;

-- name: LockStatement :one
SELECT state, amount, no, coalesce(decided_by, '')::text AS decided_by, decided_at, reason FROM commission_statement WHERE partner_id = sqlc.arg(partner_id) AND site_id = sqlc.arg(site_id) AND day = sqlc.arg(day)::date FOR NO KEY UPDATE;

-- name: Decide :exec
UPDATE commission_statement SET state = sqlc.arg(state), decided_by = sqlc.arg(by)::text, decided_at = sqlc.arg(at)::timestamptz, reason = sqlc.arg(reason)
 WHERE partner_id = sqlc.arg(partner_id) AND day = sqlc.arg(day)::date;

-- name: HouseMembers :many
-- The members whose bets of the sportsbook are among the transactions of a stretch, with the time of the last one and when the oldest of the bets was placed.
SELECT t.member_id, max(t.created_at)::timestamptz AS at, min(coalesce(r.created_at, t.created_at))::timestamptz AS begun
  FROM casino_tx t LEFT JOIN casino_round r ON r.vendor_id = t.vendor_id AND r.round_id = t.round_id AND r.member_id = t.member_id
 WHERE t.our_tx_id > sqlc.arg(tx)::bigint AND t.our_tx_id <= sqlc.arg(upto)::bigint AND t.vendor_id = 'house' AND t.status = 'OK'
 GROUP BY 1;

-- name: NotedHedged :many
-- The bets of members that were noted as hedged, of the last month before a moment and later, and when they were placed.
SELECT DISTINCT l.member_id, r.round_id, r.created_at
  FROM unnest(sqlc.arg(members)::text[]) AS u (member) JOIN commission_line l ON l.member_id = u.member JOIN casino_round r ON r.id = l.round
 WHERE l.why = 'hedged' AND l.stake > 0 AND l.day >= sqlc.arg(since)::timestamptz::date - 31;

-- name: Summed :one
-- Where the sums of a site stand, for a reader that locks it when it has read.
SELECT closed, settled, summed FROM commission_through WHERE site_id = $1;

-- name: LockSummed :one
-- Where the sums of a site stand; other calls wait.
SELECT closed, settled, summed FROM commission_through WHERE site_id = $1 FOR NO KEY UPDATE;

-- name: SetSummed :exec
UPDATE commission_through SET summed = sqlc.arg(line), summed_at = sqlc.arg(at) WHERE site_id = sqlc.arg(site_id);

-- name: ForgetSums :exec
DELETE FROM commission_member_day WHERE site_id = $1;

-- name: ForgetPartnerSums :exec
DELETE FROM commission_partner_day WHERE site_id = $1;

-- name: Procs :many
SELECT code, proc_id FROM game_game;

-- name: NewChains :many
-- The chains of the lines that are not in the sums yet.
SELECT DISTINCT n.chain_id FROM (SELECT l.chain_id FROM commission_line l WHERE l.site_id = sqlc.arg(site_id) AND l.day > sqlc.arg(settled)::date - 3 AND l.id > sqlc.arg(line)::bigint
                                  ORDER BY l.id LIMIT sqlc.arg(count)::int) n;

-- name: OpenStatements :many
SELECT partner_id FROM commission_statement WHERE site_id = $1 AND day = sqlc.arg(day)::date AND state = 'open' ORDER BY partner_id;

-- name: LineDays :many
SELECT DISTINCT day FROM commission_line WHERE site_id = $1 ORDER BY day;

-- name: Key :one
SELECT sealed FROM commission_key WHERE site_id = $1;

-- name: KeepKey :exec
INSERT INTO commission_key (site_id, public, sealed, made_at) VALUES ($1, $2, $3, $4);

-- name: SitesProgress :many
SELECT t.site_id, t.settled, t.summed_at, (SELECT count(*) FROM commission_statement s WHERE s.site_id = t.site_id AND s.state = 'open') AS open
  FROM commission_through t ORDER BY t.site_id;

-- name: Statements :many
-- The statements of a partner, newest first, behind a day.
SELECT s.day, s.no, s.bets, s.stake, s.payout, s.valid, s.bonus, s.rolling, s.losing, (s.carried_in + b.carried_in)::text AS carried_in, (s.carried_out + b.carried_out)::text AS carried_out,
       s.owed_in, s.owed_out, s.repaid, s.amount, s.size, s.hash, s.before, s.key, s.signature, s.made_at, s.state, coalesce(s.decided_by, '')::text AS decided_by, s.decided_at, s.reason,
       (SELECT coalesce(sum(o.rolling), 0) FROM commission_offset o WHERE o.partner_id = s.partner_id AND o.day = s.day)::bigint AS offset_in,
       (SELECT coalesce(sum(o.rolling + o.losing), 0) FROM commission_offset o WHERE o.partner_id = s.partner_id AND o.kept_day = s.day)::bigint AS taken
  FROM commission_statement s
 CROSS JOIN LATERAL (SELECT coalesce(sum(x.carried_in), 0) AS carried_in, coalesce(sum(x.carried_out), 0) AS carried_out
                       FROM commission_branch x WHERE x.partner_id = s.partner_id AND x.day = s.day) b
 WHERE s.site_id = sqlc.arg(site_id) AND s.partner_id = sqlc.arg(partner_id) AND s.day < sqlc.arg(before)::date ORDER BY s.day DESC LIMIT sqlc.arg(count)::int;

-- name: StatementTotals :one
-- What a partner was paid and waits for, of all time.
SELECT count(*) AS statements, coalesce(sum(s.amount - o.taken) FILTER (WHERE s.state = 'paid'), 0)::bigint AS paid, coalesce(sum(s.amount) FILTER (WHERE s.state = 'open'), 0)::bigint AS waiting,
       coalesce(sum(s.amount - o.taken) FILTER (WHERE s.state = 'kept'), 0)::bigint AS kept
  FROM commission_statement s
 CROSS JOIN LATERAL (SELECT coalesce(sum(c.rolling + c.losing), 0) AS taken FROM commission_offset c WHERE c.partner_id = s.partner_id AND c.kept_day = s.day) o
 WHERE s.site_id = sqlc.arg(site_id) AND s.partner_id = sqlc.arg(partner_id);

-- name: StatementsOfDay :many
-- The statements of a site's day with a state ('': any), behind a partner.
SELECT s.partner_id, m.nick, coalesce(m.partner_level, 0)::int AS level, s.no, s.bets, s.stake, s.payout, s.valid, s.bonus, s.rolling, s.losing, (s.carried_in + b.carried_in)::text AS carried_in, (s.carried_out + b.carried_out)::text AS carried_out,
       s.owed_in, s.owed_out, s.repaid, s.amount, s.state, coalesce(s.decided_by, '')::text AS decided_by, s.decided_at, s.reason,
       (SELECT coalesce(sum(o.rolling), 0) FROM commission_offset o WHERE o.partner_id = s.partner_id AND o.day = s.day)::bigint AS offset_in,
       (SELECT coalesce(sum(o.rolling + o.losing), 0) FROM commission_offset o WHERE o.partner_id = s.partner_id AND o.kept_day = s.day)::bigint AS taken
  FROM commission_statement s JOIN member_member m ON m.member_id = s.partner_id
 CROSS JOIN LATERAL (SELECT coalesce(sum(x.carried_in), 0) AS carried_in, coalesce(sum(x.carried_out), 0) AS carried_out
                       FROM commission_branch x WHERE x.partner_id = s.partner_id AND x.day = s.day) b
 WHERE s.site_id = sqlc.arg(site_id) AND s.day = sqlc.arg(day)::date AND s.partner_id > sqlc.arg(behind)::text AND sqlc.arg(state)::text IN ('', s.state)
 ORDER BY s.partner_id LIMIT sqlc.arg(count)::int;

-- name: SettledDays :many
-- The last days of a site that have statements, with what they come to.
SELECT s.day, count(*) AS statements, count(*) FILTER (WHERE s.state = 'open') AS open, sum(s.amount)::bigint AS amount,
       coalesce(sum(s.amount - o.taken) FILTER (WHERE s.state = 'paid'), 0)::bigint AS paid, coalesce(sum(s.amount) FILTER (WHERE s.state = 'open'), 0)::bigint AS waiting,
       max(s.made_at)::timestamptz AS made_at
  FROM commission_statement s
 CROSS JOIN LATERAL (SELECT coalesce(sum(c.rolling + c.losing), 0) AS taken FROM commission_offset c WHERE c.partner_id = s.partner_id AND c.kept_day = s.day) o
 WHERE s.site_id = sqlc.arg(site_id) AND s.day < sqlc.arg(before)::date GROUP BY s.day ORDER BY s.day DESC LIMIT sqlc.arg(count)::int;
