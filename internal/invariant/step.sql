-- The look at what changed. $1: members; $2: the snapshot of the last look; $3: our_tx_id of the look before the last; $4: since when
-- requests were decided. Answers check, subject, detail.
WITH scope AS (SELECT DISTINCT member_id FROM unnest($1::text[]) AS u (member_id)),
base AS ( -- each wallet as it is (w) and as it was at the last look (p)
  SELECT w.member_id, w.currency, w.balance, w.held, w.points, w.version, coalesce(p.version, o.version, 0) AS p_version,
         coalesce(p.balance, o.balance, 0) AS p_balance, coalesce(p.held, o.held, 0) AS p_held, coalesce(p.points, o.points, 0) AS p_points,
         coalesce(p.at - interval '1 hour', '-infinity') AS since
    FROM scope JOIN wallet_balance w USING (member_id)
    LEFT JOIN invariant_proof p USING (member_id, currency) LEFT JOIN wallet_opening o USING (member_id, currency)
),
moved AS MATERIALIZED (
  SELECT l.*, b.p_balance, b.p_held, b.p_points
    FROM base b CROSS JOIN LATERAL (
      SELECT * FROM wallet_ledger l WHERE l.member_id = b.member_id AND l.currency = b.currency AND l.version > b.p_version AND l.created_at >= b.since) l
),
delta AS (
  SELECT member_id, currency, version, unit, amount, balance_after, CASE unit WHEN 'cash' THEN p_balance WHEN 'hold' THEN p_held ELSE p_points END AS p FROM moved
  UNION ALL
  SELECT member_id, currency, version, 'hold', -amount, NULL, p_held FROM moved WHERE unit = 'cash' AND contra = 'hold'
),
total AS (
  SELECT member_id, currency, max(version) AS version, coalesce(sum(amount) FILTER (WHERE unit = 'cash'), 0) AS cash,
         coalesce(sum(amount) FILTER (WHERE unit = 'hold'), 0) AS held, coalesce(sum(amount) FILTER (WHERE unit = 'point'), 0) AS points
    FROM delta GROUP BY 1, 2
),
events AS (
  SELECT member, ver, count(*) AS n FROM outbox_event
   WHERE cmd = 'CASH' AND member <> '' AND xid >= pg_snapshot_xmin($2::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, $2::pg_snapshot)
   GROUP BY 1, 2
),
tx AS MATERIALIZED (
  SELECT t.*, coalesce(d.amount, 0) AS debt,
         CASE t.kind WHEN 'bet' THEN -t.amount WHEN 'win' THEN t.amount
              ELSE CASE r.kind WHEN 'bet' THEN t.amount ELSE coalesce(d.amount, 0) - t.amount END END AS effect
    FROM vendor_tx t
    LEFT JOIN vendor_tx r ON t.kind = 'rollback' AND r.vendor_id = t.vendor_id AND r.tx_id = t.ref_tx_id
    LEFT JOIN vendor_debt d ON d.vendor_id = t.vendor_id AND d.tx_id = t.tx_id
   WHERE t.our_tx_id > $3
),
posted AS ( -- the ledger row that a transaction names
  SELECT tx.*, l.amount AS l_amount, l.ref AS l_ref, l.balance_after AS l_after
    FROM tx LEFT JOIN LATERAL (
      SELECT amount, ref, balance_after FROM wallet_ledger l WHERE l.member_id = tx.member_id AND l.currency = tx.currency AND l.version = tx.version) l ON true
),
request AS (
  SELECT r.* FROM cash_request r
   WHERE r.status IN (0, 2) OR r.processed_at > $4
      OR r.id IN (SELECT ref::bigint FROM moved WHERE kind IN ('deposit', 'withdraw.hold', 'withdraw.pay', 'withdraw.release') AND ref ~ '^[0-9]{1,18}$')
),
done AS ( -- what was posted for each request, by its references
  SELECT r.id, r.kind, r.status, r.amount,
         coalesce(sum(l.amount) FILTER (WHERE f.kind = 'deposit'), 0) AS deposited, coalesce(sum(l.amount) FILTER (WHERE f.kind = 'withdraw.hold'), 0) AS held,
         coalesce(sum(l.amount) FILTER (WHERE f.kind = 'withdraw.pay'), 0) AS paid, coalesce(sum(l.amount) FILTER (WHERE f.kind = 'withdraw.release'), 0) AS returned
    FROM request r
    LEFT JOIN wallet_ref f ON f.ref = r.id::text AND f.kind IN ('deposit', 'withdraw.hold', 'withdraw.pay', 'withdraw.release')
    LEFT JOIN LATERAL (SELECT amount FROM wallet_ledger l WHERE l.member_id = f.member_id AND l.currency = f.currency AND l.version = f.version
                                                         AND l.kind = f.kind AND l.ref = f.ref) l ON true
    LEFT JOIN wallet_opening o ON o.member_id = f.member_id AND o.currency = f.currency
   GROUP BY 1, 2, 3, 4 HAVING coalesce(bool_and(f.version > coalesce(o.version, 0)), true) -- nothing of it was put away
)
SELECT 'balance_is_ledger', b.member_id || ' ' || b.currency,
       format('wallet %s/%s/%s v%s; at the last look %s/%s/%s v%s, rows since add %s/%s/%s', b.balance, b.held, b.points, b.version,
              b.p_balance, b.p_held, b.p_points, b.p_version, t.cash, t.held, t.points)
  FROM base b LEFT JOIN total t USING (member_id, currency)
 WHERE (b.balance, b.held, b.points, b.version) IS DISTINCT FROM
       (b.p_balance + coalesce(t.cash, 0), b.p_held + coalesce(t.held, 0), b.p_points + coalesce(t.points, 0), coalesce(t.version, b.p_version))
UNION ALL
SELECT 'versions_without_hole', b.member_id || ' ' || b.currency, format('%s rows from version %s to %s', count(m.version), b.p_version, b.version)
  FROM base b LEFT JOIN moved m USING (member_id, currency) GROUP BY b.member_id, b.currency, b.p_version, b.version
HAVING count(m.version) <> b.version - b.p_version OR coalesce(max(m.version), b.p_version) <> b.version OR count(DISTINCT m.version) <> count(m.version)
UNION ALL
SELECT 'running_balance', member_id || ' ' || currency || ' v' || version, format('%s after is %s, the rows add up to %s', unit, balance_after, expected)
  FROM (SELECT *, p + sum(amount) OVER (PARTITION BY member_id, currency, unit ORDER BY version) AS expected FROM delta) r
 WHERE balance_after IS NOT NULL AND balance_after <> expected
UNION ALL
SELECT 'accounts_sum_to_zero', currency, format('members gained %s, everybody else %s', m.has, h.has)
  FROM (SELECT currency, sum(balance + held + points - p_balance - p_held - p_points) AS has FROM base GROUP BY 1) m
  FULL JOIN (SELECT currency, -sum(amount) AS has FROM moved WHERE contra <> 'hold' GROUP BY 1) h USING (currency)
 WHERE coalesce(m.has, 0) + coalesce(h.has, 0) <> 0
UNION ALL
SELECT 'nothing_negative', member_id || ' ' || currency, format('%s/%s/%s', balance, held, points) FROM base WHERE least(balance, held, points) < 0
UNION ALL
SELECT 'ledger_row_has_event', coalesce(l.member_id, e.member) || ' v' || coalesce(l.version, e.ver), format('%s ledger rows, %s events', coalesce(l.n, 0), coalesce(e.n, 0))
  FROM (SELECT member_id, version, count(*) AS n FROM moved GROUP BY 1, 2) l FULL JOIN events e ON e.member = l.member_id AND e.ver = l.version
 WHERE l.n IS DISTINCT FROM e.n
UNION ALL
SELECT 'one_effect_per_id', m.member_id || ' ' || m.currency || ' v' || m.version, format('%s %s, noted for version %s of %s', m.kind, m.ref, r.version, r.member_id)
  FROM moved m LEFT JOIN wallet_ref r USING (kind, ref)
 WHERE NOT (m.kind = ANY ('{bet,win,win.promo,rollback}') AND m.contra LIKE 'vendor:%')
   AND (r.member_id, r.currency, r.version) IS DISTINCT FROM (m.member_id, m.currency, m.version)
UNION ALL
SELECT 'vendor_tx_has_ledger_row', m.ref, format('ledger row of %s at version %s, no transaction says so', m.amount, m.version)
  FROM moved m LEFT JOIN vendor_tx t ON t.vendor_id = split_part(m.ref, ':', 1) AND t.tx_id = substr(m.ref, strpos(m.ref, ':') + 1)
 WHERE m.kind = ANY ('{bet,win,win.promo,rollback}') AND m.contra LIKE 'vendor:%'
   AND (t.member_id, t.currency, t.version, t.status) IS DISTINCT FROM (m.member_id, m.currency, m.version, 'OK')
UNION ALL
SELECT 'vendor_tx_has_ledger_row', vendor_id || ':' || tx_id, format('%s %s of %s, debt %s; ledger has %s', kind, status, amount, debt, l_amount)
  FROM posted
 WHERE CASE WHEN status = 'OK' AND effect <> 0 THEN (l_amount, l_ref) IS DISTINCT FROM (effect, vendor_id || ':' || tx_id) ELSE version IS NOT NULL END
UNION ALL
SELECT 'vendor_tx_answer_is_stored', vendor_id || ':' || tx_id, format('answered %s with balance %s; ledger says %s', status, balance_after, l_after)
  FROM posted WHERE (version IS NOT NULL AND l_after IS DISTINCT FROM balance_after) OR balance_after < 0
UNION ALL
SELECT 'rolled_back_bet_nets_zero', r.vendor_id || ':' || r.ref_tx_id, format('rolled back by %s with %s; it is %s of %s, rolled back by %s', r.tx_id, r.amount, b.status, b.amount, b.rolled_back_by)
  FROM tx r JOIN vendor_tx b ON b.vendor_id = r.vendor_id AND b.tx_id = r.ref_tx_id
 WHERE r.kind = 'rollback' AND r.status = 'OK' AND r.amount <> 0 AND (b.rolled_back_by, b.amount) IS DISTINCT FROM (r.tx_id, r.amount)
UNION ALL
SELECT 'bet_pays_at_most_once', w.vendor_id || ':' || w.ref_tx_id, format('paid by %s; bet is %s, rolled back by %s, %s closing wins', min(w.tx_id), b.status, b.rolled_back_by, min(c.n))
  FROM tx w JOIN vendor_tx b ON b.vendor_id = w.vendor_id AND b.tx_id = w.ref_tx_id
  CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE o.closes) AS n FROM vendor_tx o
                       WHERE o.vendor_id = w.vendor_id AND o.ref_tx_id = w.ref_tx_id AND o.ref_tx_id <> '' AND o.kind = 'win' AND o.status = 'OK' AND o.rolled_back_by IS NULL) c
 WHERE w.kind = 'win' AND w.status = 'OK' AND w.rolled_back_by IS NULL AND NOT (w.campaign_id <> '' AND b.our_tx_id > w.our_tx_id)
   AND (c.n > 1 OR b.status <> 'OK' OR b.rolled_back_by IS NOT NULL)
 GROUP BY w.vendor_id, w.ref_tx_id, b.status, b.rolled_back_by
UNION ALL
SELECT 'withdrawal_adds_up', 'request ' || id, format('status %s of %s; held %s, paid %s, returned %s', status, amount, held, paid, returned)
  FROM done WHERE kind = 'out' AND (held, paid, returned) IS DISTINCT FROM
       (-amount, CASE status WHEN 1 THEN -amount ELSE 0 END, CASE WHEN status < 0 THEN amount ELSE 0 END)
UNION ALL
SELECT 'withdrawal_adds_up', b.member_id || ' ' || b.currency, format('%s is held, open requests are %s', b.held, o.amount)
  FROM base b CROSS JOIN LATERAL (SELECT coalesce(sum(amount), 0) AS amount FROM cash_request r
                                   WHERE r.member_id = b.member_id AND r.currency = b.currency AND r.kind = 'out' AND r.status IN (0, 2)) o
 WHERE b.held <> o.amount
UNION ALL
SELECT 'deposit_is_posted', 'request ' || id, format('status %s of %s; posted %s', status, amount, deposited)
  FROM done WHERE kind = 'in' AND deposited <> CASE status WHEN 1 THEN amount ELSE 0 END
UNION ALL
SELECT 'conversion_is_even', 'conversion ' || ref, format('%s rows, together %s', count(*), sum(amount))
  FROM moved WHERE kind IN ('convert.points', 'convert.cash') GROUP BY ref HAVING sum(amount) <> 0 OR count(*) <> 2
LIMIT 100
