// Package pgtest gives tests a real PostgreSQL: the server named by HUBSTAKE_TEST_PG (a superuser's URL), or a
// private one that lives as long as the test process. Databases are copies of a migrated template; a test borrows one of a pool and finds it as the
// template is, which costs a tenth of a copy.
package pgtest

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/id"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit"
)

// DB lends a clean database and returns a pool of connections to it.
func DB(tb testing.TB) *pgxpool.Pool {
	tb.Helper()
	return Pool(tb, URL(tb))
}

// Pool returns a pool on a database of URL.
func Pool(tb testing.TB, address config.URL) *pgxpool.Pool {
	tb.Helper()
	return connect(tb, address, pg.Options{StatementTimeout: patience, IdleTimeout: patience, BriefTimeout: patience})
}

// Strict returns a pool on the database of another one whose server ends idle transactions as early as in production.
func Strict(tb testing.TB, db *pgxpool.Pool) *pgxpool.Pool {
	tb.Helper()
	return connect(tb, config.URL(db.Config().ConnString()), pg.Options{StatementTimeout: patience})
}

func connect(tb testing.TB, address config.URL, o pg.Options) *pgxpool.Pool {
	tb.Helper()
	pool, err := pg.Open(tb.Context(), patiently(address), o)
	require.NoError(tb, err)
	tb.Cleanup(pool.Close)
	return pool
}

// patience is how long a test waits for its database: the machine may be busy.
const patience = testkit.Patience

// Column returns the rows of a query with one column of text.
func Column(tb testing.TB, db *pgxpool.Pool, sql string) []string {
	tb.Helper()
	rows, err := db.Query(tb.Context(), sql)
	require.NoError(tb, err)
	out, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(tb, err)
	return out
}

// URL lends a clean database of the pool and returns its address. The database goes back after the test; one whose structure a test changed is
// made again.
func URL(tb testing.TB) config.URL {
	tb.Helper()
	admin, err := shared()
	require.NoError(tb, err)
	name, err := databases.take(context.WithoutCancel(tb.Context()), admin)
	require.NoError(tb, err)
	tb.Cleanup(func() { databases.giveBack(name) })
	return patiently(config.URL(withDB(admin, name)))
}

// Fresh returns a pool on a database that no test has used: for tests that read plans or statistics, and those that change roles or the structure so
// often that cleaning would not pay.
func Fresh(tb testing.TB) *pgxpool.Pool {
	tb.Helper()
	return Pool(tb, FreshURL(tb))
}

// FreshURL makes a database that no test has used and returns its address. It is dropped after the test.
func FreshURL(tb testing.TB) config.URL {
	tb.Helper()
	admin, err := shared()
	require.NoError(tb, err)
	name := "test_" + strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(id.New()))
	require.NoError(tb, create(tb.Context(), admin, name, template()))
	tb.Cleanup(func() {
		require.NoError(tb, exec1(context.WithoutCancel(tb.Context()), admin, "DROP DATABASE "+name+" WITH (FORCE)"))
	})
	return patiently(config.URL(withDB(admin, name)))
}

// patiently has a program wait for its connections, too.
func patiently(address config.URL) config.URL {
	sign := "?"
	switch {
	case strings.Contains(string(address), "connect_timeout="):
		return address
	case strings.Contains(string(address), "?"):
		sign = "&"
	}
	return address + config.URL(sign+"connect_timeout="+strconv.Itoa(int(patience.Seconds())))
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
