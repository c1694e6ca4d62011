package pgtest

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
)

// UnderKills runs do while connections of its database die at random: one after each step of the progress that a statement counts, so that the work goes on
// however fast the machine is. At least one must have died.
func UnderKills(t *testing.T, db *pgxpool.Pool, progress string, do func()) {
	t.Helper()
	killer, err := pgx.Connect(t.Context(), db.Config().ConnString())
	require.NoError(t, err)
	defer func() { _ = killer.Close(context.WithoutCancel(t.Context())) }()
	stop, done := make(chan struct{}), make(chan int64, 1)
	go func() { done <- kill(t, killer, progress, stop) }()
	do()
	close(stop)
	killed := <-done
	t.Log("connections ended:", killed)
	require.Positive(t, killed)
}

// kill ends connections until stop is closed, and returns how many.
func kill(t *testing.T, killer *pgx.Conn, progress string, stop <-chan struct{}) (killed int64) {
	for seen := -1; ; {
		select {
		case <-stop:
			return killed
		default:
		}
		var now int
		if err := killer.QueryRow(t.Context(), progress).Scan(&now); err != nil {
			t.Error(err)
			return killed
		}
		if now == seen {
			continue
		}
		tag, err := killer.Exec(t.Context(), `
			SELECT pg_terminate_backend(pid) FROM pg_stat_activity
			 WHERE datname = current_database() AND pid <> pg_backend_pid() AND state IN ('active', 'idle in transaction') ORDER BY random() LIMIT 1`)
		if err != nil {
			t.Error(err)
			return killed
		}
		if tag.RowsAffected() > 0 {
			killed, seen = killed+1, now
		}
	}
}
