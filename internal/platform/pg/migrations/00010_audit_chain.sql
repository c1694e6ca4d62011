-- +goose Up
-- The audit as a chain (S-82, S-83): each entry of a site carries the hash of itself and of the one before, so that one that
-- was changed, taken out or put in afterwards is found. Only the trigger writes seq, hash and audit_head.

CREATE TABLE audit_head (
  site_id text PRIMARY KEY,
  seq     bigint NOT NULL DEFAULT 0,
  hash    bytea NOT NULL DEFAULT ''
);

ALTER TABLE audit_entry ADD COLUMN seq bigint, ADD COLUMN hash bytea;

-- The hash of an entry: SHA-256 of the hash before it and of its fields, each with its length in bytes before it.
-- internal/audit/verify.go does the same.
-- +goose StatementBegin
CREATE FUNCTION audit_hash(p_before bytea, e audit_entry) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(p_before || convert_to(string_agg(octet_length(f) || ':' || f, ',' ORDER BY n), 'UTF8'))
    FROM unnest(ARRAY[e.seq::text, e.site_id, e.actor, e.action, e.target, e.detail::text, coalesce(e.ip::text, ''), e.trace,
                      to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')]) WITH ORDINALITY AS x(f, n)
$$;
-- +goose StatementEnd

-- The row of audit_head is the lock of the chain: the entries of a site stand in a row, those of two sites do not wait.
-- +goose StatementBegin
CREATE FUNCTION audit_link() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  head audit_head%ROWTYPE;
BEGIN
  INSERT INTO audit_head (site_id) VALUES (NEW.site_id) ON CONFLICT DO NOTHING;
  SELECT * INTO head FROM audit_head WHERE site_id = NEW.site_id FOR UPDATE;
  NEW.seq := head.seq + 1;
  NEW.hash := audit_hash(head.hash, NEW);
  UPDATE audit_head SET seq = NEW.seq, hash = NEW.hash WHERE site_id = NEW.site_id;
  RETURN NEW;
END $$;
-- +goose StatementEnd

-- The entries that there are become the beginning of the chain.
ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_append_only;
-- +goose StatementBegin
DO $$
DECLARE
  e audit_entry%ROWTYPE;
  head audit_head%ROWTYPE;
BEGIN
  FOR e IN SELECT * FROM audit_entry ORDER BY id LOOP
    INSERT INTO audit_head (site_id) VALUES (e.site_id) ON CONFLICT DO NOTHING;
    SELECT * INTO head FROM audit_head WHERE site_id = e.site_id;
    e.seq := head.seq + 1;
    e.hash := audit_hash(head.hash, e);
    UPDATE audit_entry SET seq = e.seq, hash = e.hash WHERE id = e.id;
    UPDATE audit_head SET seq = e.seq, hash = e.hash WHERE site_id = e.site_id;
  END LOOP;
END $$;
-- +goose StatementEnd
ALTER TABLE audit_entry ENABLE TRIGGER audit_entry_append_only;

ALTER TABLE audit_entry ALTER COLUMN seq SET NOT NULL, ALTER COLUMN hash SET NOT NULL;
CREATE UNIQUE INDEX audit_entry_chain ON audit_entry (site_id, seq);
CREATE TRIGGER audit_entry_link BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION audit_link();
CREATE TRIGGER audit_entry_no_truncate BEFORE TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER wallet_ledger_no_truncate BEFORE TRUNCATE ON wallet_ledger FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Significant events (S-80) happen in requests of members, who must not wait for each other: they are noted here, and a job
-- moves them into the chain.
CREATE TABLE audit_note (
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id text NOT NULL,
  actor   text NOT NULL,
  action  text NOT NULL,
  target  text NOT NULL,
  detail  jsonb NOT NULL DEFAULT '{}',
  ip      inet,
  trace   text NOT NULL DEFAULT '',
  at      timestamptz NOT NULL DEFAULT now()
);
