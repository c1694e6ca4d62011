// Package pgtest gives tests a real PostgreSQL: the server named by HUBSTAKE_TEST_PG (a superuser's URL), or a
// private one that lives as long as the test process. Each database is a copy of a migrated template.
package pgtest

import (
	"context"
	"fmt"
	"hash/fnv"
	"io/fs"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/id"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/pg"
)

// DB clones the template and returns a pool on the copy, which is dropped after the test.
func DB(tb testing.TB) *pgxpool.Pool {
	tb.Helper()
	return Pool(tb, URL(tb))
}

// Pool returns a pool on a database of URL.
func Pool(tb testing.TB, address config.URL) *pgxpool.Pool {
	tb.Helper()
	pool, err := pg.Open(tb.Context(), address, pg.Options{})
	require.NoError(tb, err)
	tb.Cleanup(pool.Close)
	return pool
}

// URL clones the template and returns the address of the copy, which is dropped after the test.
func URL(tb testing.TB) config.URL {
	tb.Helper()
	admin, err := shared()
	require.NoError(tb, err)
	name := "test_" + strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(id.New()))
	require.NoError(tb, exec1(tb.Context(), admin, "CREATE DATABASE "+name+" TEMPLATE "+template()))
	tb.Cleanup(func() {
		require.NoError(tb, exec1(context.WithoutCancel(tb.Context()), admin, "DROP DATABASE "+name+" WITH (FORCE)"))
	})
	return config.URL(withDB(admin, name))
}

// shared starts or finds the server and makes the template once per process. Other test processes may do the same
// at the same time: an advisory lock lets one of them migrate.
var shared = sync.OnceValues(func() (string, error) {
	admin := os.Getenv("HUBSTAKE_TEST_PG")
	if admin == "" {
		var err error
		if admin, err = start(); err != nil {
			return "", err
		}
	}
	return admin, prepare(context.Background(), admin)
})

// template is named after the content of the migrations, so a changed schema never meets an old template.
func template() string {
	h := fnv.New64a()
	_ = fs.WalkDir(pg.Migrations(), ".", func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			b, _ := fs.ReadFile(pg.Migrations(), p)
			_, _ = h.Write(b)
		}
		return err
	})
	return "template_" + strconv.FormatUint(h.Sum64(), 36)
}

func prepare(ctx context.Context, admin string) error {
	conn, err := pgx.Connect(ctx, admin)
	if err != nil {
		return fmt.Errorf("test database: %w", err)
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(4711)"); err != nil {
		return fmt.Errorf("test database: %w", err)
	}
	var exists bool
	name := template()
	if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name).Scan(&exists); err != nil || exists {
		return err
	}
	building := name + "_new" // a process that dies while migrating must not leave a half-made template
	for _, sql := range []string{"DROP DATABASE IF EXISTS " + building, "CREATE DATABASE " + building} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return fmt.Errorf("test database: %w", err)
		}
	}
	if _, err := pg.Migrate(ctx, config.URL(withDB(admin, building))); err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "ALTER DATABASE "+building+" RENAME TO "+name)
	return err
}

func withDB(admin, name string) string {
	u, err := url.Parse(admin)
	if err != nil {
		return admin
	}
	u.Path = "/" + name
	return u.String()
}

func exec1(ctx context.Context, admin, sql string) error {
	conn, err := pgx.Connect(ctx, admin)
	if err != nil {
		return fmt.Errorf("test database: %w", err)
	}
	defer func() { _ = conn.Close(ctx) }()
	_, err = conn.Exec(ctx, sql)
	return err
}

// start runs a throw-away server: no durability, a port of its own, ended with this process. PostgreSQL refuses to
// run as root, so root hands over to the user postgres.
func start() (string, error) {
	bin, err := binaries()
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "hubstake-pg-")
	if err != nil {
		return "", fmt.Errorf("test database: %w", err)
	}
	attr := &syscall.SysProcAttr{Pdeathsig: syscall.SIGQUIT}
	if os.Getuid() == 0 {
		u, err := user.Lookup("postgres")
		if err != nil {
			return "", fmt.Errorf("test database: root cannot run PostgreSQL and there is no user postgres: %w", err)
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		if err := os.Chown(dir, uid, gid); err != nil {
			return "", fmt.Errorf("test database: %w", err)
		}
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("test database: %w", err)
	}
	port := strconv.Itoa(ln.Addr().(*net.TCPAddr).Port)
	_ = ln.Close()
	data := filepath.Join(dir, "data")
	initdb := exec.Command(filepath.Join(bin, "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
	initdb.SysProcAttr, initdb.Dir = attr, dir
	if out, err := initdb.CombinedOutput(); err != nil {
		return "", fmt.Errorf("initdb: %w: %s", err, out)
	}
	srv := exec.Command(filepath.Join(bin, "postgres"), "-D", data, "-p", port, "-h", "127.0.0.1", "-k", dir,
		"-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off", "-c", "max_connections=200")
	srv.SysProcAttr, srv.Dir = attr, dir
	if err := srv.Start(); err != nil {
		return "", fmt.Errorf("postgres: %w", err)
	}
	admin := "postgres://postgres@127.0.0.1:" + port + "/postgres?sslmode=disable"
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		err := exec1(ctx, admin, "SELECT 1")
		if err == nil {
			return admin, nil
		}
		select {
		case <-ctx.Done():
			return "", fmt.Errorf("the test database does not come up: %w", err)
		case <-tick.C:
		}
	}
}

func binaries() (string, error) {
	if p, err := exec.LookPath("postgres"); err == nil {
		return filepath.Dir(p), nil
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/postgres")
	if len(found) == 0 {
		return "", fmt.Errorf("PostgreSQL's server is not installed; set HUBSTAKE_TEST_PG or install postgresql")
	}
	return filepath.Dir(found[len(found)-1]), nil
}
