// Command workers does the work that no request waits for: it publishes the outbox, reads the feeds of the sportsbook,
// rebuilds lost projections and runs the scheduled jobs. README.md says what each worker reads, writes and does after a crash.
package main

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"slices"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/account/member"
	books "hubstake/internal/accounting/reconcile"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/beacon"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash"
	"hubstake/internal/live"
	"hubstake/internal/live/outbox"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/pg"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/platform/vault"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/provider/dial"
	"hubstake/internal/play/sports"
	"hubstake/internal/play/transfer"
	"hubstake/workers/bizmetrics"
	"hubstake/workers/commission"
	"hubstake/workers/draw"
	"hubstake/workers/jackpots"
	"hubstake/workers/jobs"
	"hubstake/workers/poll"
	"hubstake/workers/rebuild"
	"hubstake/workers/reconcile"
	"hubstake/workers/relay"
	"hubstake/workers/settle"
)

type settings struct {
	config.Common
	Database config.URL `env:"DATABASE_URL,required"`
	Redis    config.URL `env:"REDIS_URL,required"`

	// Vendors that keep wallets of their own are asked what became of money on its way there. As the api has them.
	VendorURLs    string        `env:"VENDOR_URLS"`
	VendorSecrets config.Secret `env:"VENDOR_SECRETS"`
	SealKey       config.Key    `env:"SEAL_KEY"` // opens the vendors' keys of the database
	SealKeys      []config.Key  `env:"SEAL_KEYS_ACCEPTED"`

	FeedSettings
	beacon.Settings
}

// Validate checks what the types do not.
func (s settings) Validate() error {
	var p config.Problems
	p.Join(s.Common.Validate())
	p.Join(s.FeedSettings.validate(s.Production()))
	p.Join(s.BeaconProblems(s.Production()))
	urls, err := dial.URLs(s.VendorURLs)
	if len(urls) > 0 && s.SealKey == (config.Key{}) {
		p.Add("SEAL_KEY is needed with VENDOR_URLS")
	}
	if s.Production() {
		if !s.SimKey.Zero() && s.SimKey == s.SealKey {
			p.Add("FEED_SIM_KEY and SEAL_KEY must not be the same secret")
		}
		for _, problem := range config.Split(pg.CheckProduction(s.Database)) {
			p.Add("DATABASE_URL: %w", problem)
		}
		for _, problem := range config.Split(redisx.CheckProduction(s.Redis)) {
			p.Add("REDIS_URL: %w", problem)
		}
		p.Join(dial.CheckProduction(string(s.VendorSecrets), s.VendorURLs))
		if secrets, err := dial.Secrets(string(s.VendorSecrets)); err == nil { // else it has been said
			if !s.SealKey.Zero() {
				secrets["SEAL_KEY"] = s.SealKey[:]
			}
			p.Distinct(secrets)
		}
		return p.Err()
	}
	p.Join(err)
	_, err = dial.Keys(string(s.VendorSecrets))
	p.Join(err)
	return p.Err()
}

// vendors are what asks the vendors of the configuration: for money on its way, and for their jackpots. The metrics count the calls.
func (s settings) vendors(db *pgxpool.Pool, rdb redis.Cmdable, clk clock.Clock, p obs.Program) (*transfer.Service, *jackpots.Poller, *provider.Metrics, error) {
	urls, err := dial.URLs(s.VendorURLs)
	if err != nil {
		return nil, nil, nil, err
	}
	given, err := dial.Keys(string(s.VendorSecrets))
	if err != nil {
		return nil, nil, nil, err
	}
	box, err := vault.New(s.SealKey, s.SealKeys...)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("workers: %w", err)
	}
	ids := slices.Sorted(maps.Keys(urls))
	metrics := provider.NewMetrics(p.Reg, ids...)
	directory := provider.NewDirectory(db, clk, p.Log, box, given)
	metrics.Follow(directory)
	calls := dial.All(urls, directory, clk, metrics, p.Reg)
	p.Reg.MustRegister(transfer.NewPendings(db, clk, p.Log, ids...), casino.NewHeldWins(db, clk, p.Log))
	transfers := transfer.New(db, clk, p.Log, calls.TransferWallets, transfer.NewMetrics(p.Reg, ids...))
	return transfers, jackpots.New(rdb, calls.Jackpots, p.Log), metrics, nil
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

// usualConns is how many connections everything but the feeds' locks may use.
const usualConns = 16

func run(ctx context.Context, cfg settings, p obs.Program) error {
	clk := clock.System{}
	feeds, err := cfg.feeds(clk)
	if err != nil {
		return fmt.Errorf("workers: %w", err)
	}
	db, err := pg.Open(ctx, cfg.Database, pg.Options{MaxConns: usualConns + poll.Connections(len(feeds)) + draw.Connections + commission.Connections})
	if err != nil {
		return fmt.Errorf("workers: %w", err)
	}
	defer db.Close()
	if err := pg.Direct(ctx, db); err != nil {
		return fmt.Errorf("workers: %w", err)
	}
	p.Reg.MustRegister(pg.NewMetrics(db))
	rdb, err := redisx.Open(cfg.Redis)
	if err != nil {
		return fmt.Errorf("workers: %w", err)
	}
	defer func() { _ = rdb.Close() }()
	redisx.Observe(rdb, p.Reg, clk)
	if err := redisx.Supported(ctx, rdb); err != nil {
		return fmt.Errorf("workers: %w", err)
	}
	if cfg.Production() {
		if err := pg.Durable(ctx, db); err != nil {
			return fmt.Errorf("workers: %w", err)
		}
	}
	p.Health.Check("database", pg.Ready(db))
	p.Health.Check("redis", func(ctx context.Context) error { return rdb.Ping(ctx).Err() })

	p.Reg.MustRegister(outbox.NewMetrics(db, p.Log))
	p.Reg.MustRegister(cash.NewQueues(db, clk, p.Log))
	sites := site.New(db, clk)
	members, boards := member.New(db, clk, sites, member.Keys{}), cash.NewBoards(db, clk, sites)
	p.Reg.MustRegister(books.NewMetrics(db, p.Log))
	proofs := reconcile.New(reconcile.Proofs(db, rdb, clk), p.Log)
	transfers, pools, metrics, err := cfg.vendors(db, rdb, clk, p)
	if err != nil {
		return err
	}
	jobs, err := jobs.Client(db, members, boards, report.New(db, clk, sites, nil), proofs, transfers, pools, clk, obs.Slog(p.Log, slog.LevelWarn), p.Reg)
	if err != nil {
		return err
	}
	if len(feeds) > 0 {
		if err := bet.Open(ctx, db); err != nil {
			return fmt.Errorf("workers: %w", err)
		}
	}
	settler, err := settle.New(db, clk, p.Log, p.Reg)
	if err != nil {
		return err
	}
	defer settler.Close()
	earned, err := cfg.commissions(db, sites, clk, p)
	if err != nil {
		return fmt.Errorf("workers: %w", err)
	}
	rounds := beaconClient(cfg.Settings)
	var draws *draw.Worker
	if cfg.canDraw() {
		if draws, err = cfg.draws(ctx, db, rounds, clk, p); err != nil {
			return fmt.Errorf("workers: %w", err)
		}
	}
	publish, sums := relay.New(db, rdb, clk, p), bizmetrics.New(db, rdb, clk, p.Log, p.Reg)
	publish.Watch(sums.Note)
	publish.LargeBets(func(ctx context.Context, siteID string) money.Amount {
		st, err := sites.Get(ctx, siteID)
		if err != nil {
			return 0 // the next bet asks again
		}
		return st.Options.LargeBet()
	})
	reading := poll.New(db, sports.New(db, clk, cfg.stale()), clk, p.Log, p.Reg, poll.Options{}, feeds...)
	p.Health.Serving()
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return publish.Run(ctx) })
	g.Go(func() error { return reading.Run(ctx) })
	g.Go(func() error { return live.KeepCalls(ctx, rdb, clk, p.Log, metrics.Tally()) })
	g.Go(func() error { return sums.Run(ctx) })
	g.Go(func() error { return rebuild.New(db, rdb, clock.System{}, p.Log, p.Reg).Run(ctx) })
	g.Go(func() error { return runJobs(ctx, jobs, p) })
	g.Go(func() error { return settler.Run(ctx) })
	if earned != nil {
		g.Go(func() error { return earned.Run(ctx) })
	}
	if draws != nil {
		defer draws.Close()
		g.Go(func() error { return draws.Run(ctx) })
	}
	if rounds != nil {
		defer rounds.Close()
		g.Go(func() error { return checkBeacon(ctx, rounds, beaconPause, p.Log) })
	}
	return g.Wait()
}
