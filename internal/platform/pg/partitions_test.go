package pg_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/stretchr/testify/require"

	"hubstake/internal/id"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit/pgtest"
)

// as makes a role with rights of its own and connects as it.
func as(t *testing.T, address config.URL, owner *pgxpool.Pool, r pg.Rights) *pgxpool.Pool {
	t.Helper()
	role := "app_" + strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(id.New()))
	_, err := owner.Exec(t.Context(), "CREATE ROLE "+role+" LOGIN PASSWORD 'x'")
	require.NoError(t, err)
	require.NoError(t, pg.Grant(t.Context(), owner, role, r))
	require.NoError(t, pg.Grant(t.Context(), owner, role, r), "after each migration")
	u, err := url.Parse(string(address))
	require.NoError(t, err)
	u.User = url.UserPassword(role, "x")
	app, err := pg.Open(t.Context(), config.URL(u.String()), pg.Options{})
	require.NoError(t, err)
	t.Cleanup(func() {
		app.Close()
		again, err := pg.Open(t.Context(), address, pg.Options{})
		if err == nil {
			_, err = again.Exec(t.Context(), "DROP OWNED BY "+role)
			again.Close()
		}
		_ = err // the database goes anyway; a role that is left harms no other test
	})
	return app
}

func owned(t *testing.T) (config.URL, *pgxpool.Pool) {
	t.Helper()
	address := pgtest.URL(t)
	owner, err := pg.Open(t.Context(), address, pg.Options{})
	require.NoError(t, err)
	t.Cleanup(owner.Close)
	return address, owner
}

const row = `INSERT INTO wallet_ledger (member_id, currency, version, unit, contra, kind, amount, balance_after, ref, created_at) VALUES `

// What both programs may and may not do with what is written once, with the upkeep of partitions, and with each other's tables.
func TestRightsOfTheRoles(t *testing.T) {
	t.Parallel()
	address, owner := owned(t)
	for r, name := range map[pg.Rights]string{pg.API: "api", pg.Workers: "workers"} {
		app := as(t, address, owner, r)
		_, err := app.Exec(t.Context(), row+`($1, 'KRW', 1, 'cash', 'deposit', 'deposit', 5, 5, '1', now())`, name)
		require.NoError(t, err)
		month := "wallet_ledger_" + time.Now().UTC().Format("200601")
		denied := []string{
			"UPDATE wallet_ledger SET amount = 1", "DELETE FROM wallet_ledger", "TRUNCATE wallet_ledger", "UPDATE " + month + " SET amount = 1",
			"DELETE FROM " + month, "DROP TABLE " + month, "ALTER TABLE wallet_ledger DETACH PARTITION " + month,
			"UPDATE audit_entry SET actor = 'x'", "DELETE FROM audit_entry", "UPDATE audit_head SET seq = 1", "DELETE FROM audit_anchor",
			"UPDATE wallet_ref SET ref = 'x'", "DELETE FROM wallet_ref", "DELETE FROM wallet_opening", "CREATE TABLE mine (x int)",
			"SET session_replication_role = replica", "ALTER TABLE wallet_ledger DISABLE TRIGGER ALL",
		}
		upkeep := []string{"SELECT partition_ahead('wallet_ledger', now())", "SELECT partition_put_away('audit_entry', now())", "SELECT outbox_rotate(now(), '2 days')"}
		if r == pg.API {
			denied = append(denied, upkeep...)
			denied = append(denied, "DELETE FROM invariant_violation", "UPDATE outbox_cursor SET id = 0")
		}
		for _, sql := range denied {
			_, err := app.Exec(t.Context(), sql)
			require.Error(t, err, "%s: %s", name, sql)
			require.Regexp(t, "permission denied|must be owner", err.Error(), "%s: %s", name, sql)
		}
		if r == pg.Workers {
			for _, sql := range upkeep {
				_, err := app.Exec(t.Context(), sql)
				require.NoError(t, err, sql)
			}
		}
	}
}

// An administrator's extension beside our tables, which is not ours to grant, does not stop a migration.
func TestWhatIsNotOursIsNotGranted(t *testing.T) {
	t.Parallel()
	address, admin := owned(t)
	owner := "owner_" + strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(id.New()))
	for _, sql := range []string{
		"CREATE ROLE " + owner + " LOGIN CREATEROLE PASSWORD 'x'", "ALTER SCHEMA public OWNER TO " + owner,
		`DO $$ DECLARE o text; BEGIN
		   FOR o IN SELECT 'TABLE ' || oid::regclass FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
		      UNION ALL SELECT 'FUNCTION ' || oid::regprocedure FROM pg_proc WHERE pronamespace = 'public'::regnamespace
		   LOOP EXECUTE 'ALTER ' || o || ' OWNER TO ` + owner + `'; END LOOP;
		 END $$`,
		"CREATE TABLE theirs (x int)", "CREATE FUNCTION theirs() RETURNS int LANGUAGE sql AS 'SELECT 1'",
	} {
		_, err := admin.Exec(t.Context(), sql)
		require.NoError(t, err, sql)
	}
	u, err := url.Parse(string(address))
	require.NoError(t, err)
	u.User = url.UserPassword(owner, "x")
	ours, err := pg.Open(t.Context(), config.URL(u.String()), pg.Options{})
	require.NoError(t, err)
	t.Cleanup(ours.Close)
	app := as(t, config.URL(u.String()), ours, pg.API)
	_, err = app.Exec(t.Context(), "SELECT FROM member_member")
	require.NoError(t, err)
	_, err = app.Exec(t.Context(), "SELECT FROM theirs")
	require.ErrorContains(t, err, "permission denied")
}

// Months come ahead of time and go after theirs; what went is still there, unchangeable, and its sums are kept.
func TestMonthsAreMadeAheadAndPutAway(t *testing.T) {
	t.Parallel()
	address, owner := owned(t)
	workers := as(t, address, owner, pg.Workers)
	now := time.Now().UTC()
	month := now.Format("200601")
	_, err := owner.Exec(t.Context(), row+`
		('kim01', 'KRW', 1, 'cash', 'deposit', 'deposit', 100, 100, '1', now()), ('kim01', 'KRW', 2, 'cash', 'hold', 'withdraw.hold', -30, 70, '2', now()),
		('kim01', 'KRW', 3, 'point', 'promo', 'gift', 7, 7, '3', now())`)
	require.NoError(t, err)
	_, err = owner.Exec(t.Context(), "INSERT INTO audit_entry (site_id, actor, action, target) VALUES ('demo', 'a', 'b.c', '1')")
	require.NoError(t, err)

	away, err := pg.RotateMonths(t.Context(), workers, now)
	require.NoError(t, err)
	require.Empty(t, away)
	later := time.Date(now.Year()+5, now.Month()+1, 2, 0, 0, 0, 0, time.UTC)
	away, err = pg.RotateMonths(t.Context(), workers, later)
	require.NoError(t, err)
	require.Equal(t, []string{"wallet_ledger_" + month}, away, "the ledger's after five years")
	away, err = pg.RotateMonths(t.Context(), workers, later.AddDate(2, 0, 0))
	require.NoError(t, err)
	require.Contains(t, away, "audit_entry_"+month, "the audit's after seven")
	var ahead int
	require.NoError(t, owner.QueryRow(t.Context(), "SELECT count(*) FROM pg_class WHERE relname = ANY ($1)",
		[]string{"wallet_ledger_" + later.AddDate(0, 2, 0).Format("200601"), "audit_entry_" + later.AddDate(0, 2, 0).Format("200601")}).Scan(&ahead))
	require.Equal(t, 2, ahead, "two months ahead")

	var opening, anchor string
	require.NoError(t, owner.QueryRow(t.Context(), "SELECT concat_ws(' ', member_id, version, balance, held, points) FROM wallet_opening").Scan(&opening))
	require.Equal(t, "kim01 3 70 30 7", opening)
	require.NoError(t, owner.QueryRow(t.Context(), "SELECT string_agg(contra || ' ' || amount, ', ' ORDER BY contra) FROM wallet_opening_contra").Scan(&opening))
	require.Equal(t, "deposit 100, hold -30, promo 7", opening)
	require.NoError(t, owner.QueryRow(t.Context(), "SELECT concat_ws(' ', site_id, seq) FROM audit_anchor").Scan(&anchor))
	require.Equal(t, "demo 1", anchor)
	for _, sql := range []string{"UPDATE archive.wallet_ledger_" + month + " SET amount = 1", "TRUNCATE archive.audit_entry_" + month} {
		_, err := owner.Exec(t.Context(), sql)
		require.ErrorContains(t, err, "append-only")
		_, err = workers.Exec(t.Context(), sql)
		require.ErrorContains(t, err, "permission denied")
	}
}

// A database of before has its rows in one partition of the ledger and one table of the audit: they stay where they are.
func TestRowsOfBeforeAreKept(t *testing.T) {
	t.Parallel()
	_, admin := owned(t)
	name := "before_" + strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(id.New()))
	_, err := admin.Exec(t.Context(), "CREATE DATABASE "+name)
	require.NoError(t, err)
	cfg := admin.Config().ConnConfig.Copy()
	cfg.Database = name
	db := stdlib.OpenDB(*cfg)
	t.Cleanup(func() {
		_ = db.Close()
		_, err := admin.Exec(t.Context(), "DROP DATABASE "+name+" WITH (FORCE)")
		_ = err // it is of a server of tests
	})
	p, err := goose.NewProvider(goose.DialectPostgres, db, pg.Migrations(), goose.WithDisableGlobalRegistry(true))
	require.NoError(t, err)
	_, err = p.UpTo(t.Context(), 14)
	require.NoError(t, err)
	for _, sql := range []string{
		row + `('kim01', 'KRW', 1, 'cash', 'deposit', 'deposit', 100, 100, '1', now() - interval '70 days'), ('kim01', 'KRW', 2, 'cash', 'deposit', 'deposit', 1, 101, '2', now())`,
		"INSERT INTO audit_entry (site_id, actor, action, target, at) VALUES ('demo', 'a', 'b.c', '1', now() - interval '70 days'), ('demo', 'a', 'b.c', '2', now())",
	} {
		_, err = db.ExecContext(t.Context(), sql)
		require.NoError(t, err)
	}
	_, err = p.Up(t.Context())
	require.NoError(t, err)
	_, err = db.ExecContext(t.Context(), "INSERT INTO audit_entry (site_id, actor, action, target) VALUES ('demo', 'a', 'b.c', '3')")
	require.NoError(t, err)
	_, err = db.ExecContext(t.Context(), row+"('kim01', 'KRW', 3, 'cash', 'deposit', 'deposit', 1, 102, '3', now() + interval '40 days')")
	require.NoError(t, err)
	var got string
	require.NoError(t, db.QueryRowContext(t.Context(), `SELECT (SELECT string_agg(version::text, ' ' ORDER BY version) FROM wallet_ledger) || ', ' ||
		(SELECT string_agg(id || '/' || seq, ' ' ORDER BY seq) FROM audit_entry) || ', ' ||
		(SELECT count(*) FROM wallet_ledger_rest) + (SELECT count(*) FROM audit_entry_rest)`).Scan(&got))
	require.Equal(t, "1 2 3, 1/1 2/2 3/3, 0", got)
	_, err = db.ExecContext(t.Context(), "UPDATE audit_entry SET actor = 'x'")
	require.ErrorContains(t, err, "append-only")
	_, err = db.ExecContext(t.Context(), "INSERT INTO audit_entry (site_id, actor, action, target, seq, hash) VALUES ('demo', 'a', 'b.c', '3', 1, '')")
	require.NoError(t, err, "the trigger numbers it, whatever is said")
}
