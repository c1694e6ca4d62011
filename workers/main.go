// Command workers does what nobody waits for: it publishes the outbox, writes lost projections again and runs the jobs
// that go by the clock. README.md says what each worker reads, writes and does after a crash.
package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"

	"golang.org/x/sync/errgroup"

	"hubstake/internal/cash"
	"hubstake/internal/clock"
	books "hubstake/internal/invariant"
	"hubstake/internal/member"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/outbox"
	"hubstake/internal/platform/pg"
	"hubstake/internal/platform/rds"
	"hubstake/internal/site"
	"hubstake/workers/figures"
	"hubstake/workers/invariant"
	"hubstake/workers/refresh"
	"hubstake/workers/relay"
	"hubstake/workers/sweep"
)

type settings struct {
	config.Common
	Database config.URL `env:"DATABASE_URL,required"`
	Redis    config.URL `env:"REDIS_URL,required"`
}

func main() {
	if len(os.Args) > 1 {
		os.Exit(command(os.Args[1:]))
	}
	cfg, err := config.Load[settings]("WORKERS")
	if err != nil {
		os.Exit(obs.Fail("workers", err))
	}
	os.Exit(obs.Main("workers", cfg.Common, func(ctx context.Context, p obs.Program) error { return run(ctx, cfg, p) }))
}

func run(ctx context.Context, cfg settings, p obs.Program) error {
	db, err := pg.Open(ctx, cfg.Database, pg.Options{})
	if err != nil {
		return fmt.Errorf("workers: %w", err)
	}
	defer db.Close()
	p.Reg.MustRegister(pg.NewMetrics(db))
	rdb, err := rds.Open(cfg.Redis)
	if err != nil {
		return fmt.Errorf("workers: %w", err)
	}
	defer func() { _ = rdb.Close() }()
	clk := clock.System{}
	rds.Observe(rdb, p.Reg, clk)
	p.Health.Check("database", pg.Ready(db))
	p.Health.Check("redis", func(ctx context.Context) error { return rdb.Ping(ctx).Err() })

	p.Reg.MustRegister(outbox.NewMetrics(db, p.Log))
	p.Reg.MustRegister(cash.NewQueues(db, clk, p.Log))
	sites := site.New(db, clk)
	members, boards := member.New(db, clk, sites, member.Keys{}), cash.NewBoards(db, clk, sites)
	p.Reg.MustRegister(books.NewMetrics(db, p.Log))
	proofs := invariant.New(invariant.Proofs(db, rdb, clk), p.Log)
	jobs, err := sweep.Client(db, members, boards, proofs, clk, slog.New(slog.NewJSONHandler(os.Stdout, &slog.HandlerOptions{Level: slog.LevelWarn})), p.Reg)
	if err != nil {
		return err
	}
	publish, sums := relay.New(db, rdb, clk, p), figures.New(db, rdb, clk, p.Log, p.Reg)
	publish.Watch(sums.Note)
	p.Health.Serving()
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return publish.Run(ctx) })
	g.Go(func() error { return sums.Run(ctx) })
	g.Go(func() error { return refresh.New(db, rdb, p.Log, p.Reg).Run(ctx) })
	g.Go(func() error { return runJobs(ctx, jobs, p) })
	return g.Wait()
}
