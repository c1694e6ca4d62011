package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"hubstake/internal/operator/audit"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/pg"
)

// command runs what is asked for on the command line instead of the workers, with the same settings, and returns the
// status of the process.
func command(args []string) int {
	cfg, err := config.Load[settings]("WORKERS")
	if err != nil {
		return obs.Fail("workers", err)
	}
	do := verifyAudit
	switch args[0] {
	case "invariants":
		do = checkInvariants
	case "feed":
		do = replayFeed
	case "restored":
		do = declareRestore
	case "commissions":
		do = rebuildSums
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	defer stop()
	if err := do(ctx, cfg, args, os.Stdout); err != nil {
		return obs.Fail("workers", err)
	}
	return 0
}

var (
	errUsage    = errors.New("workers takes no arguments, or: audit verify [site:seq:hash …], or: invariants check, or: restored, or: commissions rebuild SITE, or: feed [-speed N] [-lead DURATION] FILE …")
	errTampered = errors.New("the audit is not as it was written")
)

// verifyAudit is `audit verify`: it recomputes every chain and prints its tip, a line for each site. Keep that output where
// the database's own administrators cannot write, and give it as arguments the next time.
func verifyAudit(ctx context.Context, cfg settings, args []string, out io.Writer) error {
	if len(args) < 2 || args[0] != "audit" || args[1] != "verify" {
		return errUsage
	}
	known := make([]audit.Tip, len(args)-2)
	for i, text := range args[2:] {
		var err error
		if known[i], err = audit.ParseTip(text); err != nil {
			return err
		}
	}
	db, err := pg.Open(ctx, cfg.Database, pg.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	tips, faults, err := audit.Verify(ctx, db, known...)
	if err != nil {
		return err
	}
	for _, t := range tips {
		fmt.Fprintln(out, t)
	}
	for _, f := range faults {
		fmt.Fprintln(out, "tampered: "+f)
	}
	if len(faults) > 0 {
		return errTampered
	}
	return nil
}
