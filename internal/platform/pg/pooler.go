package pg

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrPooler reports that the database address leads to a connection pooler such as PgBouncer. Our programs keep prepared
// statements, timeouts and locks in their connections, which a pooler hands from one caller to the next: some bets would fail
// and nothing would say why. The programs bound their connections themselves.
var ErrPooler = errors.New("the database address leads to a connection pooler; give the server's own address")

// refusePooler fails on a connection whose other end is not the server's process itself: a pooler has a process number of its own.
func refusePooler(ctx context.Context, c *pgx.Conn) error {
	var server uint32
	if err := c.QueryRow(ctx, "SELECT pg_backend_pid()", pgx.QueryExecModeSimpleProtocol).Scan(&server); err != nil {
		return err
	}
	if server != c.PgConn().PID() {
		return ErrPooler
	}
	return nil
}

// Direct returns ErrPooler if the pool's address certainly leads to a pooler. A server that cannot be reached now is no
// reason to refuse: each connection is checked again when it is made.
func Direct(ctx context.Context, db *pgxpool.Pool) error {
	err := db.Ping(ctx)
	var pe *pgconn.PgError
	if errors.Is(err, ErrPooler) || errors.As(err, &pe) && strings.Contains(pe.Message, "unsupported startup parameter") {
		return ErrPooler
	}
	return nil
}
