package main_test

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"hubstake/internal/testkit"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"hubstake/deployments/dev/backing"
	"hubstake/deployments/dev/supervise"
	"hubstake/internal/platform/loopback"
)

func TestAPortInUseIsNamed(t *testing.T) {
	t.Parallel()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = ln.Close() })
	used := ln.Addr().(*net.TCPAddr).Port
	require.ErrorContains(t, backing.CheckFree(used), fmt.Sprintf("port %d is in use", used))
}

func TestADirectoryThatTheServerCannotReachIsReplaced(t *testing.T) {
	t.Parallel()
	account, err := backing.ServerAccount()
	require.NoError(t, err)
	open, err := os.MkdirTemp("/tmp", "hubstake-place-") //nolint:usetesting // t.TempDir may be closed to the account
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(open) })
	require.NoError(t, os.Chmod(open, 0o755))

	near := filepath.Join(open, "instance", "postgres")
	dir, err := account.Place(near, "key", open)
	require.NoError(t, err)
	require.Equal(t, near, dir)

	if account.Credential() == nil {
		return // only root hands the server to another user
	}
	home := filepath.Join(open, "home")
	require.NoError(t, os.Mkdir(home, 0o700))
	dir, err = account.Place(filepath.Join(home, "instance", "postgres"), "key", home, open)
	require.NoError(t, err)
	require.Equal(t, filepath.Join(open, "hubstake-dev-key"), dir)
	st, err := os.Stat(dir)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o700), st.Mode().Perm())

	require.NoError(t, os.Mkdir(filepath.Join(open, "hubstake-dev-laid"), 0o755)) // prepared by another user
	_, err = account.Place(filepath.Join(home, "instance", "postgres"), "laid", open)
	require.ErrorContains(t, err, "can reach neither")
}

// startPostgres makes a PostgreSQL of its own.
func startPostgres(t *testing.T) *backing.Postgres {
	t.Helper()
	bin, err := backing.FindPostgres()
	require.NoError(t, err)
	account, err := backing.ServerAccount()
	require.NoError(t, err)
	dir, err := os.MkdirTemp("/tmp", "hubstake-pg-") //nolint:usetesting // t.TempDir may be closed to the account
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	require.NoError(t, os.Chmod(dir, 0o755))
	port, err := loopback.Free(0)
	require.NoError(t, err)
	return &backing.Postgres{Bin: bin, Dir: filepath.Join(dir, "postgres"), Port: port, Password: "secret", Account: account}
}

func TestPostgresHealsAndKeepsItsData(t *testing.T) {
	t.Parallel()
	pg := startPostgres(t)
	pg.Durable = true
	require.NoError(t, pg.Clear(), "there is nothing yet")
	require.NoError(t, pg.Init())
	notices := make(chan supervise.Notice, 100)
	sup := supervise.New(supervise.DefaultPause, func(n supervise.Notice) { notices <- n })
	spec := pg.Spec(filepath.Join(t.TempDir(), "postgres.log"))
	ctx := t.Context()
	require.NoError(t, sup.Start(ctx, spec))

	for range 2 {
		require.NoError(t, pg.EnsureDatabase(ctx, "shop", "it's new"))
	}
	conn, err := pgx.Connect(ctx, pg.URL("shop", "it's new", "shop"))
	require.NoError(t, err)
	_, err = conn.Exec(ctx, "CREATE TABLE t (n int)")
	require.NoError(t, err, "the role owns its database")
	require.NoError(t, conn.Close(ctx))
	_, err = pgx.Connect(ctx, pg.URL("shop", "wrong", "shop"))
	require.ErrorContains(t, err, "password")

	require.NoError(t, syscall.Kill(sup.Identities()["postgres"].PID, syscall.SIGKILL))
	testkit.Eventually(t, func() bool {
		try, cancel := context.WithTimeout(ctx, 10*time.Second) // a connection of the last moment is never answered
		defer cancel()
		return pg.Exec(try, "shop", "SELECT FROM t") == nil
	})
	sup.Stop()

	// Killed together with its supervisor: the pid file stays, and its number belongs to another process now.
	file := filepath.Join(pg.Dir, "data", "postmaster.pid")
	require.NoError(t, os.WriteFile(file, fmt.Appendf(nil, "%d\n", os.Getpid()), 0o600))
	require.NoError(t, pg.Clear())
	require.NoFileExists(t, file)
	require.NoError(t, pg.Init())
	sup = supervise.New(supervise.DefaultPause, func(supervise.Notice) {})
	t.Cleanup(sup.Stop)
	require.NoError(t, sup.Start(ctx, spec))
	require.NoError(t, pg.Exec(ctx, "shop", "SELECT FROM t"), "the data is found again")
}

func TestAPostgresThatWasLeftBehindIsEnded(t *testing.T) {
	t.Parallel()
	pg := startPostgres(t)
	require.NoError(t, pg.Init())
	sup := supervise.New(supervise.DefaultPause, func(supervise.Notice) {})
	stop := sync.OnceFunc(sup.Stop)
	t.Cleanup(stop)
	ctx := t.Context()
	require.NoError(t, sup.Start(ctx, pg.Spec(filepath.Join(t.TempDir(), "postgres.log"))))
	id := sup.Identities()["postgres"]
	require.NoError(t, pg.Clear())
	require.False(t, id.Alive())
	stop() // it may have started another already
	require.NoError(t, pg.Drop())
	require.NoDirExists(t, pg.Dir)
}

func TestHalfMadeDirectoryIsRecreated(t *testing.T) {
	t.Parallel()
	pg := startPostgres(t)
	require.NoError(t, os.MkdirAll(filepath.Join(pg.Dir, "data"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(pg.Dir, "data", "PG_VERSION"), []byte("15\n"), 0o600))
	require.NoError(t, pg.Init())
	require.FileExists(t, filepath.Join(pg.Dir, "data", "global", "pg_control"))
	require.NoFileExists(t, filepath.Join(pg.Dir, "password"))
}

func TestRedisIsClosedToOthers(t *testing.T) {
	t.Parallel()
	bin, err := backing.FindRedis()
	require.NoError(t, err)
	port, err := loopback.Free(0)
	require.NoError(t, err)
	rd := &backing.Redis{Bin: bin, Dir: filepath.Join(t.TempDir(), "redis"), Port: port, Password: "s-ecret_1", Durable: true}
	require.NoError(t, rd.Init())
	spec := rd.Spec(filepath.Join(t.TempDir(), "redis.log"))
	require.NotContains(t, strings.Join(spec.Args, " "), rd.Password, "arguments are read by everybody")
	require.Equal(t, fmt.Sprintf("redis://:s-ecret_1@127.0.0.1:%d/0", port), rd.URL())
	sup := supervise.New(supervise.DefaultPause, func(supervise.Notice) {})
	t.Cleanup(sup.Stop)
	ctx, cancel := context.WithTimeout(t.Context(), testkit.Patience)
	defer cancel()
	require.NoError(t, sup.Start(ctx, spec))
	rd.Password = "wrong"
	require.ErrorContains(t, rd.Spec("").Ready(ctx), "WRONGPASS")
	rd.Password = "two words"
	require.ErrorContains(t, rd.Init(), "password")
}
