// Package server composes the api: constructors in order, routes of all areas, and the life of the process.
package server

import (
	"context"
	"fmt"
	"maps"
	"net"
	"slices"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"golang.org/x/sync/errgroup"

	apiprovider "hubstake/api/provider"
	"hubstake/internal/access/httpx"
	"hubstake/internal/access/limit"
	"hubstake/internal/core/calls"
	"hubstake/internal/core/clock"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/live"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/peer"
	"hubstake/internal/platform/pg"
	"hubstake/internal/platform/rawio"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/provider/dial"
)

const (
	leave    = 3 * time.Second  // from "not ready" to no new connections: two checks of the load balancer
	shutdown = 30 * time.Second // for requests under way

	// patience with the database, so that a call while it is frozen is answered within three seconds (E002).
	patience = 2500 * time.Millisecond
)

// Run serves until ctx is done and every request under way has its answer.
func Run(ctx context.Context, cfg Settings, p obs.Program) error {
	db, err := pg.Open(ctx, cfg.Database, pg.Options{MaxConns: cfg.MaxConns, Patience: patience})
	if err != nil {
		return fmt.Errorf("api: %w", err)
	}
	defer db.Close()
	if err := pg.Direct(ctx, db); err != nil {
		return fmt.Errorf("api: %w", err)
	}
	p.Reg.MustRegister(pg.NewMetrics(db))
	rdb, err := redisx.Open(cfg.Redis)
	if err != nil {
		return fmt.Errorf("api: %w", err)
	}
	defer func() { _ = rdb.Close() }()
	redisx.Observe(rdb, p.Reg, clock.System{})
	if err := redisx.Supported(ctx, rdb); err != nil {
		return fmt.Errorf("api: %w", err)
	}
	if cfg.Production() {
		if err := apiprovider.CheckAddresses(ctx, db); err != nil {
			return fmt.Errorf("api: %w", err)
		}
		if err := pg.Durable(ctx, db); err != nil {
			return fmt.Errorf("api: %w", err)
		}
	}
	p.Health.Check("database", pg.Ready(db)) // Redis is no condition: money does not wait for it

	app, tally, err := newApp(cfg, db, rdb, clock.System{}, p)
	if err != nil {
		return err
	}
	ln, err := net.Listen("tcp", cfg.Listen)
	if err != nil {
		return fmt.Errorf("api: %w", err)
	}
	p.Health.Serving()
	p.Log.Info().Str("listen", ln.Addr().String()).Msg("serving")
	var g errgroup.Group
	g.Go(func() error { return redisx.Watch(ctx, rdb, p.Reg, p.Log) })
	g.Go(func() error { return live.KeepCalls(ctx, rdb, clock.System{}, p.Log, tally) })
	g.Go(func() error { return app.Listener(rawio.Listener(ln), fiber.ListenConfig{DisableStartupMessage: true}) })
	g.Go(func() error {
		<-ctx.Done()
		p.Health.Drain()
		if cfg.Production() {
			<-time.After(leave)
		}
		return app.ShutdownWithTimeout(shutdown)
	})
	return g.Wait()
}

// New makes the application with all its routes.
func New(cfg Settings, db *pgxpool.Pool, rdb redis.UniversalClient, clk clock.Clock, p obs.Program) (*fiber.App, error) {
	app, _, err := newApp(cfg, db, rdb, clk, p)
	return app, err
}

// newApp also returns the tally of the calls from and to providers.
func newApp(cfg Settings, db *pgxpool.Pool, rdb redis.UniversalClient, clk clock.Clock, p obs.Program) (*fiber.App, *calls.Tally, error) {
	given, err := dial.Keys(string(cfg.VendorSecrets))
	if err != nil {
		return nil, nil, err
	}
	proxies, err := peer.ParseProxies(cfg.Proxies)
	if err != nil {
		return nil, nil, fmt.Errorf("API_TRUSTED_PROXIES: %w", err)
	}
	metrics := provider.NewMetrics(p.Reg, slices.Sorted(maps.Keys(given))...)
	moves := wallet.NewMetrics(p.Reg, clk)
	s, auth, err := newServices(cfg, db, rdb, clk, p, metrics, moves)
	if err != nil {
		return nil, nil, err
	}
	metrics.Follow(s.Directory)
	deps := httpx.Deps{
		Log: p.Log, Clock: clk, Metrics: httpx.NewMetrics(p.Reg), Secure: cfg.secure(), Origins: cfg.Origins, Proxies: proxies,
		Site: s.Sites.OfHost, Reader: s.Sites.Reader, Session: auth.Session, Fresh: auth.Fresh, Tracer: p.Tracer,
		Denied: newDenials(db, clk, p.Log).note, BackOffice: cfg.AdminNetworks, Consoles: cfg.Consoles,
		Limits: limit.New(rdb, clk, p.Log, p.Reg, cfg.Unlimited),
	}
	app := httpx.App(deps)
	app.Use(func(c fiber.Ctx) error { // moves are made deep in the domains: what measures them travels in the context
		c.SetContext(auth.cache.In(moves.In(c.Context())))
		return c.Next()
	})
	routes := Routes(s)
	deps.Metrics.Preset(routes)
	httpx.Mount(app, deps, routes)
	if err := mountDocs(app, deps, cfg.Production()); err != nil {
		return nil, nil, err
	}
	mountPictures(app, deps, s.Content)
	doorkeeper := provider.NewAuth(s.Directory, redisx.NewNonces(rdb).PutIfAbsent, clk, p.Log, metrics)
	if cfg.Production() {
		doorkeeper.RequireAddresses()
	}
	apiprovider.New(s.Vendors, doorkeeper, s.Games.Has, metrics, clk, p).Limit(deps.Limits).Mount(app)
	app.Hooks().OnPostShutdown(func(error) error {
		s.Vendors.Close()
		s.House.Close()
		return nil
	})
	return app, metrics.Tally(), nil
}
