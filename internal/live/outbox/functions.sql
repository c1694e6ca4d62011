-- The daily partitions of the outbox, and what a restore of the database needs.

-- outbox_rotate makes the partitions of the next two days and drops those whose day ended more than p_keep ago and in which
-- nothing waits to be published; what the default partition holds of long ago goes as well.
CREATE OR REPLACE FUNCTION outbox_rotate(p_now timestamptz, p_keep interval) RETURNS void
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
    EXECUTE format('SELECT EXISTS (SELECT FROM %1$I e, outbox_cursor c WHERE (e.xid, e.id) > (c.xid, c.id))
                        OR EXISTS (SELECT FROM %1$I e, outbox_held h WHERE (e.xid, e.id) > (h.xid, h.id))', name) INTO waits;
    IF NOT waits THEN EXECUTE format('DROP TABLE %I', name); END IF;
  END LOOP;
  DELETE FROM outbox_event_rest e USING outbox_cursor c WHERE (e.xid, e.id) <= (c.xid, c.id) AND e.at < p_now - p_keep
     AND NOT EXISTS (SELECT FROM outbox_held h WHERE (e.xid, e.id) > (h.xid, h.id));
END $$;

REVOKE EXECUTE ON FUNCTION outbox_rotate(timestamptz, interval) FROM PUBLIC;

-- identities_ahead moves every sequence of the schema forward by p_by. After a restore, identities that were given out in the lost
-- time would be given out again, with another meaning: a page, a provider's report or a log that names one would mean the wrong row.
-- Sequences of less than 64 bits are left alone.
CREATE OR REPLACE FUNCTION identities_ahead(p_by bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  name regclass;
BEGIN
  IF p_by <= 0 THEN RAISE 'identities only move forward, not by %', p_by; END IF;
  FOR name IN SELECT s.seqrelid::regclass FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid
               WHERE c.relnamespace = 'public'::regnamespace AND c.relowner = current_user::regrole AND s.seqtypid = 'bigint'::regtype LOOP
    PERFORM setval(name, nextval(name) + p_by);
  END LOOP;
END $$;

REVOKE EXECUTE ON FUNCTION identities_ahead(bigint) FROM PUBLIC;

-- outbox_begin_again is for a database that was moved to this server by a dump or a logical copy: the stored cursor is above every transaction of
-- this server, so none of its rows would ever be published. Rows of the server before that were published are dropped; those that were not get
-- the transaction ids 3 (of which figures were told) and 4, below all of this server, and the order of their own ids, which is that of each
-- member's commits. A row is of this server when it was written by the transaction that it names, or by one of its subtransactions: what a copy
-- writes has other transaction ids, or one for rows of many. Everything is done under the lock of the table, so nothing is written meanwhile.
CREATE OR REPLACE FUNCTION outbox_begin_again() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  c outbox_cursor;
  kept outbox_event[];
BEGIN
  LOCK TABLE outbox_event IN ACCESS EXCLUSIVE MODE;
  SELECT * INTO c FROM outbox_cursor FOR UPDATE;
  IF greatest(c.xid::text::bigint, c.told_xid::text::bigint) < pg_snapshot_xmax(pg_current_snapshot())::text::bigint THEN
    RAISE EXCEPTION 'the cursor of the outbox is of this server';
  END IF;
  WITH candidate AS (
    SELECT e, e.xid, e.id, e.xid::text::bigint AS n, e.xmin::text AS writer,
           ((e.xmin::text::bigint - (e.xid::text::bigint & 4294967295) + 4294967296) % 4294967296) < 2000 AS near
      FROM outbox_event e WHERE e.xid < pg_snapshot_xmax(pg_current_snapshot()) OR (e.xid, e.id) > (c.xid, c.id)
  ), judged AS (
    SELECT *, near AND min(n) OVER (PARTITION BY writer) = max(n) OVER (PARTITION BY writer) AS ours FROM candidate
  )
  SELECT array_agg(CASE WHEN ours THEN e
                        ELSE jsonb_populate_record(e, jsonb_build_object('xid', CASE WHEN (xid, id) > (c.told_xid, c.told_id) THEN '4' ELSE '3' END)) END)
    INTO kept FROM judged WHERE ours OR (xid, id) > (c.xid, c.id);
  TRUNCATE outbox_event;
  INSERT INTO outbox_event OVERRIDING SYSTEM VALUE SELECT k.* FROM unnest(kept) k;
  DELETE FROM outbox_stream;
  DELETE FROM outbox_held;
  UPDATE outbox_cursor SET xid = '0', id = 0, told_xid = '3', told_id = 9223372036854775807, since = clock_timestamp();
END $$;

REVOKE EXECUTE ON FUNCTION outbox_begin_again() FROM PUBLIC;

-- outbox_wake notifies the relay of new rows while it is asleep. A notification costs its transaction a lock of the whole server, held
-- through the commit, so there are none while the relay reads by itself.
CREATE OR REPLACE FUNCTION outbox_wake() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT asleep FROM outbox_cursor) THEN PERFORM pg_notify('outbox', ''); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER outbox_wake AFTER INSERT ON outbox_event FOR EACH STATEMENT EXECUTE FUNCTION outbox_wake();
