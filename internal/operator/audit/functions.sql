-- The audit as a chain (S-82, S-83).

CREATE OR REPLACE FUNCTION audit_hash(p_before bytea, e audit_entry) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(p_before || convert_to(string_agg(octet_length(f) || ':' || f, ',' ORDER BY n), 'UTF8'))
    FROM unnest(ARRAY[e.seq::text, e.site_id, e.actor, e.action, e.target, e.detail::text, coalesce(e.ip::text, ''), e.trace,
                      to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')]) WITH ORDINALITY AS x(f, n)
$$;

-- The row of audit_head is the lock of the chain: the entries of a site stand in a row, those of two sites do not wait.
CREATE OR REPLACE FUNCTION audit_link() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
REVOKE EXECUTE ON FUNCTION audit_link() FROM PUBLIC; -- as the trigger of a table of one's own it would move the heads without an entry

CREATE OR REPLACE TRIGGER audit_entry_link BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION audit_link();
CREATE OR REPLACE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE ON audit_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER audit_entry_no_truncate BEFORE TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- audit_archive lets each site's chain begin after the last entry of a month; the caller detaches the month. One look into an index
-- for each site.
CREATE OR REPLACE FUNCTION audit_archive(p_partition text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format($q$
    INSERT INTO audit_anchor SELECT h.site_id, e.seq, e.hash FROM audit_head h
     CROSS JOIN LATERAL (SELECT seq, hash FROM %I WHERE site_id = h.site_id ORDER BY seq DESC LIMIT 1) e
    ON CONFLICT (site_id) DO UPDATE SET seq = excluded.seq, hash = excluded.hash$q$, p_partition);
END $$;
REVOKE EXECUTE ON FUNCTION audit_archive(text) FROM PUBLIC;
