package pgtest

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
)

// UnderKills runs do, which moves money, while connections of its database die at random: one after each step of the progress that a statement counts, so that
// the work goes on however fast the machine is. No money moves before the first one has died, so one always does.
func UnderKills(t *testing.T, db *pgxpool.Pool, progress string, do func()) {
	t.Helper()
	connect := func() *pgx.Conn {
		c, err := pgx.Connect(t.Context(), db.Config().ConnString())
		require.NoError(t, err)
		return c
	}
	killer, holder := connect(), connect()
	defer func() {
		_ = killer.Close(context.WithoutCancel(t.Context()))
		_ = holder.Close(context.WithoutCancel(t.Context()))
	}()
	_, err := holder.Exec(t.Context(), "BEGIN; LOCK TABLE wallet_balance IN ACCESS EXCLUSIVE MODE")
	require.NoError(t, err)
	stop, done := make(chan struct{}), make(chan int64, 1)
	go func() { done <- kill(t, killer, holder, progress, stop) }()
	do()
	close(stop)
	killed := <-done
	db.Reset() // a connection that was ended last may die when it is used next
	t.Log("connections ended:", killed)
	require.Positive(t, killed)
}

// kill ends connections until stop is closed, and returns how many. The holder's lock ends with the first one.
func kill(t *testing.T, killer, holder *pgx.Conn, progress string, stop <-chan struct{}) (killed int64) {
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
			 WHERE datname = current_database() AND pid NOT IN (pg_backend_pid(), $1) AND state IN ('active', 'idle in transaction') ORDER BY random() LIMIT 1`,
			holder.PgConn().PID())
		if err != nil {
			t.Error(err)
			return killed
		}
		if tag.RowsAffected() == 0 {
			continue
		}
		if killed == 0 {
			if _, err := holder.Exec(t.Context(), "ROLLBACK"); err != nil {
				t.Error(err)
				return killed
			}
		}
		killed, seen = killed+1, now
	}
}
