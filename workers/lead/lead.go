// Package lead has one process of the cluster at a time do a work, by an advisory lock on a connection of its own. It spares the others the work; two leaders at a time, as there
// may be for a moment after a network failed, must do no harm.
package lead

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"hubstake/internal/core/clock"
)

const (
	patience  = 10 * time.Second // with the server, for one statement
	idleLimit = "5s"             // after which the server ends the session of a leader that is silent, and its lock
	signEvery = time.Second      // between two signs of life of a leader
	followers = time.Second      // between two tries to become the leader, and after a failure of the lock's connection
)

// ErrEnded reports that there is nothing left to do: the lock is given up and not tried again.
var ErrEnded = errors.New("lead: ended")

// lockKey is the key of the advisory lock of a name.
func lockKey(name string) int64 { return int64(xxhash.Sum64String(name)) }

// Run has work run while this process holds the lock of a name, until ctx is done or work returns ErrEnded. leading is 1 meanwhile; nil: not told.
func Run(ctx context.Context, db *pgxpool.Pool, log zerolog.Logger, name string, leading prometheus.Gauge, work func(context.Context) error) {
	for {
		err := try(ctx, db, name, leading, work)
		switch {
		case errors.Is(err, ErrEnded):
			return
		case err != nil && ctx.Err() == nil:
			log.Warn().Err(err).Str("lock", name).Msg("the lock is lost or cannot be tried")
		}
		if !clock.Pause(ctx, followers) {
			return
		}
	}
}

// try tries the lock once, without waiting for it, and runs work while it holds it. The error is work's, or that of the lock's connection; nil
// while another process leads.
func try(ctx context.Context, db *pgxpool.Pool, name string, leading prometheus.Gauge, work func(context.Context) error) error {
	conn, err := db.Acquire(ctx)
	if err != nil {
		return fmt.Errorf("lead: %w", err)
	}
	defer conn.Release()
	var mine bool
	asked, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := conn.QueryRow(asked, "SELECT pg_try_advisory_lock($1)", lockKey(name)).Scan(&mine); err != nil || !mine {
		return err
	}
	// The connection goes back into the pool: it must not keep the lock. A connection that is lost loses it by itself.
	defer func() {
		freed, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer cancel()
		_, _ = conn.Exec(freed, "SELECT pg_advisory_unlock($1)", lockKey(name))
		_, _ = conn.Exec(freed, "RESET idle_session_timeout")
	}()
	if _, err := conn.Exec(asked, "SET idle_session_timeout = '"+idleLimit+"'"); err != nil {
		return fmt.Errorf("lead: idle limit: %w", err)
	}
	if leading != nil {
		leading.Set(1)
		defer leading.Set(0)
	}
	working, stop := context.WithCancel(ctx)
	lost := make(chan error, 1)
	go func() {
		defer stop() // work ends when the lock is lost
		lost <- signs(working, conn)
	}()
	err = work(working)
	stop()
	if gone := <-lost; gone != nil && !errors.Is(err, ErrEnded) {
		return gone // which is why the work ended
	}
	return err
}

// signs shows the server that the leader lives, until ctx is done or the connection is lost. A server that does not answer is lost as well.
func signs(ctx context.Context, conn *pgxpool.Conn) error {
	for clock.Pause(ctx, signEvery) {
		// Not bound to ctx: the end of the work must not close the connection.
		asked, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
		_, err := conn.Exec(asked, "SELECT")
		cancel()
		if err != nil {
			return fmt.Errorf("lead: lock: %w", err)
		}
	}
	return nil
}
