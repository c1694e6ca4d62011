package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"hubstake/internal/core/clock"
	"hubstake/internal/platform/pg"
	"hubstake/internal/platform/redisx"
	"hubstake/workers/reconcile"
)

var errBroken = errors.New("an invariant is broken")

// checkInvariants is `invariants check`: it looks at everything, as the nightly job does, prints what is broken, a line for each,
// and clears what was found before and is not broken any more.
func checkInvariants(ctx context.Context, cfg settings, args []string, out io.Writer) error {
	if len(args) != 2 || args[1] != "check" {
		return errUsage
	}
	db, err := pg.Open(ctx, cfg.Database, pg.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	rdb, err := redisx.Open(cfg.Redis)
	if err != nil {
		return err
	}
	defer func() { _ = rdb.Close() }()
	found, err := reconcile.Proofs(db, rdb, clock.System{}).Full(ctx)
	if err != nil {
		return err
	}
	for _, v := range found {
		fmt.Fprintln(out, v)
	}
	if len(found) > 0 {
		return errBroken
	}
	return nil
}
