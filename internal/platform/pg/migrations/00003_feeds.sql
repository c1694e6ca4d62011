-- +goose Up
-- What partners and staff are told without a row for each bet: the CASH row of a bet names the partners above its member,
-- from which the relay makes at most one BET a second. And what somebody has to look into is an alarm for staff.

-- wallet_post as before, and the partners above in the row of a bet.
-- +goose StatementBegin
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
          'CASH', o_balance::text, o_points::text, o_version, p_trace);
END $$;
-- +goose StatementEnd

-- A debt of a member, because a win had to be taken back and the balance was short, needs a person.
-- +goose StatementBegin
CREATE FUNCTION vendor_debt_alarm() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox_event (site, topic, cmd, data1, data2)
  SELECT site_id, 'admin.' || site_id, 'QUEUE', 'alarm', 'debt:' || NEW.member_id FROM member_member WHERE member_id = NEW.member_id;
  RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER vendor_debt_alarm AFTER INSERT ON vendor_debt FOR EACH ROW EXECUTE FUNCTION vendor_debt_alarm();
