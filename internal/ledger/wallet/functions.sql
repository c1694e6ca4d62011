-- Money moves by wallet_move and by the writer, which uses wallet_post_all; nothing else changes a balance.

-- wallet_post writes one transfer: balance, ledger row and event. The caller holds the lock of the wallet's row and has
-- checked sufficiency and idempotency. A wallet that would become negative violates a constraint. The event of a bet
-- names the partners above its member, from which the relay makes at most one BET a second.
--
-- The event is CASH for the wallet in the site's currency, whose balance is the one that the member is shown. Wallets in other
-- currencies count versions of their own: their event is WALLET, which changes nothing that is shown.
CREATE OR REPLACE FUNCTION wallet_post(
  p_member text, p_currency text, p_unit text, p_amount bigint, p_contra text, p_kind text, p_ref text, p_trace text,
  OUT o_balance bigint, OUT o_held bigint, OUT o_points bigint, OUT o_version bigint
) LANGUAGE plpgsql AS $$
DECLARE
  site text;
BEGIN
  UPDATE wallet_balance
     SET balance = balance + CASE p_unit WHEN 'cash' THEN p_amount ELSE 0 END,
         held    = held + CASE WHEN p_unit = 'hold' THEN p_amount WHEN p_unit = 'cash' AND p_contra = 'hold' THEN -p_amount ELSE 0 END,
         points  = points + CASE p_unit WHEN 'point' THEN p_amount ELSE 0 END,
         version = version + 1
   WHERE member_id = p_member AND currency = p_currency
  RETURNING balance, held, points, version, site_id INTO o_balance, o_held, o_points, o_version, site;
  INSERT INTO wallet_ledger (member_id, currency, version, unit, contra, kind, amount, balance_after, ref)
  VALUES (p_member, p_currency, o_version, p_unit, p_contra, p_kind, p_amount,
          CASE p_unit WHEN 'cash' THEN o_balance WHEN 'hold' THEN o_held ELSE o_points END, p_ref);
  INSERT INTO outbox_event (site, member, path, cmd, data1, data2, ver, trace)
  VALUES (site, p_member, CASE p_kind WHEN 'bet' THEN (SELECT path FROM member_member WHERE member_id = p_member) ELSE '' END,
          CASE p_currency WHEN site_currency(site) THEN 'CASH' ELSE 'WALLET' END, o_balance::text, o_points::text, o_version, p_trace);
END $$;

-- wallet_move carries out one transfer. status: done, repeated (the same kind and ref was carried out before: nothing
-- changes), short (the account does not hold so much: nothing changes), missing (no such wallet).
-- A hold is (cash, -n, contra hold), its release (cash, +n, contra hold), its payment (hold, -n, contra payout).
CREATE OR REPLACE FUNCTION wallet_move(
  p_member text, p_currency text, p_unit text, p_amount bigint, p_contra text, p_kind text, p_ref text, p_trace text,
  OUT status text, OUT o_balance bigint, OUT o_held bigint, OUT o_points bigint, OUT o_version bigint
) LANGUAGE plpgsql AS $$
DECLARE
  w wallet_balance%ROWTYPE;
BEGIN
  SELECT * INTO w FROM wallet_balance WHERE member_id = p_member AND currency = p_currency FOR UPDATE;
  IF NOT FOUND THEN status := 'missing'; RETURN; END IF;
  o_balance := w.balance; o_held := w.held; o_points := w.points; o_version := w.version;

  PERFORM 1 FROM wallet_ref WHERE kind = p_kind AND ref = p_ref;
  IF FOUND THEN status := 'repeated'; RETURN; END IF;

  IF (p_unit = 'cash' AND (w.balance + p_amount < 0 OR (p_contra = 'hold' AND w.held - p_amount < 0)))
     OR (p_unit = 'hold' AND w.held + p_amount < 0) OR (p_unit = 'point' AND w.points + p_amount < 0) THEN
    status := 'short'; RETURN;
  END IF;

  INSERT INTO wallet_ref (kind, ref, member_id, currency, version) VALUES (p_kind, p_ref, p_member, p_currency, w.version + 1);
  SELECT p.* INTO o_balance, o_held, o_points, o_version
    FROM wallet_post(p_member, p_currency, p_unit, p_amount, p_contra, p_kind, p_ref, p_trace) p;
  status := 'done';
END $$;

-- wallet_post_all writes ledger rows and events of moves whose wallets the caller has locked and updated. Element by
-- element it is wallet_post without the lock and the update.
CREATE OR REPLACE FUNCTION wallet_post_all(
  p_member text[], p_currency text[], p_version bigint[], p_unit text[], p_contra text[], p_kind text[], p_amount bigint[],
  p_after bigint[], p_ref text[], p_cash bigint[], p_points bigint[], p_site text[], p_path text[], p_trace text[], p_fact text[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO wallet_ledger (member_id, currency, version, unit, contra, kind, amount, balance_after, ref)
  SELECT * FROM unnest(p_member, p_currency, p_version, p_unit, p_contra, p_kind, p_amount, p_after, p_ref);
  INSERT INTO outbox_event (site, member, path, cmd, data1, data2, ver, trace, fact)
  WITH home AS MATERIALIZED ( -- asked once for each site, not for each move
    SELECT site, site_currency(site) AS currency FROM (SELECT DISTINCT site FROM unnest(p_site) AS u (site)) s
  )
  SELECT u.site, u.member, u.path, CASE u.currency WHEN home.currency THEN 'CASH' ELSE 'WALLET' END, u.cash::text, u.points::text, u.version,
         u.trace, u.fact
    FROM unnest(p_site, p_member, p_currency, p_path, p_cash, p_points, p_version, p_trace, p_fact)
         WITH ORDINALITY AS u (site, member, currency, path, cash, points, version, trace, fact, place)
    JOIN home USING (site)
   ORDER BY u.place; -- the events of a wallet get their ids in the order of its versions
END $$;

-- The ledger is written once.
CREATE OR REPLACE TRIGGER wallet_ledger_append_only BEFORE UPDATE OR DELETE ON wallet_ledger FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER wallet_ledger_no_truncate BEFORE TRUNCATE ON wallet_ledger FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- wallet_add_up writes the totals of the ledger up to and including a month (YYYYMM) that is closed and still attached. It may be
-- repeated; it blocks nobody.
CREATE OR REPLACE FUNCTION wallet_add_up(p_month text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  before text;
BEGIN
  SELECT month INTO before FROM wallet_archived;
  IF p_month <= before THEN RAISE EXCEPTION '% is archived', p_month; END IF;
  DELETE FROM wallet_opening_month WHERE month <> before;
  DELETE FROM wallet_opening_contra_month WHERE month <> before;
  EXECUTE format($q$
    INSERT INTO wallet_opening_month
    SELECT $1, member_id, currency, max(version), sum(balance), sum(held), sum(points)
      FROM (SELECT member_id, currency, version, balance, held, points FROM wallet_opening
             UNION ALL
            SELECT member_id, currency, version, CASE unit WHEN 'cash' THEN amount ELSE 0 END,
                   CASE WHEN unit = 'hold' THEN amount WHEN unit = 'cash' AND contra = 'hold' THEN -amount ELSE 0 END,
                   CASE unit WHEN 'point' THEN amount ELSE 0 END FROM %I) all_months
     GROUP BY member_id, currency$q$, 'wallet_ledger_' || p_month) USING p_month;
  EXECUTE format($q$
    INSERT INTO wallet_opening_contra_month
    SELECT $1, currency, contra, sum(amount)
      FROM (SELECT currency, contra, amount FROM wallet_opening_contra UNION ALL SELECT currency, contra, amount FROM %I) all_months
     GROUP BY currency, contra$q$, 'wallet_ledger_' || p_month) USING p_month;
  UPDATE wallet_archived SET added_up = p_month;
END $$;

-- wallet_archive makes the totals that wallet_add_up wrote the opening balances; the caller detaches the month.
CREATE OR REPLACE FUNCTION wallet_archive(p_month text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE wallet_archived SET month = p_month WHERE added_up = p_month;
  IF NOT FOUND THEN RAISE EXCEPTION 'the totals of % are missing', p_month; END IF;
END $$;
REVOKE EXECUTE ON FUNCTION wallet_add_up(text), wallet_archive(text) FROM PUBLIC;
