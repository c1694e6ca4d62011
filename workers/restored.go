package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/prometheus/client_golang/prometheus"

	"hubstake/internal/core/clock"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/pg"
	"hubstake/internal/platform/redisx"
	"hubstake/workers/relay"
)

// declareRestore is `restored`: an operator says that PostgreSQL and Redis came back from the same moment, which the relay cannot notice.
// It does what the relay does after a restore that it notices. All workers must be stopped (relay.ErrLeading).
func declareRestore(ctx context.Context, cfg settings, args []string, out io.Writer) error {
	if len(args) != 1 {
		return errUsage
	}
	log, err := obs.Logger(os.Stderr, "workers", cfg.LogLevel)
	if err != nil {
		return err
	}
	db, err := pg.Open(ctx, cfg.Database, pg.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	if err := pg.Direct(ctx, db); err != nil { // the lock belongs to a connection
		return err
	}
	rdb, err := redisx.Open(cfg.Redis)
	if err != nil {
		return err
	}
	defer func() { _ = rdb.Close() }()
	if err := relay.New(db, rdb, clock.System{}, obs.Program{Log: log, Reg: prometheus.NewRegistry()}).Restored(ctx); err != nil {
		return err
	}
	fmt.Fprintln(out, "identities moved forward, staff's sessions ended, streams and projections cleared; start the workers")
	return nil
}
