-- wallet_write stores moves of wallets that its transaction has locked: the new balances, a ledger row and an event for each move,
-- and references for those whose domain keeps none of its own. Nothing else changes a balance. The caller has checked sufficiency
-- and idempotency; a wallet that would become negative violates a constraint.
--
-- The event is CASH for the wallet in the site's currency, whose balance is the one that the member is shown. Wallets in other
-- currencies count versions of their own: their event is WALLET, which changes nothing that is shown. The event of a bet names the
-- partners above its member, from which the relay makes at most one BET a second. A partner's PT is shown in the partner area only: its event is PT, for
-- the topic of that partner.
CREATE OR REPLACE FUNCTION wallet_write(p_states wallet_state[], p_lines wallet_line[], p_once boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE wallet_balance w SET balance = u.balance, held = u.held, points = u.points, version = u.version
    FROM unnest(p_states) u WHERE w.member_id = u.member_id AND w.currency = u.currency;
  IF p_once THEN
    INSERT INTO wallet_ref (kind, ref, member_id, currency, version)
    SELECT kind, ref, member_id, currency, version FROM unnest(p_lines) WHERE once;
  END IF;
  INSERT INTO wallet_ledger (member_id, currency, version, unit, contra, kind, amount, balance_after, ref)
  SELECT member_id, currency, version, unit, contra, kind, amount, balance_after, ref FROM unnest(p_lines);
  INSERT INTO outbox_event (site, member, path, cmd, data1, data2, ver, trace, fact) -- in order: ids follow the versions of a wallet
  WITH home AS MATERIALIZED ( -- asked once for each site, not for each move
    SELECT site, site_currency(site) AS currency FROM (SELECT DISTINCT site FROM unnest(p_lines)) s
  )
  SELECT u.site, u.member_id, CASE u.currency WHEN 'PTC' THEN u.member_id ELSE u.path END,
         CASE u.currency WHEN home.currency THEN 'CASH' WHEN 'PTC' THEN 'PT' ELSE 'WALLET' END, u.cash::text, u.points::text,
         u.version, u.trace, u.fact
    FROM unnest(p_lines) WITH ORDINALITY AS u (member_id, currency, version, unit, contra, kind, amount, balance_after, ref, once,
                                               cash, points, site, path, trace, fact, place)
    JOIN home USING (site)
   ORDER BY u.place;
END $$;

-- The ledger is written once.
CREATE OR REPLACE TRIGGER wallet_ledger_append_only BEFORE UPDATE OR DELETE ON wallet_ledger FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER wallet_ledger_no_truncate BEFORE TRUNCATE ON wallet_ledger FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- wallet_add_up_part writes the totals of p_members members behind p_after, up to and including a month (YYYYMM) that is closed and still attached. It
-- returns the last of them, or NULL after the last member of all: then wallet_add_up_contra completes the month. Both may be repeated, take no
-- lock that other transactions wait for, and read before they write: while a transaction that has written runs, nothing is published to any page.
CREATE OR REPLACE FUNCTION wallet_add_up_part(p_month text, p_after text, p_members int) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  before text;
  upto text;
  totals wallet_opening_month[];
BEGIN
  SELECT month INTO before FROM wallet_archived;
  IF p_month <= before THEN RAISE EXCEPTION '% is archived', p_month; END IF;
  SELECT member_id INTO upto FROM wallet_balance WHERE member_id > p_after ORDER BY member_id OFFSET p_members - 1 LIMIT 1;
  EXECUTE format($q$
    SELECT array_agg(t) FROM (
      SELECT $1 AS month, member_id, currency, max(version) AS version, sum(balance)::bigint AS balance, sum(held)::bigint AS held, sum(points)::bigint AS points
        FROM (SELECT member_id, currency, version, balance, held, points FROM wallet_opening
               UNION ALL
              SELECT member_id, currency, version, CASE unit WHEN 'cash' THEN amount ELSE 0 END,
                     CASE WHEN unit = 'hold' THEN amount WHEN unit = 'cash' AND contra = 'hold' THEN -amount ELSE 0 END,
                     CASE unit WHEN 'point' THEN amount ELSE 0 END FROM %I) all_months
       WHERE member_id > $2 AND ($3::text IS NULL OR member_id <= $3)
       GROUP BY member_id, currency) t$q$, 'wallet_ledger_' || p_month) INTO totals USING p_month, p_after, upto;
  DELETE FROM wallet_opening_month WHERE month <> before AND member_id > p_after AND (upto IS NULL OR member_id <= upto);
  INSERT INTO wallet_opening_month SELECT t.* FROM unnest(totals) t;
  RETURN upto;
END $$;

CREATE OR REPLACE FUNCTION wallet_add_up_contra(p_month text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  before text;
  totals wallet_opening_contra_month[];
BEGIN
  SELECT month INTO before FROM wallet_archived;
  IF p_month <= before THEN RAISE EXCEPTION '% is archived', p_month; END IF;
  EXECUTE format($q$
    SELECT array_agg(t) FROM (
      SELECT $1 AS month, currency, contra, sum(amount)
        FROM (SELECT currency, contra, amount FROM wallet_opening_contra UNION ALL SELECT currency, contra, amount FROM %I) all_months
       GROUP BY currency, contra) t$q$, 'wallet_ledger_' || p_month) INTO totals USING p_month;
  DELETE FROM wallet_opening_contra_month WHERE month <> before;
  INSERT INTO wallet_opening_contra_month SELECT t.* FROM unnest(totals) t;
  UPDATE wallet_archived SET added_up = p_month;
END $$;

-- wallet_archive makes the totals that wallet_add_up_part and wallet_add_up_contra wrote the opening balances; the caller detaches the month.
CREATE OR REPLACE FUNCTION wallet_archive(p_month text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE wallet_archived SET month = p_month WHERE added_up = p_month;
  IF NOT FOUND THEN RAISE EXCEPTION 'the totals of % are missing', p_month; END IF;
END $$;
REVOKE EXECUTE ON FUNCTION wallet_add_up_part(text, text, int), wallet_add_up_contra(text), wallet_archive(text) FROM PUBLIC;

-- wallet_keep_currency keeps the currency of a site once a member has a wallet on it (D-67): the wallets would stay in the old one.
CREATE OR REPLACE FUNCTION wallet_keep_currency() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(new.options ->> 'currency', 'KRW') <> coalesce(old.options ->> 'currency', 'KRW')
     AND EXISTS (SELECT FROM wallet_balance WHERE site_id = new.site_id) THEN
    RAISE EXCEPTION 'site %: its currency is fixed, because members have wallets in it', new.site_id;
  END IF;
  RETURN new;
END $$;
CREATE OR REPLACE TRIGGER wallet_keep_currency BEFORE UPDATE OF options ON site_site FOR EACH ROW EXECUTE FUNCTION wallet_keep_currency();
