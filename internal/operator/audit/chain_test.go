package audit_test

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/id"
	"hubstake/internal/operator/audit"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit/pgtest"
)

func write(t *testing.T, db *pgxpool.Pool, site, action string) {
	t.Helper()
	require.NoError(t, audit.Act(t.Context(), db, func(pgx.Tx) (*audit.Entry, error) {
		return &audit.Entry{
			Actor: audit.Actor{ID: "staff1", IP: netip.MustParseAddr("192.0.2.7"), Trace: "00-1"}, Site: site, Action: action, Target: "7",
			Detail: map[string]any{"text": "한국어 \"quoted\", \n", "amount": 5, "odd": 1.25},
		}, nil
	}))
}

// verify returns the tips by site and what is wrong.
func verify(t *testing.T, db *pgxpool.Pool, known ...audit.Tip) (map[string]audit.Tip, []string) {
	t.Helper()
	tips, faults, err := audit.Verify(t.Context(), db, known...)
	require.NoError(t, err)
	out := map[string]audit.Tip{}
	for _, tip := range tips {
		out[tip.Site] = tip
	}
	return out, faults
}

// master changes the audit as only the owner of the database can.
func master(t *testing.T, db *pgxpool.Pool, sql ...string) {
	t.Helper()
	require.NoError(t, pg.InTx(t.Context(), db, func(tx pgx.Tx) error {
		for _, s := range append([]string{"ALTER TABLE audit_entry DISABLE TRIGGER USER"}, append(sql, "ALTER TABLE audit_entry ENABLE TRIGGER USER")...) {
			if _, err := tx.Exec(t.Context(), s); err != nil {
				return err
			}
		}
		return nil
	}))
}

func TestWhateverIsTamperedWithIsFound(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	for i := range 5 {
		write(t, db, "a", fmt.Sprintf("cash.approve%d", i))
		write(t, db, "b", "cash.refuse")
	}
	before, faults := verify(t, db)
	require.Empty(t, faults)
	require.EqualValues(t, 5, before["a"].Seq)
	require.EqualValues(t, 5, before["b"].Seq)

	for name, sql := range map[string]string{
		"actor":    "UPDATE audit_entry SET actor = 'nobody' WHERE site_id = 'a' AND seq = %d",
		"action":   "UPDATE audit_entry SET action = 'x.y' WHERE site_id = 'a' AND seq = %d",
		"target":   "UPDATE audit_entry SET target = '8' WHERE site_id = 'a' AND seq = %d",
		"detail":   `UPDATE audit_entry SET detail = detail || '{"amount":6}' WHERE site_id = 'a' AND seq = %d`,
		"ip":       "UPDATE audit_entry SET ip = NULL WHERE site_id = 'a' AND seq = %d",
		"trace":    "UPDATE audit_entry SET trace = '' WHERE site_id = 'a' AND seq = %d",
		"time":     "UPDATE audit_entry SET at = at + interval '1 microsecond' WHERE site_id = 'a' AND seq = %d",
		"hash":     "UPDATE audit_entry SET hash = sha256(hash) WHERE site_id = 'a' AND seq = %d",
		"field":    "UPDATE audit_entry SET actor = actor || 'c', action = substr(action, 2) WHERE site_id = 'a' AND seq = %d",
		"site":     "UPDATE audit_entry SET site_id = 'b', seq = 99 WHERE site_id = 'a' AND seq = %d",
		"taken":    "DELETE FROM audit_entry WHERE site_id = 'a' AND seq = %d",
		"swapped":  "UPDATE audit_entry e SET action = o.action, hash = o.hash FROM audit_entry o WHERE e.site_id = 'a' AND o.site_id = 'a' AND e.seq IN (%[1]d, 6 - %[1]d) AND o.seq = 6 - e.seq",
		"put anew": "WITH d AS (DELETE FROM audit_entry WHERE site_id = 'a' AND seq = %d RETURNING *) INSERT INTO audit_entry (site_id, actor, action, target, seq, hash) SELECT site_id, 'x', action, target, seq, hash FROM d",
	} {
		for _, seq := range []int{1, 4, 5} { // the first, one in between, the last
			func() {
				defer master(t, db, "DELETE FROM audit_entry", "INSERT INTO audit_entry OVERRIDING SYSTEM VALUE SELECT * FROM kept", "DROP TABLE kept")
				master(t, db, "CREATE TABLE kept AS SELECT * FROM audit_entry", fmt.Sprintf(sql, seq))
				_, faults := verify(t, db)
				require.NotEmpty(t, faults, "%s of %d", name, seq)
			}()
			_, faults := verify(t, db)
			require.Empty(t, faults, "%s of %d: as it was", name, seq)
		}
	}

	// The end cut off, with its head: only what was written down elsewhere tells.
	kept := before["a"]
	master(t, db, "DELETE FROM audit_entry WHERE site_id = 'a' AND seq = 5")
	_, faults = verify(t, db)
	require.Equal(t, []string{"a: the chain ends at 4, it was 5 long"}, faults)
	master(t, db, "UPDATE audit_head SET seq = 4, hash = (SELECT hash FROM audit_entry WHERE site_id = 'a' AND seq = 4) WHERE site_id = 'a'")
	_, faults = verify(t, db)
	require.Empty(t, faults)
	again, err := audit.ParseTip(kept.String())
	require.NoError(t, err)
	_, faults = verify(t, db, again)
	require.Equal(t, []string{"a: the chain ends at 4, it was 5 long"}, faults)
	write(t, db, "a", "another.fifth")
	_, faults = verify(t, db, again)
	require.Equal(t, []string{"a: entry 5 is another than was written down"}, faults)
	master(t, db, "DELETE FROM audit_entry WHERE site_id = 'b'", "DELETE FROM audit_head WHERE site_id = 'b'")
	_, faults = verify(t, db, before["b"])
	require.NotEmpty(t, faults, "a whole site")

	for _, s := range []string{"", "a", "a:1", "a:x:00", "a:0:" + strings.Repeat("00", 32), "a:1:00"} {
		_, err := audit.ParseTip(s)
		require.Error(t, err, s)
	}
}

func TestTwoAtOnceKeepTheChain(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	var done sync.WaitGroup
	for i := range 40 {
		done.Go(func() {
			_ = audit.Act(t.Context(), db, func(pgx.Tx) (*audit.Entry, error) {
				if i%5 == 4 {
					return nil, errors.New("the action failed")
				}
				return &audit.Entry{Actor: audit.Actor{ID: "s"}, Site: fmt.Sprint(i % 2), Action: "x.y", Target: fmt.Sprint(i)}, nil
			})
		})
		done.Go(func() {
			_ = audit.Note(t.Context(), db, audit.Entry{Actor: audit.Actor{ID: "m"}, Site: fmt.Sprint(i % 2), Action: "e.f", Target: fmt.Sprint(i)})
		})
		if i%8 == 0 {
			done.Go(func() { _, _ = audit.Link(t.Context(), db) })
		}
	}
	done.Wait()
	_, err := audit.Link(t.Context(), db)
	require.NoError(t, err)
	tips, faults := verify(t, db)
	require.Empty(t, faults)
	require.EqualValues(t, 72, tips["0"].Seq+tips["1"].Seq, "32 actions that were done, 40 events")
	var left, notes int
	require.NoError(t, db.QueryRow(t.Context(), "SELECT (SELECT count(*) FROM audit_note), count(*) FROM audit_entry WHERE action = 'e.f'").Scan(&left, &notes))
	require.Equal(t, []int{0, 40}, []int{left, notes}, "each event once")
}

func TestAnEventKeepsItsMoment(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	e := audit.Entry{Actor: audit.Actor{ID: "kim01", IP: netip.MustParseAddr("2001:db8::1"), Trace: "00-2"}, Site: "demo", Action: "login.locked", Target: "kim01"}
	require.NoError(t, audit.Note(t.Context(), db, e))
	e.Site = ""
	require.Error(t, audit.Note(t.Context(), db, e))
	_, err := db.Exec(t.Context(), "UPDATE audit_note SET at = '2026-01-02 03:04:05.678901Z'")
	require.NoError(t, err)
	n, err := audit.Link(t.Context(), db)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	var got string
	require.NoError(t, db.QueryRow(t.Context(), "SELECT concat_ws(' ', site_id, actor, action, target, detail, ip, trace, at) FROM audit_entry").Scan(&got))
	require.Equal(t, "demo kim01 login.locked kim01 {} 2001:db8::1 00-2 2026-01-02 03:04:05.678901+00", got)
	_, faults := verify(t, db)
	require.Empty(t, faults)
}

// The role of the programs adds to the audit and the ledger, and can do nothing else with them.
func TestTheProgramsRoleCannotChangeTheAudit(t *testing.T) {
	t.Parallel()
	address := pgtest.URL(t)
	owner, err := pg.Open(t.Context(), address, pg.Options{})
	require.NoError(t, err)
	t.Cleanup(owner.Close)
	role := "app_" + strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(id.New()))
	_, err = owner.Exec(t.Context(), "CREATE ROLE "+role+" LOGIN PASSWORD 'x'")
	require.NoError(t, err)
	require.NoError(t, pg.Grant(t.Context(), owner, role, pg.API))
	require.NoError(t, pg.Grant(t.Context(), owner, role, pg.API), "after each migration")
	u, err := url.Parse(string(address))
	require.NoError(t, err)
	u.User = url.UserPassword(role, "x")
	app, err := pg.Open(t.Context(), config.URL(u.String()), pg.Options{})
	require.NoError(t, err)
	t.Cleanup(app.Close)

	write(t, app, "demo", "cash.approve")
	require.NoError(t, audit.Note(t.Context(), app, audit.Entry{Actor: audit.Actor{ID: "m"}, Site: "demo", Action: "e.f", Target: "1"}))
	_, err = audit.Link(t.Context(), app)
	require.ErrorContains(t, err, "permission denied", "that is for workers")
	_, err = audit.Link(t.Context(), owner)
	require.NoError(t, err)
	tips, faults := verify(t, app)
	require.Empty(t, faults)
	require.EqualValues(t, 2, tips["demo"].Seq)
	for _, sql := range []string{
		"DELETE FROM audit_note", "UPDATE audit_note SET actor = 'x'", "TRUNCATE audit_note", "SELECT * FROM audit_note",
		"UPDATE audit_entry SET actor = 'x'", "DELETE FROM audit_entry", "TRUNCATE audit_entry", "DROP TABLE audit_entry",
		"ALTER TABLE audit_entry DISABLE TRIGGER ALL", "UPDATE audit_head SET seq = 0", "INSERT INTO audit_head (site_id) VALUES ('x')",
		"UPDATE wallet_ledger SET amount = 1", "DELETE FROM wallet_ledger", "DELETE FROM wallet_ledger_rest", "TRUNCATE wallet_ledger",
		"CREATE TABLE mine (x int)", "CREATE OR REPLACE FUNCTION audit_link() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
	} {
		_, err := app.Exec(t.Context(), sql)
		require.Error(t, err, sql)
		require.Regexp(t, "permission denied|must be owner", err.Error(), sql)
	}
	for _, table := range []string{"audit_entry", "wallet_ledger"} { // and the owner only with intent
		_, err := owner.Exec(t.Context(), "TRUNCATE "+table)
		require.ErrorContains(t, err, "append-only")
	}
	app.Close()
	_, err = owner.Exec(t.Context(), "DROP OWNED BY "+role+"; DROP ROLE "+role)
	require.NoError(t, err)
}
