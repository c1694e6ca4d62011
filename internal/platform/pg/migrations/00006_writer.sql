-- +goose Up
-- The set-based side of wallet_post and vendor_apply: what the writer (internal/wallet) reads and writes for a batch. Rules and
-- rows are those of the functions for one operation; a test runs every order of operations through both.

-- wallet_post_all writes ledger rows and CASH events of moves whose wallets the caller has locked and updated. Element by
-- element as wallet_post; p_after is the balance of the unit that moved.
-- +goose StatementBegin
CREATE FUNCTION wallet_post_all(
  p_member text[], p_currency text[], p_version bigint[], p_unit text[], p_contra text[], p_kind text[], p_amount bigint[],
  p_after bigint[], p_ref text[], p_cash bigint[], p_points bigint[], p_site text[], p_path text[], p_trace text[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO wallet_ledger (member_id, currency, version, unit, contra, kind, amount, balance_after, ref)
  SELECT * FROM unnest(p_member, p_currency, p_version, p_unit, p_contra, p_kind, p_amount, p_after, p_ref);
  INSERT INTO outbox_event (site, member, path, cmd, data1, data2, ver, trace)
  SELECT u.site, u.member, u.path, 'CASH', u.cash::text, u.points::text, u.version, u.trace
    FROM unnest(p_site, p_member, p_path, p_cash, p_points, p_version, p_trace) AS u (site, member, path, cash, points, version, trace);
END $$;
-- +goose StatementEnd

-- vendor_standings is vendor_gate for many pairs of member and vendor, with the partners above. A member that is not known
-- is left out; of a vendor that is not known the gate's columns are NULL.
-- +goose StatementBegin
CREATE FUNCTION vendor_standings(p_member text[], p_vendor text[], p_max_stake bigint, p_max_win bigint)
RETURNS TABLE (member text, vendor text, path text, refusal text, max_stake bigint, max_win bigint) LANGUAGE sql STABLE AS $$
  SELECT u.member, u.vendor, m.path, g.refusal, g.max_stake, g.max_win
    FROM unnest(p_member, p_vendor) AS u (member, vendor) JOIN member_member m ON m.member_id = u.member
    LEFT JOIN LATERAL vendor_gate(u.member, u.vendor, p_max_stake, p_max_win) g ON true
$$;
-- +goose StatementEnd

-- vendor_launches tells whose launches tokens are, and whether they are alive.
-- +goose StatementBegin
CREATE FUNCTION vendor_launches(p_vendor text[], p_token text[], p_now timestamptz)
RETURNS TABLE (vendor text, token text, member text, game text, session text, live boolean, seen_at timestamptz) LANGUAGE sql STABLE AS $$
  SELECT l.vendor_id, l.token, l.member_id, l.game_code, l.session_id,
         l.closed_at IS NULL AND l.expires_at > p_now AND s.state IS NOT DISTINCT FROM 'live', s.seen_at
    FROM unnest(p_vendor, p_token) AS u (vendor, token)
    JOIN game_launch l ON l.token = u.token AND l.vendor_id = u.vendor
    LEFT JOIN member_session s ON s.session_id = l.session_id
$$;
-- +goose StatementEnd

-- vendor_seen notes that members are active, because they play (D-09).
-- +goose StatementBegin
CREATE FUNCTION vendor_seen(p_session text[], p_now timestamptz) RETURNS void LANGUAGE sql AS $$
  UPDATE member_session s SET seen_at = p_now
    FROM unnest(p_session) AS u (session_id) WHERE s.session_id = u.session_id AND s.seen_at < p_now
$$;
-- +goose StatementEnd
