package pg_test

import (
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"hubstake/internal/platform/config"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit/pgtest"
)

func TestMigratedDatabaseIsReady(t *testing.T) {
	t.Parallel()
	require.NoError(t, pg.Ready(pgtest.DB(t))(t.Context()))
}

func TestInTxTriesSerializationFailuresThreeTimes(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	n := 0
	err := pg.InTx(t.Context(), db, func(pgx.Tx) error {
		n++
		return &pgconn.PgError{Code: "40001"}
	})
	require.Error(t, err)
	require.Equal(t, 3, n)

	n = 0
	own := errors.New("a rule")
	require.ErrorIs(t, pg.InTx(t.Context(), db, func(pgx.Tx) error { n++; return own }), own)
	require.Equal(t, 1, n, "a refusal is final")
}

func TestLedgerAndAuditCannotBeChanged(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	_, err := db.Exec(t.Context(), `INSERT INTO audit_entry (site_id, actor, action, target) VALUES ('demo', 'a', 'b', 'c')`)
	require.NoError(t, err)
	for _, sql := range []string{"UPDATE audit_entry SET actor = 'x'", "DELETE FROM audit_entry"} {
		_, err = db.Exec(t.Context(), sql)
		require.ErrorContains(t, err, "append-only")
	}
	_, err = db.Exec(t.Context(), "INSERT INTO audit_entry (site_id, actor, action, target, seq, hash) VALUES ('demo', 'a', 'b.c', '3', 1, '')")
	require.NoError(t, err)
	var seq int64
	require.NoError(t, db.QueryRow(t.Context(), "SELECT max(seq) FROM audit_entry").Scan(&seq))
	require.EqualValues(t, 2, seq, "the trigger numbers entries, whatever the caller says")
}

func TestAServerWhoseCommitsDoNotWaitIsRefused(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t)
	set := func(value string) error {
		return pg.Durable(t.Context(), pgtest.Pool(t, url+config.URL("&options=-c%20synchronous_commit%3D"+value)))
	}
	require.ErrorContains(t, set("off"), "synchronous_commit")
	for _, value := range []string{"on", "remote_apply", "local"} {
		require.NoError(t, set(value))
	}
}
