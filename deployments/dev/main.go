// Command dev sets up and runs Hubstake on one machine: a private PostgreSQL and Redis, all programs and the origin.
// The Makefile calls it; README.md of deployments tells what it keeps where.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"hubstake/internal/core/clock"
)

// errUsage lists the commands.
var errUsage = errors.New(`usage: dev COMMAND

  run                   start everything and stay; Ctrl-C ends it
  up                    start everything in the background, return when ready
  down                  end what up or run started
  reset                 drop all data of the instance
  exec -- CMD …         run CMD with the settings of the running instance
  with-instance -- CMD …  run CMD beside a new instance of its own, then end that
  with-testdb -- CMD …  run CMD with HUBSTAKE_TEST_PG and HUBSTAKE_TEST_REDIS, servers of its own
  around MOMENT PACKAGE …  run the tests of packages while the clock passes a moment (2028-02-29T00:00:00+09:00)
  packages              install the packages of the site when they changed
  test                  all tests
  check                 format, types, contracts and builds
  ci                    what a landing must pass: test, check and one share of the deep tests
  deep [SHARE …]        the deep tests, all or some shares, noted in .ci/deep.tsv

HUBSTAKE_PORT (8080) is the port of the origin, HUBSTAKE_DEV_DIR (.dev) the directory of the instance,
HUBSTAKE_SITE_OPTIONS (JSON) what a demo site that is made now has other than the defaults,
HUBSTAKE_SEED=tests adds the accounts that the browser tests need, HUBSTAKE_SEED=none leaves the database empty`)

func main() {
	p, err := findPlace(os.Getenv)
	if err == nil {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
		err = dispatch(ctx, p, os.Args[1:])
		stop()
	}
	var ended status
	switch {
	case err == nil:
	case errors.As(err, &ended):
		os.Exit(int(ended))
	case errors.Is(err, context.Canceled):
		os.Exit(130)
	default:
		fmt.Fprintf(os.Stderr, "dev: %v\n", err)
		os.Exit(1)
	}
}

func dispatch(ctx context.Context, p place, args []string) error {
	s := &steps{out: os.Stdout, clk: clock.System{}}
	name := ""
	if len(args) > 0 {
		name = args[0]
	}
	alone := map[string]func() error{
		"run":      func() error { return runHere(ctx, p, s) },
		"up":       func() error { return runBehind(ctx, p, s) },
		"down":     func() error { return down(p, s) },
		"reset":    func() error { return reset(p, s) },
		"test":     func() error { return test(ctx, p, s) },
		"check":    func() error { return check(ctx, p, s) },
		"ci":       func() error { return ci(ctx, p, s) },
		"packages": func() error { return s.do(ctx, "packages of the site", p.installWeb) },
	}
	with := map[string]func([]string) error{
		"exec":          func(cmd []string) error { return execWith(ctx, p, cmd) },
		"with-testdb":   func(cmd []string) error { return withTestDB(ctx, p, cmd) },
		"with-instance": func(cmd []string) error { return withInstance(ctx, p, s, cmd) },
	}
	switch name {
	case "deep":
		return deep(ctx, p, s, args[1:])
	case "around":
		return testAround(ctx, p, args[1:])
	}
	if do, ok := alone[name]; ok && len(args) == 1 {
		return do()
	}
	if do, ok := with[name]; ok && len(args) > 2 && args[1] == "--" {
		return do(args[2:])
	}
	return errUsage
}
