package pg

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"hubstake/internal"
	"hubstake/internal/platform/config"
)

//go:embed migrations/*.sql
var migrations embed.FS

const (
	// lockTimeout bounds how long a migration waits for a lock. Everything that wants the same table queues behind a waiting
	// migration, bets too, so it gives up soon and tries again after lockPause, in which the queue moves on.
	lockTimeout = 500 * time.Millisecond
	lockPause   = time.Second
	lockTries   = 120
	// migrateKey is the advisory lock that one migrator holds at a time.
	migrateKey = 0x6875627374616b65
	// grantKey is the advisory lock of who changes grants: PostgreSQL refuses two who change one row of its catalogue at once.
	grantKey = migrateKey + 1
)

// Schema is what a database is migrated to: numbered files, which hold the tables, and functions.sql files, which hold SQL
// functions and triggers.
type Schema struct {
	Migrations fs.FS // NNNNN_name.sql at the top
	Functions  fs.FS // files called functions.sql, anywhere
	// Back applies the functions even if the database has had a newer set since (MIGRATE_BACK). Without it a machine that still runs the
	// release before leaves the functions of the newer release alone.
	Back bool
	// Roles are granted what their programs need, by their names (Grant); one without a name is passed over. New functions and triggers reach the
	// programs together with their grants.
	Roles map[string]Rights
}

// Current returns the schema of this program.
func Current() Schema {
	sub, err := fs.Sub(migrations, "migrations")
	if err != nil {
		panic(err) // embedded
	}
	return Schema{Migrations: sub, Functions: internal.Functions}
}

// Migrate brings the database to the schema of this program and returns the version of its tables. See Schema.Migrate.
func Migrate(ctx context.Context, u config.URL) (int64, error) { return Current().Migrate(ctx, u) }

// Migrate applies the numbered files that the database does not have yet, then the functions and triggers if any of them
// changed, then the job queue's own tables, and grants the roles what they need of all. It returns the version of the newest
// numbered file. Run it as the owner. A second migrator waits until the first is done. A lock that is not free is waited for briefly and repeatedly, so that the programs
// work on meanwhile; after lockTries the error is that of PostgreSQL (55P03). Each file is one transaction, so Migrate may be
// repeated after any failure.
func (s Schema) Migrate(ctx context.Context, u config.URL) (int64, error) {
	cfg, err := pgx.ParseConfig(string(u))
	if err != nil {
		return 0, errors.New("database address: not of the form postgres://user:password@host:port/db")
	}
	cfg.RuntimeParams["statement_timeout"] = "0"
	conn, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return 0, fmt.Errorf("migrate: %w", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if err := lockMigration(ctx, conn); err != nil {
		return 0, fmt.Errorf("migrate: %w", err)
	}
	version, err := s.applyFiles(ctx, cfg)
	if err != nil {
		return 0, fmt.Errorf("migrate: %w", err)
	}
	if err := waitForLocks(ctx, lockTries, func() error { return s.applyFunctions(ctx, conn) }); err != nil {
		return 0, fmt.Errorf("migrate: functions: %w", err)
	}
	if err := applySearchIndexes(ctx, conn); err != nil {
		return 0, fmt.Errorf("migrate: %w", err)
	}
	if err := migrateJobs(ctx, u); err != nil {
		return 0, err
	}
	err = waitForLocks(ctx, lockTries, func() error {
		return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return grantAll(ctx, tx, s.Roles) })
	})
	if err != nil {
		return 0, fmt.Errorf("migrate: %w", err)
	}
	return version, nil
}

// lockMigration takes the migrators' lock; it ends with the connection. It polls: a statement that waits would hold a snapshot,
// for which the CREATE INDEX CONCURRENTLY of the migrator before would wait in turn.
func lockMigration(ctx context.Context, conn *pgx.Conn) error {
	for {
		var got bool
		if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", int64(migrateKey)).Scan(&got); err != nil || got {
			return err
		}
		if err := pause(ctx, 100*time.Millisecond); err != nil {
			return err
		}
	}
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// waitForLocks repeats do, a number of times and lockPause apart, while it fails because a lock was not free in time.
func waitForLocks(ctx context.Context, tries int, do func() error) error {
	for n := 1; ; n++ {
		err := do()
		var pe *pgconn.PgError
		if err == nil || n == tries || !errors.As(err, &pe) || (pe.Code != "55P03" && !retryable(err)) {
			return err
		}
		if err := pause(ctx, lockPause); err != nil {
			return err
		}
	}
}

// applyFiles applies the numbered files that are not applied yet, in order.
func (s Schema) applyFiles(ctx context.Context, cfg *pgx.ConnConfig) (int64, error) {
	short := cfg.Copy()
	short.RuntimeParams["lock_timeout"] = fmt.Sprint(lockTimeout.Milliseconds())
	inTx, closeTx, err := s.provider(short)
	if err != nil {
		return 0, err
	}
	defer closeTx()
	// Files without a transaction hold CONCURRENTLY statements only (the lint in the tests sees to it): they wait for the
	// transactions of others without blocking anyone, so they may take their time.
	free, closeFree, err := s.provider(cfg)
	if err != nil {
		return 0, err
	}
	defer closeFree()
	states, err := inTx.Status(ctx)
	if err != nil {
		return 0, err
	}
	for _, st := range states {
		if st.State == goose.StateApplied {
			continue
		}
		text, err := fs.ReadFile(s.Migrations, st.Source.Path)
		if err != nil {
			return 0, err
		}
		p := inTx
		if strings.Contains(string(text), "-- +goose NO TRANSACTION") {
			p = free
		}
		err = waitForLocks(ctx, lockTries, func() error {
			_, err := p.ApplyVersion(ctx, st.Source.Version, true)
			return err
		})
		if err != nil {
			return 0, err
		}
	}
	return inTx.GetDBVersion(ctx)
}

// provider returns goose on a pool of its own, and what closes that.
func (s Schema) provider(cfg *pgx.ConnConfig) (*goose.Provider, func(), error) {
	db := stdlib.OpenDB(*cfg)
	p, err := goose.NewProvider(goose.DialectPostgres, db, s.Migrations, goose.WithDisableGlobalRegistry(true),
		goose.WithAllowOutofOrder(true)) // branches that were worked on at the same time are merged in any order
	if err != nil {
		_ = db.Close()
		return nil, nil, fmt.Errorf("files: %w", err)
	}
	return p, func() { _ = db.Close() }, nil
}

// migrateJobs brings the tables of the job queue, which is River's own, to the version of the library.
func migrateJobs(ctx context.Context, u config.URL) error {
	pool, err := pgxpool.New(ctx, string(u))
	if err != nil {
		return fmt.Errorf("migrate jobs: %w", err)
	}
	defer pool.Close()
	m, err := rivermigrate.New(riverpgxv5.New(pool), nil)
	if err != nil {
		return fmt.Errorf("migrate jobs: %w", err)
	}
	if _, err := m.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return fmt.Errorf("migrate jobs: %w", err)
	}
	return nil
}

// Hash identifies the schema: all files and their names.
func (s Schema) Hash() string {
	h := sha256.New()
	for _, files := range []fs.FS{s.Migrations, s.Functions} {
		_ = fs.WalkDir(files, ".", func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			text, err := fs.ReadFile(files, path)
			_, _ = fmt.Fprintf(h, "%s %d\n%s", path, len(text), text)
			return err
		})
	}
	return hex.EncodeToString(h.Sum(nil))
}

// stamp identifies the functions and triggers.
func (s Schema) stamp() string {
	return Schema{Migrations: s.Functions, Functions: embed.FS{}}.Hash()[:16]
}

// Version returns the number of the newest numbered file.
func (s Schema) Version() (newest int64) {
	entries, _ := fs.ReadDir(s.Migrations, ".")
	for _, e := range entries {
		if v, err := goose.NumericComponent(e.Name()); err == nil {
			newest = max(newest, v)
		}
	}
	return newest
}

// errStandby reports that a balancer, or a name, leads to a standby or to a primary that was demoted.
var errStandby = errors.New("the server takes no writes")

// Ready returns a health check: the database answers and takes writes, its tables are at least as new as this program's, and its
// functions are this program's or those of the one release after it.
func Ready(pool *pgxpool.Pool) func(context.Context) error {
	want, stamp := Current().Version(), Current().stamp()
	return func(ctx context.Context) error {
		var have int64
		var stamps []string
		var standby bool
		err := pool.QueryRow(ctx, `
			SELECT coalesce((SELECT max(version_id) FROM goose_db_version WHERE is_applied), 0),
			       ARRAY(SELECT stamp FROM schema_stamp ORDER BY id DESC LIMIT 2),
			       pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean`).Scan(&have, &stamps, &standby)
		if err != nil {
			return fmt.Errorf("database: %w", err)
		}
		if standby {
			pool.Reset() // the next look connects again, perhaps to the new primary
			return fmt.Errorf("database: %w", errStandby)
		}
		if have < want {
			return fmt.Errorf("schema is at version %d, %d is needed", have, want)
		}
		if !slices.Contains(stamps, stamp) {
			return fmt.Errorf("SQL functions are %v, %s are needed: run migrate of this release", stamps, stamp)
		}
		return nil
	}
}
