// Package pg is the PostgreSQL side of the platform: the pool, transactions with bounded retries, and the migrations.
package pg

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/platform/config"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/rawio"
)

// Options of a pool. Zero values mean 16 connections, 5 s for a statement and waits that only the caller's context ends.
type Options struct {
	MaxConns         int32
	StatementTimeout time.Duration // after which the server ends a statement
	Patience         time.Duration // after which the caller gives up one wait: for a connection, or for a statement's answer
	IdleTimeout      time.Duration // after which the server ends a transaction in which nothing happens; zero means 10 s
	BriefTimeout     time.Duration // the same for a transaction of Brief; zero means 1 s
}

// Open makes a pool; it does not wait for the server. A statement that runs longer than the timeout is
// cancelled by the server, so no request can hold a lock for good. A new connection is given up after connect_timeout of the address, 2 s without it.
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
	if !strings.Contains(string(u), "connect_timeout=") {
		cfg.ConnConfig.ConnectTimeout = 2 * time.Second
	}
	if o.IdleTimeout == 0 {
		o.IdleTimeout = 10 * time.Second
	}
	if o.BriefTimeout == 0 {
		o.BriefTimeout = time.Second
	}
	cfg.PingTimeout = 2 * time.Second
	cfg.AfterConnect = func(ctx context.Context, c *pgx.Conn) error {
		readUTC(c)
		if err := refusePooler(ctx, c); err != nil {
			return err
		}
		return registerRows(ctx, c)
	}
	dial := cfg.ConnConfig.DialFunc
	cfg.ConnConfig.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return rawio.Conn(c), nil
	}
	cfg.ConnConfig.OnPgError = keepUsable(cfg.ConnConfig.OnPgError)
	if o.Patience > 0 {
		cfg.ConnConfig.Tracer = patience(o.Patience)
	}
	params := cfg.ConnConfig.RuntimeParams
	params["timezone"] = "UTC"
	params["statement_timeout"] = fmt.Sprint(o.StatementTimeout.Milliseconds())
	params["idle_in_transaction_session_timeout"] = fmt.Sprint(o.IdleTimeout.Milliseconds())
	params[BriefSetting] = fmt.Sprint(o.BriefTimeout.Milliseconds())
	// A program whose machine or network is gone in the middle of a trip left a transaction that is not idle: the server asks after it.
	params["tcp_keepalives_idle"], params["tcp_keepalives_interval"], params["tcp_keepalives_count"] = "5", "2", "3"
	params["random_page_cost"] = "1.1" // data that matters is in memory, the rest on something that does not rotate
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	return pool, nil
}

// readUTC makes moments come back in UTC, whatever the machine's own zone is: they go out on the wire as they are.
func readUTC(c *pgx.Conn) {
	c.TypeMap().RegisterType(&pgtype.Type{
		Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC},
	})
}

// readOnly is the SQLSTATE of a write to a server that takes none: a standby, or a primary that was demoted.
const readOnly = "25006"

// keepUsable returns a handler that also closes a connection to a server that takes no writes, so that the pool connects again and
// reaches the new primary. Without it the pool would keep its connections to a demoted primary for as long as that answers.
func keepUsable(keep pgconn.PgErrorHandler) pgconn.PgErrorHandler {
	return func(c *pgconn.PgConn, err *pgconn.PgError) bool {
		return err.Code != readOnly && (keep == nil || keep(c, err))
	}
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

// BriefSetting is the setting of a connection that holds Options.BriefTimeout in milliseconds.
const BriefSetting = "hubstake.brief"

// Brief lets the server end tx when its program does nothing with it for Options.BriefTimeout, a second. Transactions that hold a wallet or the head of the
// audit set it, as the connections of the wallet's writer do: a program that freezes there must not hold up bets for longer than
// their callers wait.
func Brief(ctx context.Context, tx pgx.Tx) error {
	if _, err := tx.Exec(ctx, brief); err != nil {
		return fmt.Errorf("idle limit: %w", err)
	}
	return nil
}

// QueueBrief is Brief as the first statement of a batch.
func QueueBrief(q *pgx.Batch) { q.Queue(brief) }

const brief = "SELECT set_config('idle_in_transaction_session_timeout', current_setting('" + BriefSetting + "'), true)"

func retryable(err error) bool {
	var pe *pgconn.PgError
	return errors.As(err, &pe) && (pe.Code == "40001" || pe.Code == "40P01")
}

// Violates reports whether err is a violation of the named constraint or unique index.
func Violates(err error, constraint string) bool {
	var pe *pgconn.PgError
	return errors.As(err, &pe) && pe.ConstraintName == constraint
}

// Unavailable reports whether err means that the database cannot be used now, so that the answer is "try later" (E002)
// and not a defect of ours.
func Unavailable(err error) bool {
	var pe *pgconn.PgError
	if errors.As(err, &pe) {
		switch pe.Code[:2] {
		case "08", "53", "57": // connection, resources, shutdown and cancel
			return true
		}
		return pe.Code == readOnly || pe.Code == "25P03" || retryable(err) // 25P03: idle for longer than Brief allows
	}
	var ce *pgconn.ConnectError
	var ne net.Error
	return errors.As(err, &ce) || errors.As(err, &ne) || errors.Is(err, context.DeadlineExceeded) ||
		pgconn.SafeToRetry(err) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)
}

// Durable returns an error when the server answers that commits do not wait for the log (synchronous_commit off). A crash of such a server
// takes back transactions that were answered and published. A server that does not answer may still come: that is not an error here,
// readiness tells it.
func Durable(ctx context.Context, db *pgxpool.Pool) error {
	var setting string
	if db.QueryRow(ctx, "SELECT current_setting('synchronous_commit')").Scan(&setting) == nil && setting == "off" {
		return errors.New("PostgreSQL has synchronous_commit = off: a crash would lose bets that were answered; set it to on")
	}
	return nil
}
