package server

import (
	"context"
	"errors"
	"fmt"
	stdlog "log"
	"net"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/clock"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/obs"
	"hubstake/internal/sim/chaos"
	"hubstake/internal/sim/game"
	"hubstake/internal/sim/round"
	"hubstake/internal/sim/table"
	"hubstake/internal/sim/transferwallet"
	"hubstake/internal/sim/wallet"
)

// drain is how long requests under way may take when the program ends; rounds take as long as they need.
const drain = 10 * time.Second

// Main runs the program from its environment and returns its exit status.
func Main() int {
	cfg, err := config.Load[Config]("SIM")
	if err != nil {
		return obs.Fail("sim", err)
	}
	return obs.Main("sim", cfg.Common, func(ctx context.Context, p obs.Program) error { return Run(ctx, cfg, p) })
}

// Run serves until ctx ends, then lets rounds under way finish.
func Run(ctx context.Context, cfg Config, p obs.Program) (err error) {
	store, err := round.OpenStore(cfg.DataDir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	p.Health.Check("store", func(context.Context) error { return store.Ping() })
	transferWallets, err := transferwallet.OpenStore(cfg.DataDir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, transferWallets.Close()) }()

	tableStore, err := table.OpenStore(cfg.DataDir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, tableStore.Close()) }()
	p.Health.Check("tables", func(context.Context) error { return tableStore.Ping() })

	clk, box := clock.System{}, &chaos.Box{}
	transport := &http.Transport{MaxIdleConnsPerHost: 64, IdleConnTimeout: time.Minute}
	defer transport.CloseIdleConnections()
	client := wallet.New(transport, cfg.WalletURL, cfg.Secret[:], clk, p.Reg)
	rounds, err := round.New(store, round.Wallets{Operator: client, Own: transferWallets}, box, game.NewStream, clk, p.Log, p.Reg)
	if err != nil {
		return err
	}
	tables := table.New(tableStore, rounds, table.All(), clk, p.Log, p.Reg)
	handler, err := New(cfg, rounds, tables, transferWallets, box, clk, p.Log, p.Reg)
	if err != nil {
		return err
	}
	ln, err := net.Listen("tcp", cfg.Listen)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	srv := &http.Server{
		Handler: handler, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: time.Minute, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10,
		ErrorLog: stdlog.New(p.Log, "", 0),
	}
	p.Health.Serving()
	p.Log.Info().Str("addr", ln.Addr().String()).Msg("listening")

	// The background outlives ctx: it ends after the last spin, so that what a spin leaves open is tried again.
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	var g errgroup.Group
	g.Go(func() error { return rounds.Run(background) })
	g.Go(func() error { return tables.Run(ctx) }) // it ends the streams of its windows, for which the server would wait
	g.Go(func() error {
		if err := srv.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
			return fmt.Errorf("serve: %w", err)
		}
		return nil
	})
	g.Go(func() error {
		<-ctx.Done()
		p.Health.Drain()
		defer stop()
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), drain)
		defer cancel()
		err := srv.Shutdown(end)
		rounds.Close()
		if errors.Is(err, context.DeadlineExceeded) {
			return srv.Close()
		}
		return err
	})
	return g.Wait()
}
