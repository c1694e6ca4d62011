-- +goose Up
-- The ledger and the audit in monthly partitions, made ahead and put away by functions of the owner, so that the roles of the
-- programs change nothing of the schema; and where the checks of the invariants keep what they have proved.
--
-- That something happens once is never left to an index of a partitioned table, which cannot see beyond a partition. A move
-- of money: wallet_ref (kind, ref); a vendor's transaction: vendor_tx (vendor_id, tx_id). Both are one table each, for good.
-- The number of a ledger row is the version of its wallet, counted under the lock of that row; the number of an entry of the
-- audit is counted under the lock of its site's row of audit_head. The checks look for doubles of both.

-- What lies in the ledger's one partition of today becomes the first: everything up to the end of this month, without a row
-- being copied. Its bound lies behind the newest row, whatever the clock that wrote it said.
-- +goose StatementBegin
DO $$
DECLARE
  newest timestamptz;
  until timestamptz;
  name text;
BEGIN
  SELECT max(created_at) INTO newest FROM wallet_ledger;
  until := date_trunc('month', greatest(newest, now()) AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + interval '1 month';
  name := 'wallet_ledger_' || to_char((until - interval '1 month') AT TIME ZONE 'UTC', 'YYYYMM');
  ALTER TABLE wallet_ledger DETACH PARTITION wallet_ledger_rest;
  EXECUTE format('ALTER TABLE wallet_ledger_rest RENAME TO %I', name);
  EXECUTE format('ALTER TABLE wallet_ledger ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', name, until);
  CREATE TABLE wallet_ledger_rest PARTITION OF wallet_ledger DEFAULT;
END $$;
-- +goose StatementEnd

-- The audit likewise: the table of today becomes the first partition of a new one.
ALTER TABLE audit_entry RENAME TO audit_entry_before;
DROP TRIGGER audit_entry_link ON audit_entry_before;
DROP TRIGGER audit_entry_append_only ON audit_entry_before;
DROP TRIGGER audit_entry_no_truncate ON audit_entry_before;
-- +goose StatementBegin
DO $$ BEGIN EXECUTE 'DROP FUNCTION audit_hash(bytea, audit_entry_before)'; END $$; -- of the old table's row; the new one follows
-- +goose StatementEnd
ALTER TABLE audit_entry_before ALTER COLUMN id DROP IDENTITY;
ALTER TABLE audit_entry_before DROP CONSTRAINT audit_entry_pkey;
DROP INDEX audit_entry_chain;
ALTER INDEX audit_entry_site RENAME TO audit_entry_before_site;
CREATE TABLE audit_entry (
  id      bigint GENERATED ALWAYS AS IDENTITY,
  site_id text NOT NULL,
  actor   text NOT NULL,
  action  text NOT NULL,
  target  text NOT NULL,
  detail  jsonb NOT NULL DEFAULT '{}',
  ip      inet,
  trace   text NOT NULL DEFAULT '',
  at      timestamptz NOT NULL DEFAULT now(),
  seq     bigint NOT NULL,
  hash    bytea NOT NULL,
  PRIMARY KEY (id, at)
) PARTITION BY RANGE (at);
CREATE INDEX audit_entry_site ON audit_entry (site_id, at DESC);
CREATE UNIQUE INDEX audit_entry_chain ON audit_entry (site_id, seq, at);
-- +goose StatementBegin
DO $$
DECLARE
  newest timestamptz;
  until timestamptz;
  name text;
BEGIN
  SELECT max(at) INTO newest FROM audit_entry_before;
  until := date_trunc('month', greatest(newest, now()) AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + interval '1 month';
  name := 'audit_entry_' || to_char((until - interval '1 month') AT TIME ZONE 'UTC', 'YYYYMM');
  EXECUTE format('ALTER TABLE audit_entry_before RENAME TO %I', name);
  EXECUTE format('ALTER TABLE audit_entry ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', name, until);
  CREATE TABLE audit_entry_rest PARTITION OF audit_entry DEFAULT;
  PERFORM setval(pg_get_serial_sequence('audit_entry', 'id'), greatest((SELECT max(id) FROM audit_entry), 1), EXISTS (SELECT FROM audit_entry));
END $$;
-- +goose StatementEnd

-- +goose StatementBegin
DO $do$ BEGIN EXECUTE $def$
CREATE FUNCTION audit_hash(p_before bytea, e audit_entry) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(p_before || convert_to(string_agg(octet_length(f) || ':' || f, ',' ORDER BY n), 'UTF8'))
    FROM unnest(ARRAY[e.seq::text, e.site_id, e.actor, e.action, e.target, e.detail::text, coalesce(e.ip::text, ''), e.trace,
                      to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')]) WITH ORDINALITY AS x(f, n)
$$ $def$; END $do$;
-- +goose StatementEnd
CREATE TRIGGER audit_entry_link BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION audit_link();
CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE ON audit_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entry_no_truncate BEFORE TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What partitions that were put away held: with the rows that are left it makes the balances of today.
CREATE TABLE wallet_opening (
  member_id text NOT NULL,
  currency  text NOT NULL,
  version   bigint NOT NULL,
  balance   bigint NOT NULL,
  held      bigint NOT NULL,
  points    bigint NOT NULL,
  PRIMARY KEY (member_id, currency)
);
CREATE TABLE wallet_opening_contra (
  currency text NOT NULL,
  contra   text NOT NULL,
  amount   bigint NOT NULL,                       -- what the members' accounts gained of it
  PRIMARY KEY (currency, contra)
);
CREATE TABLE audit_anchor (                       -- the last entry that was put away: the chain of today follows it
  site_id text PRIMARY KEY,
  seq     bigint NOT NULL,
  hash    bytea NOT NULL
);
CREATE SCHEMA archive;                            -- partitions that were put away, until they are dumped and dropped by hand

-- partition_ahead makes the monthly partitions of a table from the month of p_now to two months later.
-- +goose StatementBegin
CREATE FUNCTION partition_ahead(p_table text, p_now timestamptz) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '2s' AS $$
DECLARE
  made int := 0;
  start timestamptz := date_trunc('month', p_now);
  name text;
BEGIN
  IF p_table NOT IN ('wallet_ledger', 'audit_entry') THEN RAISE EXCEPTION '% has no monthly partitions', p_table; END IF;
  FOR n IN 0..2 LOOP
    name := p_table || '_' || to_char(start, 'YYYYMM');
    IF to_regclass(name) IS NULL AND to_regclass('archive.' || name) IS NULL THEN
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)', name, p_table, start, start + interval '1 month');
      made := made + 1;
    END IF;
    start := start + interval '1 month';
  END LOOP;
  RETURN made;
END $$;
-- +goose StatementEnd

-- partition_put_away takes the oldest month of a table out when it ended longer ago than it is kept (the ledger 5 years, S-70;
-- the audit 7, S-41), notes what it held and moves it to the schema archive. It returns its name, or NULL.
-- +goose StatementBegin
CREATE FUNCTION partition_put_away(p_table text, p_now timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '2s' AS $$
DECLARE
  keep interval;
  name text;
BEGIN
  keep := CASE p_table WHEN 'wallet_ledger' THEN interval '5 years' WHEN 'audit_entry' THEN interval '7 years' END;
  IF keep IS NULL THEN RAISE EXCEPTION '% has no monthly partitions', p_table; END IF;
  SELECT c.relname INTO name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
   WHERE i.inhparent = p_table::regclass AND c.relname ~ ('^' || p_table || '_[0-9]{6}$') ORDER BY c.relname LIMIT 1;
  IF name IS NULL OR to_timestamp(right(name, 6), 'YYYYMM') + interval '1 month' > p_now - keep THEN RETURN NULL; END IF;
  EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', p_table, name);
  IF p_table = 'wallet_ledger' THEN
    EXECUTE format($q$
      INSERT INTO wallet_opening AS o
      SELECT member_id, currency, max(version), coalesce(sum(amount) FILTER (WHERE unit = 'cash'), 0),
             coalesce(sum(amount) FILTER (WHERE unit = 'hold'), 0) - coalesce(sum(amount) FILTER (WHERE unit = 'cash' AND contra = 'hold'), 0),
             coalesce(sum(amount) FILTER (WHERE unit = 'point'), 0)
        FROM %I GROUP BY member_id, currency
      ON CONFLICT (member_id, currency) DO UPDATE
         SET version = greatest(o.version, excluded.version), balance = o.balance + excluded.balance, held = o.held + excluded.held,
             points = o.points + excluded.points$q$, name);
    EXECUTE format($q$
      INSERT INTO wallet_opening_contra AS o SELECT currency, contra, sum(amount) FROM %I GROUP BY currency, contra
      ON CONFLICT (currency, contra) DO UPDATE SET amount = o.amount + excluded.amount$q$, name);
  ELSE
    EXECUTE format($q$
      INSERT INTO audit_anchor AS a SELECT DISTINCT ON (site_id) site_id, seq, hash FROM %I ORDER BY site_id, seq DESC
      ON CONFLICT (site_id) DO UPDATE SET seq = excluded.seq, hash = excluded.hash$q$, name);
  END IF;
  EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION refuse_change()', name);
  EXECUTE format('CREATE TRIGGER no_truncate BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name);
  EXECUTE format('ALTER TABLE %I SET SCHEMA archive', name);
  RETURN name;
END $$;
-- +goose StatementEnd

-- outbox_rotate makes the partitions of the next two days and drops those whose day ended more than p_keep ago and in which
-- nothing waits to be published; what the default partition holds of long ago goes as well.
-- +goose StatementBegin
CREATE FUNCTION outbox_rotate(p_now timestamptz, p_keep interval) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '2s' AS $$
DECLARE
  day timestamptz;
  name text;
  waits boolean;
BEGIN
  FOR n IN 1..2 LOOP
    day := date_trunc('day', p_now) + n * interval '1 day';
    EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF outbox_event FOR VALUES FROM (%L) TO (%L)',
                   'outbox_event_' || to_char(day, 'YYYYMMDD'), day, day + interval '1 day');
  END LOOP;
  FOR name IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
               WHERE i.inhparent = 'outbox_event'::regclass AND c.relname ~ '^outbox_event_[0-9]{8}$' ORDER BY 1 LOOP
    CONTINUE WHEN to_timestamp(right(name, 8), 'YYYYMMDD') + interval '1 day' > p_now - p_keep;
    EXECUTE format('SELECT EXISTS (SELECT FROM %I e, outbox_cursor c WHERE (e.xid, e.id) > (c.xid, c.id))', name) INTO waits;
    IF NOT waits THEN EXECUTE format('DROP TABLE %I', name); END IF;
  END LOOP;
  DELETE FROM outbox_event_rest e USING outbox_cursor c WHERE (e.xid, e.id) <= (c.xid, c.id) AND e.at < p_now - p_keep;
END $$;
-- +goose StatementEnd
REVOKE EXECUTE ON FUNCTION partition_ahead(text, timestamptz), partition_put_away(text, timestamptz), outbox_rotate(timestamptz, interval) FROM PUBLIC;
-- +goose StatementBegin
DO $$ BEGIN
  PERFORM partition_ahead('wallet_ledger', now()), partition_ahead('audit_entry', now());
END $$;
-- +goose StatementEnd

-- What the checks of the invariants (money.md, "What must always be true") found. A violation stays until a pass over
-- everything does not find it any more.
CREATE TABLE invariant_violation (
  check_name text NOT NULL,
  subject    text NOT NULL,
  detail     text NOT NULL,
  first_seen timestamptz NOT NULL,
  last_seen  timestamptz NOT NULL,
  PRIMARY KEY (check_name, subject)
);
CREATE TABLE invariant_run (                      -- the last one of each kind that came to its end
  kind    text PRIMARY KEY,
  at      timestamptz NOT NULL,
  took_ms bigint NOT NULL,
  checked bigint NOT NULL                         -- wallets
);
-- The state of each wallet at the last look: what comes behind it is what the next look reads.
CREATE TABLE invariant_proof (
  member_id text NOT NULL,
  currency  text NOT NULL,
  version   bigint NOT NULL,
  balance   bigint NOT NULL,
  held      bigint NOT NULL,
  points    bigint NOT NULL,
  at        timestamptz NOT NULL,
  PRIMARY KEY (member_id, currency)
);
CREATE TABLE invariant_cursor (                   -- one row: how far the last look came
  one       boolean PRIMARY KEY DEFAULT true CHECK (one),
  snapshot  pg_snapshot NOT NULL,                 -- what it saw
  member_id text NOT NULL,                        -- of the wallets that are looked at in turn, moved or not
  tx        bigint NOT NULL,                      -- our_tx_id of vendors' transactions
  tx_before bigint NOT NULL,                      -- of the look before: what was still being committed then is seen now
  at        timestamptz NOT NULL
);
-- Cheap for the writer: a number for each hundred pages or so.
CREATE INDEX vendor_tx_ours ON vendor_tx USING brin (our_tx_id) WITH (pages_per_range = 64);
CREATE INDEX cash_request_processed ON cash_request (processed_at) WHERE processed_at IS NOT NULL;
