package pgtest

import (
	"context"
	"fmt"
	"sync"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/platform/config"
	"hubstake/internal/platform/pg"
)

// databases is the pool of this process. The databases belong to the server, so processes that run at the same time, and one after another, use the
// same ones: an advisory lock says who has which.
var databases pool

type pool struct {
	mu    sync.Mutex
	locks *pgx.Conn // holds the advisory locks; they end with the process
	next  int       // the first number that this process has not tried
	free  []string
}

// take returns a database that no other test uses and that is as the template is.
func (p *pool) take(ctx context.Context, admin string) (string, error) {
	name, err := p.claim(ctx, admin)
	if err != nil {
		return "", err
	}
	if err := clean(ctx, withDB(admin, name)); err == nil {
		return name, nil
	}
	if err := exec1(ctx, admin, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)"); err != nil {
		return "", err
	}
	return name, create(ctx, admin, name, pooledTemplate())
}

func (p *pool) claim(ctx context.Context, admin string) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if last := len(p.free) - 1; last >= 0 {
		name := p.free[last]
		p.free = p.free[:last]
		return name, nil
	}
	if p.locks == nil {
		conn, err := pgx.Connect(ctx, admin)
		if err != nil {
			return "", fmt.Errorf("test database: %w", err)
		}
		p.locks = conn
	}
	for {
		no := p.next
		p.next++
		var mine bool
		if err := p.locks.QueryRow(ctx, "SELECT pg_try_advisory_lock($1, $2)", poolLock, no).Scan(&mine); err != nil {
			return "", fmt.Errorf("test database: %w", err)
		}
		if mine {
			return fmt.Sprintf("pool_%s_%d", pg.Current().Hash()[:16], no), nil
		}
	}
}

func (p *pool) giveBack(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free = append(p.free, name)
}

// The keys of the advisory locks on the database postgres.
const (
	templateLock = 4711
	poolLock     = 4712 // and a second number: the database's
)

// template is named after the content of the schema, so a changed schema never meets an old template.
func template() string { return "template_" + pg.Current().Hash()[:16] }

// pooledTemplate also notes what changes its structure, and keeps the rows that a clean database has.
func pooledTemplate() string { return "pooled_" + template() }

// create copies a database, and notes it: making one costs ten times what lending one does, so `make test` bounds their number.
func create(ctx context.Context, admin, name, from string) error {
	conn, err := pgx.Connect(ctx, admin)
	if err != nil {
		return fmt.Errorf("test database: %w", err)
	}
	defer func() { _ = conn.Close(ctx) }()
	for _, sql := range []string{"CREATE DATABASE " + name + " TEMPLATE " + from, "INSERT INTO testkit_created VALUES ('" + name + "')"} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return fmt.Errorf("test database: %w", err)
		}
	}
	return nil
}

// prepare makes the templates unless another process has.
func prepare(ctx context.Context, admin string) error {
	conn, err := pgx.Connect(ctx, admin)
	if err != nil {
		return fmt.Errorf("test database: %w", err)
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", templateLock); err != nil {
		return fmt.Errorf("test database: %w", err)
	}
	if _, err := conn.Exec(ctx, "CREATE TABLE IF NOT EXISTS testkit_created (name text NOT NULL)"); err != nil {
		return fmt.Errorf("test database: %w", err)
	}
	var exists bool
	if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", pooledTemplate()).Scan(&exists); err != nil || exists {
		return err
	}
	err = makeTemplate(ctx, conn, template(), "template0", func(building string) error {
		_, err := pg.Migrate(ctx, config.URL(withDB(admin, building)))
		return err
	})
	if err != nil {
		return err
	}
	return makeTemplate(ctx, conn, pooledTemplate(), template(), func(building string) error {
		return exec1(ctx, withDB(admin, building), keepRows)
	})
}

// makeTemplate fills a database under another name first: a process that dies must not leave a half-made template.
func makeTemplate(ctx context.Context, conn *pgx.Conn, name, from string, fill func(building string) error) error {
	building := name + "_new"
	for _, sql := range []string{"DROP DATABASE IF EXISTS " + name, "DROP DATABASE IF EXISTS " + building, "CREATE DATABASE " + building + " TEMPLATE " + from} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return fmt.Errorf("test database: %w", err)
		}
	}
	if err := fill(building); err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, "ALTER DATABASE "+building+" RENAME TO "+name); err != nil {
		return fmt.Errorf("test database: %w", err)
	}
	return nil
}

// clean ends what is still connected to a database and makes its rows those of the template. It fails when the structure is another one; triggers that a test
// disabled are enabled again.
func clean(ctx context.Context, address string) error {
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return fmt.Errorf("test database: %w", err)
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, cleanRows); err != nil {
		return fmt.Errorf("test database: %w", err)
	}
	var large string
	if err := conn.QueryRow(ctx, largeTables).Scan(&large); err != nil || large == "" {
		return err
	}
	if _, err := conn.Exec(ctx, "VACUUM (INDEX_CLEANUP on, TRUNCATE on) "+large); err != nil {
		return fmt.Errorf("test database: %w", err)
	}
	_, err = conn.Exec(ctx, "UPDATE pg_class SET reltuples = -1, relpages = 0 WHERE reltuples >= 0 AND oid = ANY ($1::regclass[])", "{"+large+"}")
	return err
}

// keepRows copies the rows of the template, and has every later change of the structure noted.
const keepRows = `
CREATE SCHEMA testkit;
CREATE TABLE testkit.kept (name name PRIMARY KEY);
DO $$
DECLARE name name;
BEGIN
  FOR name IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 0 LOOP
    EXECUTE format('CREATE TABLE testkit.%I AS TABLE public.%I', name, name);
    INSERT INTO testkit.kept VALUES (name);
  END LOOP;
END $$;
CREATE TABLE testkit.sequences AS
  SELECT format('%I.%I', schemaname, sequencename) AS name, coalesce(last_value, start_value) AS value, last_value IS NOT NULL AS used FROM pg_sequences WHERE schemaname = 'public';
CREATE FUNCTION testkit.structure() RETURNS text LANGUAGE sql AS $$
  SELECT md5(string_agg(part, E'\n' ORDER BY part)) FROM (
    SELECT format('schema %s %s', nspname, nspacl) FROM pg_namespace WHERE nspname !~ '^pg_'
    UNION ALL SELECT format('relation %s %s %s %s %s', relname, relkind, relowner, relacl, relrowsecurity) FROM pg_class WHERE relnamespace = 'public'::regnamespace
    UNION ALL SELECT format('column %s %s %s %s', a.attrelid::regclass, attname, atttypid, attnotnull)
      FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid WHERE relnamespace = 'public'::regnamespace AND NOT attisdropped
    UNION ALL SELECT format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT format('trigger %s %s %s', tgrelid::regclass, tgname, tgenabled) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT format('function %s %s %s', oid::regprocedure, md5(prosrc), proacl) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  ) AS parts (part)
$$;
CREATE TABLE testkit.template AS SELECT testkit.structure();
CREATE TABLE testkit.changed (command text);
CREATE FUNCTION testkit.note_change() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF tg_event = 'sql_drop' THEN
    IF NOT EXISTS (SELECT FROM pg_event_trigger_dropped_objects() WHERE NOT is_temporary) THEN RETURN; END IF;
  ELSIF NOT EXISTS (SELECT FROM pg_event_trigger_ddl_commands() WHERE schema_name IS DISTINCT FROM 'pg_temp') THEN RETURN;
  END IF;
  INSERT INTO testkit.changed VALUES (tg_tag);
END $$;
CREATE EVENT TRIGGER testkit_changed ON ddl_command_end EXECUTE FUNCTION testkit.note_change();
CREATE EVENT TRIGGER testkit_dropped ON sql_drop EXECUTE FUNCTION testkit.note_change();
ALTER EVENT TRIGGER testkit_changed ENABLE ALWAYS;
ALTER EVENT TRIGGER testkit_dropped ENABLE ALWAYS`

// cleanRows deletes without triggers and foreign keys, in any order. A table that never had a row has no size.
const cleanRows = `
DO $$
DECLARE t record;
BEGIN
  PERFORM pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid();
  IF EXISTS (SELECT FROM testkit.changed) THEN
    FOR t IN SELECT tgrelid::regclass AS name, tgname FROM pg_trigger WHERE tgenabled = 'D' AND NOT tgisinternal LOOP
      EXECUTE format('ALTER TABLE %s ENABLE TRIGGER %I', t.name, t.tgname);
    END LOOP;
    IF testkit.structure() <> (SELECT structure FROM testkit.template) THEN RAISE 'the structure was changed'; END IF;
    DELETE FROM testkit.changed;
  END IF;
  IF EXISTS (SELECT FROM pg_db_role_setting WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())) THEN RAISE 'a setting was changed'; END IF;
  PERFORM set_config('session_replication_role', 'replica', true);
  FOR t IN SELECT oid::regclass AS name, k.name AS kept FROM pg_class LEFT JOIN testkit.kept k ON k.name = relname
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 0 LOOP
    EXECUTE format('DELETE FROM %s', t.name);
    IF t.kept IS NOT NULL THEN EXECUTE format('INSERT INTO %s OVERRIDING SYSTEM VALUE SELECT * FROM testkit.%I', t.name, t.kept); END IF;
  END LOOP;
  PERFORM setval(s.name, s.value, s.used) FROM testkit.sequences s;
  DELETE FROM pg_statistic WHERE starelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace);
END $$`

// largeTables names the tables in which dead rows take more than a few pages.
const largeTables = `
SELECT coalesce(string_agg(oid::regclass::text, ','), '') FROM pg_class
 WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 16 * 8192`
