// Package pg is the PostgreSQL side of the platform: the pool, transactions with bounded retries, and the migrations.
package pg

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"hubstake/internal/platform/config"
	"hubstake/internal/platform/obs"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Options of a pool. Zero values mean 16 connections, 5 s for a statement and waits that only the caller's context ends.
type Options struct {
	MaxConns         int32
	StatementTimeout time.Duration // after which the server ends a statement
	Patience         time.Duration // after which the caller gives up one wait: for a connection, or for a statement's answer
}

// Open makes a pool; it does not wait for the server. A statement that runs longer than the time-out is
// cancelled by the server, so no request can hold a lock for good.
func Open(ctx context.Context, u config.URL, o Options) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(string(u))
	if err != nil {
		return nil, errors.New("database address: not of the form postgres://user:password@host:port/db")
	}
	if o.MaxConns == 0 {
		o.MaxConns = 16
	}
	if o.StatementTimeout == 0 {
		o.StatementTimeout = 5 * time.Second
	}
	cfg.MaxConns = o.MaxConns
	cfg.ConnConfig.ConnectTimeout = 2 * time.Second
	cfg.PingTimeout = 2 * time.Second
	cfg.AfterConnect = readUTC
	if o.Patience > 0 {
		cfg.ConnConfig.Tracer = patience(o.Patience)
	}
	params := cfg.ConnConfig.RuntimeParams
	params["timezone"] = "UTC"
	params["statement_timeout"] = fmt.Sprint(o.StatementTimeout.Milliseconds())
	params["idle_in_transaction_session_timeout"] = "10000"
	params["random_page_cost"] = "1.1" // data that matters is in memory, the rest on something that does not rotate
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	return pool, nil
}

// readUTC makes moments come back in UTC, whatever the machine's own zone is: they go out on the wire as they are.
func readUTC(_ context.Context, c *pgx.Conn) error {
	c.TypeMap().RegisterType(&pgtype.Type{
		Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC},
	})
	return nil
}

// Beginner is a pool, a connection, or a transaction in which a savepoint will do.
type Beginner interface {
	Begin(ctx context.Context) (pgx.Tx, error)
}

// InTx runs do in a transaction and commits. A serialization failure or a deadlock is tried again, three times at
// most with a short random pause; do must therefore have no effect outside of the transaction. When the connection
// is lost during the commit the error says so and the outcome is unknown: the caller's idempotency key decides.
func InTx(ctx context.Context, db Beginner, do func(pgx.Tx) error) error {
	const tries = 3
	ctx, end := obs.Step(ctx, "tx")
	defer end()
	for n := 1; ; n++ {
		err := pgx.BeginFunc(ctx, db, do)
		if err == nil || n == tries || !retryable(err) {
			return err
		}
		again(ctx, err)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Duration(1+rand.IntN(10*n)) * time.Millisecond):
		}
	}
}

func retryable(err error) bool {
	var pe *pgconn.PgError
	return errors.As(err, &pe) && (pe.Code == "40001" || pe.Code == "40P01")
}

// Violates tells whether err is a violation of the named constraint or unique index.
func Violates(err error, constraint string) bool {
	var pe *pgconn.PgError
	return errors.As(err, &pe) && pe.ConstraintName == constraint
}

// Unavailable tells whether err means that the database cannot be used now, so that the answer is "try later" (E002)
// and not a defect of ours.
func Unavailable(err error) bool {
	var pe *pgconn.PgError
	if errors.As(err, &pe) {
		switch pe.Code[:2] {
		case "08", "53", "57": // connection, resources, shutdown and cancel
			return true
		}
		return retryable(err)
	}
	var ce *pgconn.ConnectError
	var ne net.Error
	return errors.As(err, &ce) || errors.As(err, &ne) || errors.Is(err, context.DeadlineExceeded) ||
		pgconn.SafeToRetry(err) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)
}

// Migrations are the numbered files, for whoever checks them.
func Migrations() fs.FS {
	sub, err := fs.Sub(migrations, "migrations")
	if err != nil {
		panic(err) // embedded
	}
	return sub
}

// Migrate brings the schema to the newest version and returns that version. Two at once are serialised by goose's
// session lock.
func Migrate(ctx context.Context, u config.URL) (int64, error) {
	cfg, err := pgx.ParseConfig(string(u))
	if err != nil {
		return 0, errors.New("database address: not of the form postgres://user:password@host:port/db")
	}
	db := stdlib.OpenDB(*cfg)
	defer func() { _ = db.Close() }()
	p, err := provider(db)
	if err != nil {
		return 0, err
	}
	if _, err := p.Up(ctx); err != nil {
		return 0, fmt.Errorf("migrate: %w", err)
	}
	if err := migrateJobs(ctx, u); err != nil {
		return 0, err
	}
	v, err := p.GetDBVersion(ctx)
	if err != nil {
		return 0, fmt.Errorf("migrate: %w", err)
	}
	return v, nil
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

func provider(db *sql.DB) (*goose.Provider, error) {
	p, err := goose.NewProvider(goose.DialectPostgres, db, Migrations(), goose.WithDisableGlobalRegistry(true),
		goose.WithAllowOutofOrder(true)) // branches that were worked on at the same time are merged in any order
	if err != nil {
		return nil, fmt.Errorf("migrations: %w", err)
	}
	return p, nil
}

// Ready returns a health check: the database answers and its schema is at least as new as this program's.
func Ready(pool *pgxpool.Pool) func(context.Context) error {
	var want int64
	entries, _ := fs.ReadDir(Migrations(), ".")
	for _, e := range entries {
		if v, err := goose.NumericComponent(e.Name()); err == nil && v > want {
			want = v
		}
	}
	return func(ctx context.Context) error {
		var have int64
		err := pool.QueryRow(ctx, "SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied").Scan(&have)
		if err != nil {
			return fmt.Errorf("database: %w", err)
		}
		if have < want {
			return fmt.Errorf("schema is at version %d, %d is needed", have, want)
		}
		return nil
	}
}
