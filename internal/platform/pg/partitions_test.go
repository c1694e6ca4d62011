package pg_test

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/id"
	"hubstake/internal/live/outbox"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit"
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
	address := pgtest.FreshURL(t)
	owner, err := pg.Open(t.Context(), address, pg.Options{})
	require.NoError(t, err)
	t.Cleanup(owner.Close)
	return address, owner
}

const row = `INSERT INTO wallet_ledger (member_id, currency, version, unit, contra, kind, amount, balance_after, ref, created_at) VALUES `

// The rights of both programs on append-only tables, on the upkeep of partitions, and on each other's tables.
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
			"UPDATE wallet_ref SET ref = 'x'", "DELETE FROM wallet_ref", "DELETE FROM wallet_opening", "UPDATE wallet_archived SET month = '999912'", "DELETE FROM wallet_opening_month", "CREATE TABLE mine (x int)",
			"SET session_replication_role = replica", "ALTER TABLE wallet_ledger DISABLE TRIGGER ALL",
		}
		upkeep := []string{"SELECT partition_ahead('wallet_ledger', now())", "SELECT partition_close('audit_entry', now())", "SELECT partition_archive('audit_entry', now())", "SELECT outbox_rotate(now(), '2 days')", "SELECT identities_ahead(1)"}
		if r == pg.API {
			denied = append(denied, upkeep...)
			denied = append(denied, "DELETE FROM invariant_violation", "UPDATE outbox_cursor SET id = 0", "DELETE FROM audit_note", "SELECT FROM audit_note", "SELECT FROM minigame_chain", "INSERT INTO minigame_chain (id) VALUES ('x')",
				"UPDATE minigame_round SET closes_at = now()", "UPDATE minigame_round SET outcome = 'x'", "DELETE FROM minigame_round", "INSERT INTO minigame_round (game) VALUES ('x')", "UPDATE minigame_day SET paid = 0")
			for _, sql := range []string{"SELECT FROM minigame_round FOR SHARE", "UPDATE minigame_round SET ended_by = 'x', reason = 'x' WHERE game = 'x'"} {
				_, err := app.Exec(t.Context(), sql)
				require.NoError(t, err, sql)
			}
		}
		for _, sql := range denied {
			_, err := app.Exec(t.Context(), sql)
			require.Error(t, err, "%s: %s", name, sql)
			require.Regexp(t, "permission denied|must be owner", err.Error(), "%s: %s", name, sql)
		}
		rows, err := app.Query(t.Context(), `SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosecdef
			AND has_function_privilege(oid, 'EXECUTE') ORDER BY 1`)
		require.NoError(t, err)
		lent, err := pgx.CollectRows(rows, pgx.RowTo[string])
		require.NoError(t, err)
		if r == pg.API {
			require.Empty(t, lent, "what runs with the owner's rights is not for the api, not even as the trigger of a temporary table")
		}
		if r == pg.Workers {
			require.Equal(t, []string{
				"identities_ahead", "outbox_begin_again", "outbox_rotate", "partition_ahead", "partition_archive", "partition_close", "partition_due", "wallet_add_up_contra", "wallet_add_up_part",
			}, lent)
			for _, sql := range upkeep {
				_, err := app.Exec(t.Context(), sql)
				require.NoError(t, err, sql)
			}
		}
	}
}

// Two migrators of one release may reach the grants together.
func TestGrantsAtOnce(t *testing.T) {
	t.Parallel()
	_, owner := owned(t)
	role := "app_" + strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(id.New()))
	_, err := owner.Exec(t.Context(), "CREATE ROLE "+role)
	require.NoError(t, err)
	t.Cleanup(func() {
		_, err := owner.Exec(context.WithoutCancel(t.Context()), "DROP OWNED BY "+role+"; DROP ROLE "+role)
		require.NoError(t, err)
	})
	var all errgroup.Group
	for range 4 {
		all.Go(func() error {
			for range 5 {
				if err := pg.Grant(t.Context(), owner, role, pg.API); err != nil {
					return err
				}
			}
			return nil
		})
	}
	require.NoError(t, all.Wait())
}

// The relay ties Redis to the history of the database, whose identity PostgreSQL tells by functions of the server: the role of the
// workers may call them without being a superuser.
func TestTheRoleOfTheWorkersMayIdentifyTheDatabase(t *testing.T) {
	t.Parallel()
	address, owner := owned(t)
	workers := as(t, address, owner, pg.Workers)
	var super bool
	require.NoError(t, workers.QueryRow(t.Context(), "SELECT rolsuper FROM pg_roles WHERE rolname = current_user").Scan(&super))
	require.False(t, super)
	want, err := outbox.Identify(t.Context(), owner)
	require.NoError(t, err)
	got, err := outbox.Identify(t.Context(), workers)
	require.NoError(t, err)
	require.Equal(t, want.Name(), got.Name())
	require.NotEmpty(t, got.System)
	require.NoError(t, invariantBegins(t.Context(), workers), "and may read the last number of a sequence")
}

// invariantBegins reads what the look of each minute begins with.
func invariantBegins(ctx context.Context, db *pgxpool.Pool) error {
	_, err := db.Exec(ctx, "SELECT pg_sequence_last_value(pg_get_serial_sequence('casino_tx', 'our_tx_id')::regclass)")
	return err
}

// An administrator's extension beside our tables, which is not ours to grant, does not stop a migration.
func TestWhatIsNotOursIsNotGranted(t *testing.T) {
	t.Parallel()
	address, admin := owned(t)
	owner := "owner_" + strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(id.New()))
	for _, sql := range []string{
		"CREATE ROLE " + owner + " LOGIN CREATEROLE PASSWORD 'x'", "ALTER SCHEMA public OWNER TO " + owner,
		`DO $$ DECLARE o text; BEGIN
		   FOR o IN SELECT 'TABLE ' || oid::regclass FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')
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
func TestMonthsAreMadeAheadAndArchived(t *testing.T) {
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

// Adding up a month takes long. It is held here for as long as the test wants, and money of other months moves meanwhile; so it
// does while a reader of the whole ledger keeps the month from being detached. A run that is cut off anywhere is repeated by
// the next one, and the totals are exact.
func TestArchivingAMonthNeverBlocksTheOthers(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	address, owner := owned(t)
	workers := as(t, address, owner, pg.Workers)
	now := time.Now().UTC()
	later := time.Date(now.Year()+5, now.Month()+1, 2, 0, 0, 0, 0, time.UTC)
	_, err := owner.Exec(ctx, row+`('kim01', 'KRW', 1, 'cash', 'deposit', 'deposit', 100, 100, '1', now()), ('lee01', 'KRW', 1, 'cash', 'deposit', 'deposit', 5, 5, '2', now())`)
	require.NoError(t, err)
	next := time.Date(now.Year(), now.Month()+1, 2, 0, 0, 0, 0, time.UTC)
	version := 1
	bet := func() {
		t.Helper()
		version++
		limit, cancel := context.WithTimeout(ctx, testkit.Patience)
		defer cancel()
		_, err := owner.Exec(limit, row+"('kim01', 'KRW', $1, 'cash', 'vendor:sim', 'bet', -1, 1, $2, $3)", version, strconv.Itoa(version), next)
		require.NoError(t, err)
	}
	totals := func() (all string) {
		t.Helper()
		require.NoError(t, owner.QueryRow(ctx, `SELECT coalesce(string_agg(member_id || ' ' || version || ' ' || balance, ', ' ORDER BY member_id), '') FROM wallet_opening`).Scan(&all))
		return all
	}
	rotate := func(ctx context.Context) chan error {
		done := make(chan error, 1)
		go func() { _, err := pg.RotateMonths(ctx, workers, later); done <- err }()
		return done
	}
	waits := func(query string) {
		t.Helper()
		testkit.Eventually(t, func() bool {
			var n int
			err := owner.QueryRow(ctx, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1", query).Scan(&n)
			return err == nil && n == 1
		})
	}

	// Held while it adds up; killed there.
	hold, err := owner.Begin(ctx)
	require.NoError(t, err)
	_, err = hold.Exec(ctx, "LOCK TABLE wallet_opening_contra_month IN EXCLUSIVE MODE")
	require.NoError(t, err)
	done := rotate(ctx)
	waits("SELECT wallet_add_up%")
	bet()
	_, err = owner.Exec(ctx, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'SELECT wallet_add_up%'")
	require.NoError(t, err)
	require.Error(t, <-done)
	require.NoError(t, hold.Rollback(ctx))
	require.Empty(t, totals())
	_, err = owner.Exec(ctx, row+"('kim01', 'KRW', 99, 'cash', 'deposit', 'deposit', 1, 1, '99', now())")
	require.ErrorContains(t, err, "is closed", "what is added up does not change")

	// Kept from detaching by a reader of the whole ledger; given up there.
	hold, err = owner.Begin(ctx)
	require.NoError(t, err)
	_, err = hold.Exec(ctx, "SELECT count(*) FROM wallet_ledger")
	require.NoError(t, err)
	limited, cancel := context.WithCancel(ctx)
	done = rotate(limited)
	waits("SELECT partition_archive%")
	bet()
	bet()
	cancel()
	require.Error(t, <-done)
	require.Empty(t, totals())
	require.NoError(t, hold.Rollback(ctx))

	require.NoError(t, <-rotate(ctx))
	require.Equal(t, "kim01 1 100, lee01 1 5", totals())
	bet()

	// The month after it adds to the totals.
	later = later.AddDate(0, 1, 0)
	require.NoError(t, <-rotate(ctx))
	require.Equal(t, fmt.Sprintf("kim01 %d %d, lee01 1 5", version, 100-(version-1)), totals())
}
