-- Shared by all domains: what is written once, and the monthly partitions of ledger and audit.

-- refuse_change keeps append-only tables as they are: not even a mistake in our own code may change them.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$;

-- partition_ahead makes the monthly partitions of a table from the month of p_now to two months later.
CREATE OR REPLACE FUNCTION partition_ahead(p_table text, p_now timestamptz) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '50ms' AS $$
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

-- partition_due returns the oldest month of a table if it ended longer ago than it is kept (the ledger 5 years, S-70; the audit 7,
-- S-41), or NULL.
CREATE OR REPLACE FUNCTION partition_due(p_table text, p_now timestamptz) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  keep interval := CASE p_table WHEN 'wallet_ledger' THEN interval '5 years' WHEN 'audit_entry' THEN interval '7 years' END;
  oldest text;
BEGIN
  IF keep IS NULL THEN RAISE EXCEPTION '% has no monthly partitions', p_table; END IF;
  SELECT c.relname INTO oldest FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
   WHERE i.inhparent = p_table::regclass AND c.relname ~ ('^' || p_table || '_[0-9]{6}$') ORDER BY c.relname LIMIT 1;
  RETURN CASE WHEN to_timestamp(right(oldest, 6), 'YYYYMM') + interval '1 month' <= p_now - keep THEN oldest END;
END $$;

-- refuse_insert keeps a month closed while it is added up.
CREATE OR REPLACE FUNCTION refuse_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '% is closed: the month is being archived', TG_TABLE_NAME; END $$;

-- partition_close lets nothing more into the month that is due. It locks that month only.
CREATE OR REPLACE FUNCTION partition_close(p_table text, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  name text := partition_due(p_table, p_now);
BEGIN
  IF name IS NOT NULL AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = name::regclass AND tgname = 'closed') THEN
    EXECUTE format('CREATE TRIGGER closed BEFORE INSERT ON %I FOR EACH ROW EXECUTE FUNCTION refuse_insert()', name);
  END IF;
END $$;

-- partition_archive moves the month that is due, whose totals are there (wallet_add_up_part), to the schema archive. It returns
-- its name, or NULL. The table is locked while the catalogue changes, not while anything is read. DETACH CONCURRENTLY is not
-- for tables with a default partition, which the ledger needs: without one a month without its partition would stop all
-- money. A lock that is not free at once is given up, before more than a moment's writers have queued behind it; the caller
-- tries again.
CREATE OR REPLACE FUNCTION partition_archive(p_table text, p_now timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '50ms' AS $$
DECLARE
  name text := partition_due(p_table, p_now);
BEGIN
  IF name IS NULL THEN RETURN NULL; END IF;
  IF NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = name::regclass AND tgname = 'closed') THEN
    RAISE EXCEPTION '% is not closed', name;
  END IF;
  EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', p_table, name);
  IF p_table = 'wallet_ledger' THEN PERFORM wallet_archive(right(name, 6)); ELSE PERFORM audit_archive(name); END IF;
  EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION refuse_change()', name);
  EXECUTE format('CREATE TRIGGER no_truncate BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name);
  EXECUTE format('ALTER TABLE %I SET SCHEMA archive', name);
  RETURN name;
END $$;

REVOKE EXECUTE ON FUNCTION partition_ahead(text, timestamptz), partition_due(text, timestamptz), partition_close(text, timestamptz),
  partition_archive(text, timestamptz) FROM PUBLIC;

-- search_fold returns the form in which texts are searched: "malaga" finds Málaga, "ha noi" Hà Nội, "FC서울" FC 서울, in whatever width, case and composition it
-- is typed. It leaves out marks of letters (those of Thai and Japanese belong to their letter), spaces and signs. Line feeds stay, so that a match lies within one field.
-- The server's locale knows the case of ASCII only, so the other letters are listed. core/fold is the same form in Go. Indexes hold its results (search.go):
-- a change of it needs indexes of other names.
CREATE OR REPLACE FUNCTION search_fold(p_text text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(
    replace(replace(replace(replace(
      translate(
        lower(regexp_replace(normalize(p_text, NFKD), '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g')),
        'ĐđÐðØøŁłıĦħŦŧÆŒÞẞΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐ',
        'ddddoollihhttæœþßαβγδεζηθικλμνξοπρστυφχψωσабвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґ'),
      'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ß', 'ss'),
    '[\u0001-\u0009\u000b-\u0020!-/:-@\[-`{-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb\u00bf\u00d7\u00f7\u02b0-\u02ff\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u3004\u3008-\u3020\u3030\u30fb]', '', 'g')
$$;
