-- One part of the look at what changed. $1: the transaction id from which events are read; $2: up to which, it excluded, or NULL for
-- all that are visible; $3: members who have their turn, moved or not; $4: how many rows of the ledger are read at most; $5 and $6:
-- vendors' transactions after the first our_tx_id up to the second; $7: since when requests were decided; $8: the snapshot's xmax.
-- Answers a row for each violation (check_name, subject, detail), and for each wallet a row without check_name: its new proof, how many
-- rows were read of it, and whether the bound left some.
--
-- A row of the ledger and its event are written by the same transaction, so its xmin finds the event by the key of the outbox. Behind a savepoint
-- (internal/access/idempotency, internal/operator/approval) the row's xmin is that of the subtransaction: a little above the one that the event
-- has. So the event is looked for among the 2,000 transaction ids below as well.
--
-- The planner knows nothing of how many rows these CTEs have, so it is told: whatever is read by its key is a LATERAL subquery of its
-- own (LIMIT or OFFSET 0), and all other joins are hashed (the caller switches nested loops off for those).
WITH events AS MATERIALIZED (
  SELECT xid::xid AS xid, member, ver FROM outbox_event
   WHERE xid >= $1::text::xid8 AND ($2::text IS NULL OR xid < $2::text::xid8) AND cmd IN ('CASH', 'WALLET', 'PT') AND member <> ''
),
scope AS (
  SELECT member_id, max(ver) AS ver FROM (SELECT member AS member_id, ver FROM events UNION ALL SELECT u, 0 FROM unnest($3::text[]) u) m GROUP BY 1
),
wallets AS ( -- each wallet as it is, and as it was proven last (p_); target is the version up to which its rows are read
  SELECT row_number() OVER (ORDER BY w.member_id, w.currency) AS k, w.*, coalesce(p.at - interval '1 hour', '-infinity') AS since,
         coalesce(p.version, o.version, 0) AS p_version, coalesce(p.balance, o.balance, 0) AS p_balance,
         coalesce(p.held, o.held, 0) AS p_held, coalesce(p.points, o.points, 0) AS p_points,
         CASE WHEN $2::text IS NULL THEN w.version ELSE least(w.version, s.ver) END AS target
    FROM scope s CROSS JOIN LATERAL (SELECT * FROM wallet_balance w WHERE w.member_id = s.member_id OFFSET 0) w
    LEFT JOIN LATERAL (SELECT * FROM invariant_proof p WHERE p.member_id = w.member_id AND p.currency = w.currency OFFSET 0) p ON true
    LEFT JOIN LATERAL (SELECT * FROM wallet_opening o WHERE p.member_id IS NULL AND o.member_id = w.member_id AND o.currency = w.currency OFFSET 0) o ON true
),
bounded AS ( -- and the version that the bound allows: a long history is read in several parts
  SELECT *, p_version + least(greatest(target - p_version, 0),
              greatest(0, $4::bigint - coalesce(sum(greatest(target - p_version, 0)) OVER (ORDER BY k ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)))::bigint AS upto
    FROM wallets
),
base AS MATERIALIZED (SELECT *, upto >= version AS whole FROM bounded),
moved AS MATERIALIZED (
  SELECT l.*, b.k, b.whole, b.p_version, b.p_balance, b.p_held, b.p_points
    FROM base b CROSS JOIN LATERAL (
      SELECT *, xmin AS xid, kind = ANY ('{bet,win,win.promo,rollback}') AND contra LIKE 'vendor:%' AS by_vendor FROM wallet_ledger l
       WHERE l.member_id = b.member_id AND l.currency = b.currency AND l.version > b.p_version AND l.created_at >= b.since
         AND l.version <= CASE WHEN b.whole THEN 9223372036854775807 ELSE b.upto END
      OFFSET 0) l
   WHERE b.whole OR b.upto > b.p_version
),
delta AS (
  SELECT k * 4 + CASE unit WHEN 'cash' THEN 0 WHEN 'hold' THEN 1 ELSE 2 END AS account, member_id, currency, version, unit, amount, balance_after,
         CASE unit WHEN 'cash' THEN p_balance WHEN 'hold' THEN p_held ELSE p_points END AS p
    FROM moved
  UNION ALL
  SELECT k * 4 + 1, member_id, currency, version, 'hold', -amount, NULL, p_held FROM moved WHERE unit = 'cash' AND contra = 'hold'
),
total AS MATERIALIZED ( -- n versions up to a maximum have one sum and one sum of squares, unless one is missing and another one is there twice
  SELECT k, count(*) AS n, max(version) AS version, max(created_at) AS at, sum((version - p_version)::int) AS steps, sum((version - p_version)::float8 ^ 2) AS squares,
         coalesce(sum(amount) FILTER (WHERE unit = 'cash'), 0) AS cash,
         coalesce(sum(amount) FILTER (WHERE unit = 'hold'), 0) - coalesce(sum(amount) FILTER (WHERE unit = 'cash' AND contra = 'hold'), 0) AS held,
         coalesce(sum(amount) FILTER (WHERE unit = 'point'), 0) AS points
    FROM moved GROUP BY 1
),
unpaired AS ( -- members and versions of whose rows not each has its event among what was read: the rest may have been read before
  SELECT coalesce(l.member_id, e.member) AS member_id, coalesce(l.version, e.ver) AS version, coalesce(l.xid, e.xid) AS xid
    FROM (SELECT member_id, version, count(*) AS n, (array_agg(xid))[1] AS xid FROM moved
           WHERE created_at > greatest(now() - interval '1 day', (SELECT since FROM outbox_cursor)) GROUP BY 1, 2) l
    FULL JOIN (SELECT member, ver, count(*) AS n, (array_agg(xid))[1] AS xid FROM events GROUP BY 1, 2) e ON e.member = l.member_id AND e.ver = l.version
   WHERE l.n IS DISTINCT FROM e.n
),
pairs AS (
  SELECT u.member_id, u.version, l.n AS rows, e.n AS events
    FROM unpaired u
    CROSS JOIN LATERAL (
      SELECT count(*) AS n, array_agg(l.xid) AS xids
        FROM (SELECT currency FROM wallet_balance w WHERE w.member_id = u.member_id OFFSET 0) w
        CROSS JOIN LATERAL (SELECT l.xmin::text::bigint AS xid FROM wallet_ledger l
                             WHERE l.member_id = u.member_id AND l.currency = w.currency AND l.version = u.version
                               AND l.created_at > now() - interval '47 hours' OFFSET 0) l) l -- the outbox keeps two days
    CROSS JOIN LATERAL (
      SELECT count(DISTINCT (o.xid, o.id)) AS n
        FROM unnest(l.xids || u.xid::text::bigint) AS r (xid)
        CROSS JOIN LATERAL (SELECT ($8::bigint & -4294967296) + r.xid AS id) x
        CROSS JOIN LATERAL (SELECT x.id - CASE WHEN x.id > $8 THEN 4294967296 ELSE 0 END AS id) y
        CROSS JOIN LATERAL (SELECT o.xid, o.id FROM outbox_event o
                             WHERE o.xid BETWEEN greatest(y.id - 2000, 3)::text::xid8 AND y.id::text::xid8
                               AND o.cmd IN ('CASH', 'WALLET', 'PT') AND o.member = u.member_id AND o.ver = u.version OFFSET 0) o) e
   WHERE NOT EXISTS (SELECT FROM wallet_opening a WHERE a.member_id = u.member_id AND a.version >= u.version) -- its month is archived
),
tx AS MATERIALIZED (
  SELECT vendor_id, tx_id, our_tx_id, kind, ref_tx_id, member_id, currency, version, amount, status, balance_after, rolled_back_by, campaign_id, created_at,
         CASE WHEN kind = 'rollback' THEN
           coalesce((SELECT d.amount FROM casino_debt d WHERE d.vendor_id = t.vendor_id AND d.tx_id = t.tx_id), 0) ELSE 0 END AS debt,
         CASE WHEN kind = 'bet' THEN -amount WHEN kind = 'win' THEN amount WHEN kind = 'rollback' THEN
           CASE (SELECT b.kind FROM casino_tx b WHERE b.vendor_id = t.vendor_id AND b.tx_id = t.ref_tx_id) WHEN 'bet' THEN amount ELSE -amount END ELSE 0 END AS undone
    FROM casino_tx t WHERE our_tx_id > $5 AND our_tx_id <= $6
),
suspect AS MATERIALIZED ( -- rows of the ledger and transactions that do not agree, or whose other half was read before or is still to be read
  SELECT m.member_id AS m_member, m.currency AS m_currency, m.version AS m_version, m.amount AS m_amount, m.ref AS m_ref, tx.*, tx.undone + tx.debt AS effect
    FROM (SELECT * FROM moved WHERE by_vendor) m
    FULL JOIN tx ON tx.member_id = m.member_id AND tx.currency = m.currency AND tx.version = m.version
   WHERE (m.ref = tx.vendor_id || ':' || tx.tx_id AND tx.status = 'OK' AND tx.undone + tx.debt = m.amount AND tx.balance_after = m.balance_after AND m.balance_after >= 0) IS NOT TRUE
     AND (m.ref IS NOT NULL OR tx.version IS NOT NULL OR tx.balance_after < 0 OR (tx.status = 'OK' AND tx.undone + tx.debt <> 0))
),
posted AS ( -- the ledger row that a suspect transaction names; their moments are of different clocks
  SELECT t.*, l.amount AS l_amount, l.ref AS l_ref, l.balance_after AS l_after
    FROM suspect t LEFT JOIN LATERAL (
      SELECT amount, ref, balance_after FROM wallet_ledger l
       WHERE l.member_id = t.member_id AND l.currency = t.currency AND l.version = t.version
         AND l.created_at BETWEEN t.created_at - interval '1 day' AND t.created_at + interval '1 day' LIMIT 1) l ON true
   WHERE t.tx_id IS NOT NULL
     AND NOT EXISTS (SELECT FROM wallet_opening a WHERE a.member_id = t.member_id AND a.currency = t.currency AND a.version >= t.version) -- its month is archived
),
request AS ( -- when all was read: the open ones and those decided lately; and those whose money moved
  SELECT r.* FROM cash_request r
   WHERE ($2::text IS NULL AND (r.status IN (0, 2) OR r.processed_at > $7))
      OR r.id IN (SELECT ref::bigint FROM moved WHERE kind IN ('deposit', 'withdraw.hold', 'withdraw.pay', 'withdraw.release') AND ref ~ '^[0-9]{1,18}$')
),
done AS ( -- what was posted for each request, by its references
  SELECT r.id, r.kind, r.status, r.amount,
         coalesce(sum(l.amount) FILTER (WHERE f.kind = 'deposit'), 0) AS deposited, coalesce(sum(l.amount) FILTER (WHERE f.kind = 'withdraw.hold'), 0) AS held,
         coalesce(sum(l.amount) FILTER (WHERE f.kind = 'withdraw.pay'), 0) AS paid, coalesce(sum(l.amount) FILTER (WHERE f.kind = 'withdraw.release'), 0) AS returned
    FROM request r
    LEFT JOIN LATERAL (SELECT * FROM wallet_ref f WHERE f.ref = r.id::text AND f.kind IN ('deposit', 'withdraw.hold', 'withdraw.pay', 'withdraw.release') OFFSET 0) f ON true
    LEFT JOIN LATERAL (SELECT amount FROM wallet_ledger l WHERE l.member_id = f.member_id AND l.currency = f.currency AND l.version = f.version
                                                         AND l.kind = f.kind AND l.ref = f.ref OFFSET 0) l ON true
    LEFT JOIN LATERAL (SELECT version FROM wallet_opening o WHERE o.member_id = f.member_id AND o.currency = f.currency OFFSET 0) o ON true
   GROUP BY 1, 2, 3, 4 HAVING coalesce(bool_and(f.version > coalesce(o.version, 0)), true) -- nothing of it was archived
),
violations AS (
  SELECT 'balance_is_ledger' AS check_name, b.member_id || ' ' || b.currency AS subject,
         format('wallet %s/%s/%s v%s; at the last look %s/%s/%s v%s, rows since add %s/%s/%s', b.balance, b.held, b.points, b.version,
                b.p_balance, b.p_held, b.p_points, b.p_version, t.cash, t.held, t.points) AS detail
    FROM base b LEFT JOIN total t USING (k)
   WHERE b.whole AND (b.balance, b.held, b.points, b.version) IS DISTINCT FROM
         (b.p_balance + coalesce(t.cash, 0), b.p_held + coalesce(t.held, 0), b.p_points + coalesce(t.points, 0), coalesce(t.version, b.p_version))
  UNION ALL
  SELECT 'versions_without_hole', b.member_id || ' ' || b.currency, format('%s rows from version %s to %s', coalesce(t.n, 0), b.p_version, b.upto)
    FROM base b LEFT JOIN total t USING (k)
   WHERE coalesce(t.n, 0) <> b.upto - b.p_version OR coalesce(t.version, b.p_version) <> b.upto 
      OR t.steps <> t.n * (t.n + 1) / 2 OR t.squares <> t.n::float8 * (t.n + 1) * (2 * t.n + 1) / 6
  UNION ALL
  SELECT 'running_balance', member_id || ' ' || currency || ' v' || version, format('%s after is %s, the rows add up to %s', unit, balance_after, expected)
    FROM (SELECT *, p + sum(amount) OVER (PARTITION BY account ORDER BY version) AS expected FROM delta) r
   WHERE balance_after IS NOT NULL AND balance_after <> expected
  UNION ALL
  SELECT 'accounts_sum_to_zero', currency, format('members gained %s, everybody else %s', m.has, h.has)
    FROM (SELECT currency, sum(balance + held + points - p_balance - p_held - p_points) AS has FROM base WHERE whole GROUP BY 1) m
    FULL JOIN (SELECT currency, -sum(amount) AS has FROM moved WHERE contra <> 'hold' AND whole GROUP BY 1) h USING (currency)
   WHERE coalesce(m.has, 0) + coalesce(h.has, 0) <> 0
  UNION ALL
  SELECT 'nothing_negative', member_id || ' ' || currency, format('%s/%s/%s', balance, held, points) FROM base WHERE least(balance, held, points) < 0
  UNION ALL
  SELECT 'ledger_row_has_event', member_id || ' v' || version, format('%s ledger rows, %s events', rows, events) FROM pairs WHERE rows <> events
  UNION ALL
  SELECT 'one_effect_per_id', m.member_id || ' ' || m.currency || ' v' || m.version, format('%s %s, noted for version %s of %s', m.kind, m.ref, r.version, r.member_id)
    FROM moved m LEFT JOIN LATERAL (SELECT * FROM wallet_ref r WHERE r.kind = m.kind AND r.ref = m.ref LIMIT 1) r ON true
   WHERE NOT m.by_vendor AND (r.member_id, r.currency, r.version) IS DISTINCT FROM (m.member_id, m.currency, m.version)
  UNION ALL
  SELECT 'casino_tx_has_ledger_row', m_ref, format('ledger row of %s at version %s, no transaction says so', m_amount, m_version)
    FROM suspect m
    LEFT JOIN LATERAL (SELECT * FROM casino_tx t WHERE t.vendor_id = split_part(m_ref, ':', 1) AND t.tx_id = substr(m_ref, strpos(m_ref, ':') + 1) LIMIT 1) t ON true
   WHERE m_ref IS NOT NULL AND (t.member_id, t.currency, t.version, t.status) IS DISTINCT FROM (m_member, m_currency, m_version, 'OK')
  UNION ALL
  SELECT 'casino_tx_has_ledger_row', vendor_id || ':' || tx_id, format('%s %s of %s, debt %s; ledger has %s', kind, status, amount, debt, l_amount)
    FROM posted
   WHERE CASE WHEN status = 'OK' AND effect <> 0 THEN (l_amount, l_ref) IS DISTINCT FROM (effect, vendor_id || ':' || tx_id) ELSE version IS NOT NULL END
  UNION ALL
  SELECT 'casino_tx_answer_is_stored', vendor_id || ':' || tx_id, format('answered %s with balance %s; ledger says %s', status, balance_after, l_after)
    FROM posted WHERE (version IS NOT NULL AND l_after IS DISTINCT FROM balance_after) OR balance_after < 0
  UNION ALL
  SELECT 'rolled_back_bet_nets_zero', r.vendor_id || ':' || r.ref_tx_id, format('rolled back by %s with %s; it is %s of %s, rolled back by %s', r.tx_id, r.amount, b.status, b.amount, b.rolled_back_by)
    FROM tx r CROSS JOIN LATERAL (SELECT * FROM casino_tx b WHERE b.vendor_id = r.vendor_id AND b.tx_id = r.ref_tx_id LIMIT 1) b
   WHERE r.kind = 'rollback' AND r.status = 'OK' AND r.amount <> 0 AND r.rolled_back_by IS NULL AND (b.rolled_back_by, b.amount) IS DISTINCT FROM (r.tx_id, r.amount)
  UNION ALL
  SELECT 'bet_pays_at_most_once', w.vendor_id || ':' || w.ref_tx_id, format('paid by %s; bet is %s, rolled back by %s, %s closing wins', min(w.tx_id), b.status, b.rolled_back_by, min(c.n))
    FROM tx w CROSS JOIN LATERAL (SELECT * FROM casino_tx b WHERE b.vendor_id = w.vendor_id AND b.tx_id = w.ref_tx_id LIMIT 1) b
    CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE o.closes) AS n FROM casino_tx o
                         WHERE o.vendor_id = w.vendor_id AND o.ref_tx_id = w.ref_tx_id AND o.ref_tx_id <> '' AND o.kind = 'win' AND o.status = 'OK' AND o.rolled_back_by IS NULL) c
   WHERE w.kind = 'win' AND w.status = 'OK' AND w.rolled_back_by IS NULL AND NOT (w.campaign_id <> '' AND b.our_tx_id > w.our_tx_id)
     AND (c.n > 1 OR b.status <> 'OK' OR b.rolled_back_by IS NOT NULL)
   GROUP BY w.vendor_id, w.ref_tx_id, b.status, b.rolled_back_by
  UNION ALL
  SELECT 'withdrawal_adds_up', 'request ' || id, format('status %s of %s; held %s, paid %s, returned %s', status, amount, held, paid, returned)
    FROM done WHERE kind IN ('out', 'through', 'pt') AND (held, paid, returned) IS DISTINCT FROM -- a partner pays from the wallet, to which the hold returns
         (-amount, CASE WHEN status = 1 AND kind IN ('out', 'pt') THEN -amount ELSE 0 END, CASE WHEN status < 0 OR status = 1 AND kind = 'through' THEN amount ELSE 0 END)
  UNION ALL
  SELECT 'withdrawal_adds_up', b.member_id || ' ' || b.currency, format('%s is held, open requests are %s', b.held, o.amount)
    FROM base b CROSS JOIN LATERAL (SELECT coalesce(sum(amount), 0) AS amount FROM cash_request r
                                     WHERE r.member_id = b.member_id AND r.currency = b.currency AND r.kind IN ('out', 'through', 'pt') AND r.status IN (0, 2)) o
   WHERE b.held <> o.amount
  UNION ALL
  SELECT 'deposit_is_posted', 'request ' || id, format('status %s of %s; posted %s', status, amount, deposited)
    FROM done WHERE kind = 'in' AND deposited <> CASE status WHEN 1 THEN amount ELSE 0 END
  UNION ALL
  SELECT 'conversion_is_even', 'conversion ' || c.ref, format('%s rows, together %s', s.n, s.sum)
    FROM (SELECT DISTINCT ref FROM moved WHERE kind IN ('convert.points', 'convert.cash')) c
    CROSS JOIN LATERAL (
      SELECT count(l.amount) AS n, sum(l.amount) AS sum
        FROM wallet_ref f
        CROSS JOIN LATERAL (SELECT amount FROM wallet_ledger l WHERE l.member_id = f.member_id AND l.currency = f.currency AND l.version = f.version
                                                                 AND l.kind = f.kind AND l.ref = f.ref OFFSET 0) l
       WHERE f.kind IN ('convert.points', 'convert.cash') AND f.ref = c.ref) s
   WHERE s.sum <> 0 OR s.n <> 2
  UNION ALL
  SELECT 'partner_send_has_moves', 'send ' || c.ref, format('%s rows, together %s; the send is of %s', s.n, s.sum, p.amount)
    FROM (SELECT DISTINCT ref FROM moved WHERE contra = 'partner') c
    LEFT JOIN LATERAL (SELECT amount FROM partner_send p WHERE p.id = CASE WHEN c.ref ~ '^[0-9]{1,18}$' THEN c.ref::bigint END OFFSET 0) p ON true
    CROSS JOIN LATERAL (
      SELECT count(l.amount) AS n, coalesce(sum(l.amount), 0) AS sum, max(l.amount) AS most
        FROM wallet_ref f
        CROSS JOIN LATERAL (SELECT amount FROM wallet_ledger l WHERE l.member_id = f.member_id AND l.currency = f.currency AND l.version = f.version
                                                                 AND l.kind = f.kind AND l.ref = f.ref AND l.contra = 'partner' OFFSET 0) l
       WHERE f.kind IN ('pt.pay', 'pt.recall', 'pt.reverse', 'pt.paid', 'pt.recalled', 'pt.reversed', 'pt.payout',
                        'partner.pay', 'partner.recall', 'partner.reverse', 'partner.payout')
         AND f.ref = c.ref) s
   WHERE s.sum <> 0 OR s.n <> 2 OR s.most IS DISTINCT FROM p.amount
  UNION ALL
  SELECT 'statement_has_move', 'statement ' || m.ref, format('posted %s %s to %s; the statement is %s, of %s', m.amount, m.currency, m.member_id, s.state, s.amount)
    FROM moved m LEFT JOIN LATERAL (SELECT c.state, c.amount - (SELECT coalesce(sum(o.rolling + o.losing), 0) FROM commission_offset o
                                                                   WHERE o.partner_id = c.partner_id AND o.kept_day = c.day) AS amount FROM commission_statement c
                                     WHERE c.partner_id = m.member_id AND c.partner_id || ':' || to_char(c.day, 'YYYY-MM-DD') = m.ref OFFSET 0) s ON true
   WHERE m.contra = 'commission' AND (m.currency, m.amount, s.state) IS DISTINCT FROM ('PTC', s.amount, 'paid')
)
(SELECT check_name, subject, detail, 0::bigint, 0::bigint, 0::bigint, 0::bigint, now(), 0::bigint, false FROM violations LIMIT 100)
UNION ALL
SELECT '', b.member_id, b.currency, b.upto, b.p_balance + coalesce(t.cash, 0), b.p_held + coalesce(t.held, 0), b.p_points + coalesce(t.points, 0),
       coalesce(t.at, now()), coalesce(t.n, 0), b.upto < b.target
  FROM base b LEFT JOIN total t USING (k) WHERE NOT b.whole
UNION ALL -- what is wrong with a whole wallet is told once: its next look begins with what it is
SELECT '', b.member_id, b.currency, b.version, b.balance, b.held, b.points, now(), coalesce(t.n, 0), false
  FROM base b LEFT JOIN total t USING (k) WHERE b.whole
