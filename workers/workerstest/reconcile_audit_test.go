package workerstest_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	books "hubstake/internal/accounting/reconcile"
	"hubstake/internal/core/clock"
	"hubstake/internal/operator/audit"
	"hubstake/internal/testkit/pgtest"
	"hubstake/workers/reconcile"
)

// Between two runs of the hourly job the end of a chain is cut off, and its head is set back so that the rest looks whole. Only the tip
// that the job kept of its first run tells, and it tells until the chain is put right.
func TestAChainThatIsCutBetweenTwoRunsIsFound(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	act := func(n int) {
		require.NoError(t, audit.Act(t.Context(), db, func(pgx.Tx) (*audit.Entry, error) {
			return &audit.Entry{Actor: audit.Actor{ID: "s"}, Site: "demo", Action: "a.b", Target: fmt.Sprint(n)}, nil
		}))
	}
	owner := func(sql string) {
		_, err := db.Exec(t.Context(), "BEGIN; ALTER TABLE audit_entry DISABLE TRIGGER USER; "+sql+"; ALTER TABLE audit_entry ENABLE TRIGGER USER; COMMIT")
		require.NoError(t, err)
	}
	faults := func() (n int) {
		require.NoError(t, db.QueryRow(t.Context(), "SELECT count(*) FROM invariant_violation WHERE check_name = $1", books.AuditCheck).Scan(&n))
		return n
	}
	for n := range 3 {
		act(n)
	}
	var log bytes.Buffer
	jobs := reconcile.New(books.New(db, clock.System{}, nil), zerolog.New(&log))
	require.NoError(t, jobs.Audit(t.Context(), reconcile.Audit{}))
	require.Zero(t, faults())
	require.Contains(t, log.String(), "demo:3:", "the tip is logged")

	owner(`CREATE TABLE cut AS SELECT * FROM audit_entry WHERE seq = 3; DELETE FROM audit_entry WHERE seq = 3;
		UPDATE audit_head SET seq = 2, hash = (SELECT hash FROM audit_entry WHERE seq = 2)`)
	fresh := reconcile.New(books.New(db, clock.System{}, nil), zerolog.Nop())
	require.NoError(t, fresh.Audit(t.Context(), reconcile.Audit{}))
	require.Zero(t, faults(), "a program that knows no tip sees a whole chain")
	for range 2 {
		log.Reset()
		require.NoError(t, jobs.Audit(t.Context(), reconcile.Audit{}))
		require.Equal(t, 1, faults())
		require.Contains(t, log.String(), "demo: the chain ends at 2, it was 3 long")
	}
	act(4) // the chain grows again: it is another one
	require.NoError(t, jobs.Audit(t.Context(), reconcile.Audit{}))
	require.Equal(t, 1, faults())

	owner(`DELETE FROM audit_entry WHERE seq = 3; INSERT INTO audit_entry OVERRIDING SYSTEM VALUE SELECT * FROM cut;
		UPDATE audit_head SET seq = 3, hash = (SELECT hash FROM cut)`)
	require.NoError(t, jobs.Audit(t.Context(), reconcile.Audit{}))
	require.Zero(t, faults(), "as it was")
}
