-- +goose Up
-- What a move was is told with its event, so that the figures of the business need not look it up: kind, amount and game of what
-- group commit writes (wallet.Fact); empty elsewhere.
ALTER TABLE outbox_event ADD COLUMN fact text NOT NULL DEFAULT '';

-- wallet_post_all writes ledger rows and CASH events of moves whose wallets the caller has locked and updated. Element by
-- element it is wallet_post without the lock and the update. The one with fourteen arguments is that of the release before and
-- goes with the next migration.
-- +goose StatementBegin
CREATE FUNCTION wallet_post_all(
  p_member text[], p_currency text[], p_version bigint[], p_unit text[], p_contra text[], p_kind text[], p_amount bigint[],
  p_after bigint[], p_ref text[], p_cash bigint[], p_points bigint[], p_site text[], p_path text[], p_trace text[], p_fact text[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO wallet_ledger (member_id, currency, version, unit, contra, kind, amount, balance_after, ref)
  SELECT * FROM unnest(p_member, p_currency, p_version, p_unit, p_contra, p_kind, p_amount, p_after, p_ref);
  INSERT INTO outbox_event (site, member, path, cmd, data1, data2, ver, trace, fact)
  SELECT u.site, u.member, u.path, 'CASH', u.cash::text, u.points::text, u.version, u.trace, u.fact
    FROM unnest(p_site, p_member, p_path, p_cash, p_points, p_version, p_trace, p_fact)
         AS u (site, member, path, cash, points, version, trace, fact);
END $$;
-- +goose StatementEnd
