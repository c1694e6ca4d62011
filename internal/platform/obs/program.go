package obs

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/platform/config"
)

// Program is what main hands to the thing that a program is: its log, metrics and health.
type Program struct {
	Name   string
	Log    zerolog.Logger
	Reg    *prometheus.Registry
	Health *Health
	Tracer *Tracer // nil when tracing is off
}

// Main runs a program: it makes logger, registry and metrics listener from the common settings and calls
// run with a context that ends at SIGTERM or SIGINT. run calls Health.Serving when it is ready to work. run returns when it has drained; while it does, the
// metrics listener still answers. The result is the exit status.
func Main(name string, cfg config.Common, run func(context.Context, Program) error) int {
	log, err := Logger(os.Stdout, name, cfg.LogLevel)
	if err != nil {
		return Fail(name, err)
	}
	tracer, err := tracerFromEnv(name)
	if err != nil {
		return Fail(name, err)
	}
	defer tracer.Close()
	p := Program{Name: name, Log: log, Reg: Registry(), Health: &Health{}, Tracer: tracer}
	p.Health.starting.Store(true)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	defer stop()

	admin, err := NewAdmin(cfg.MetricsListen, p.Reg, p.Health, log, cfg.PprofToken)
	if err != nil {
		return Fail(name, err)
	}
	adminCtx, closeAdmin := context.WithCancel(context.Background())
	defer closeAdmin()
	var g errgroup.Group
	g.Go(func() error { return admin.Run(adminCtx) })
	g.Go(func() error {
		defer closeAdmin()
		return run(ctx, p)
	})
	log.Info().Str("metrics", admin.Addr()).Msg("started")
	if err := g.Wait(); err != nil {
		log.Error().Err(err).Msg("ended")
		return 1
	}
	log.Info().Msg("ended")
	return 0
}

// Fail tells on standard error why a program could not start and returns its exit status.
func Fail(name string, err error) int {
	fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
	return 1
}
