package pg_test

import (
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/pgtest"
)

// A balancer may lead to a standby: before it is promoted, or because the former primary came back as one.
func TestAStandbyIsNotReadyAndItsRefusalOfAWriteIsTryLater(t *testing.T) {
	t.Parallel()
	server, ctx := pgtest.Own(t), t.Context()
	url := server.Migrated(t)
	standby := server.Standby(t)
	server.Stop()
	standby.Start(t)
	db := pgtest.Pool(t, url)
	require.ErrorContains(t, pg.Ready(db)(ctx), "takes no writes")
	_, err := db.Exec(ctx, "UPDATE member_session SET version = version")
	require.True(t, pg.Unavailable(err), "%v", err)
	err = pg.InTx(ctx, db, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE member_session SET version = version")
		return err
	})
	require.True(t, pg.Unavailable(err), "%v", err)

	standby.Promote(t)
	testkit.Eventually(t, func() bool { return pg.Ready(db)(ctx) == nil }, "it is promoted")
	_, err = db.Exec(ctx, "UPDATE member_session SET version = version")
	require.NoError(t, err)
}

// A primary that was demoted may answer for long: the pool must not keep its connections to it.
func TestAConnectionToAServerThatTakesNoWritesIsNotUsedAgain(t *testing.T) {
	t.Parallel()
	db, ctx := pgtest.DB(t), t.Context()
	backend := func() (pid int) {
		t.Helper()
		require.NoError(t, db.QueryRow(ctx, "SELECT pg_backend_pid()").Scan(&pid))
		return pid
	}
	refuseWrites := func() {
		t.Helper()
		_, err := db.Exec(ctx, "SET default_transaction_read_only = on")
		require.NoError(t, err)
	}
	first := backend()
	require.Equal(t, first, backend(), "the pool uses its connection again")
	refuseWrites()
	_, err := db.Exec(ctx, "UPDATE member_session SET version = version")
	require.ErrorContains(t, err, "25006")
	second := backend()
	require.NotEqual(t, first, second)

	refuseWrites()
	require.ErrorContains(t, pg.Ready(db)(ctx), "takes no writes")
	require.NoError(t, pg.Ready(db)(ctx), "readiness leaves such a server too")
	require.NotEqual(t, second, backend())
}
