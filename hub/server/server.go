// Package server is the program around the sessions: composition, the upgrade, admission, health and drain.
package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync/atomic"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"
	"golang.org/x/sync/errgroup"

	"hubstake/hub/broker"
	"hubstake/hub/conn"
	"hubstake/hub/limit"
	"hubstake/hub/projection"
	"hubstake/hub/session"
	"hubstake/hub/tail"
	"hubstake/hub/watch"
	"hubstake/internal/clock"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/rds"
	"hubstake/internal/platform/token"
)

// Server is one hub node.
type Server struct {
	cfg   Config
	log   zerolog.Logger
	clk   clock.Clock
	rdb   redis.UniversalClient
	node  *session.Node
	tail  *tail.Tail
	watch *watch.Watch
	read  *projection.Reader
	app   *fiber.App
	ln    net.Listener

	options    *conn.Options
	health     *obs.Health
	upgrades   *limit.Rate
	perAddress *limit.Counter
	closing    atomic.Bool
}

// New composes a node and begins to listen; Run serves. The constructors below are the hub's architecture.
func New(cfg Config, clk clock.Clock, p obs.Program) (*Server, error) {
	s := &Server{
		cfg: cfg, log: p.Log, clk: clk, options: cfg.options(clk), health: p.Health,
		upgrades: limit.NewRate(cfg.MaxUpgradeRate), perAddress: limit.NewCounter(cfg.MaxPerAddress),
	}
	verifier, err := token.NewVerifier(cfg.JWTPublicKeys, clk)
	if err != nil {
		return nil, err
	}
	keys, err := token.NewSealer(cfg.SealKey)
	if err != nil {
		return nil, err
	}
	if s.rdb, err = rds.Open(cfg.RedisURL); err != nil {
		return nil, err
	}
	s.read = projection.New(s.rdb, clk, p.Log)
	deps := session.Deps{
		Limits: cfg.limits(), Clock: clk, Log: p.Log, Metrics: session.NewMetrics(p.Reg), Verifier: verifier, Keys: keys,
		Reader: s.read,
	}
	if cfg.Open {
		deps.Broker = broker.New()
		p.Log.Warn().Msg("open mode: anybody can send and read as guest/guest")
	}
	s.node = session.NewNode(deps)
	s.watch = watch.New(s.node, s.rdb, s.read, clk, p.Log)
	s.tail = tail.New(s.rdb, clk, p.Log, tail.NewMetrics(p.Reg), s.lost, s.watch.Kick)
	s.node.Tail = s.tail
	s.app = s.routes()
	p.Health.Check("redis", func(ctx context.Context) error { return s.rdb.Ping(ctx).Err() })
	if s.ln, err = net.Listen("tcp", cfg.Listen); err != nil {
		_ = s.rdb.Close()
		return nil, fmt.Errorf("listen: %w", err)
	}
	return s, nil
}

// lost is told by the tail that Redis lost a stream's data.
func (s *Server) lost(stream string) {
	s.node.Lost(stream)
	s.watch.Kick()
}

// Addr is the address in use, also when port 0 was asked for.
func (s *Server) Addr() string { return s.ln.Addr().String() }

// Node is the sessions of this server.
func (s *Server) Node() *session.Node { return s.node }

// Run serves until ctx ends and the sessions have been told to move.
func (s *Server) Run(ctx context.Context) error {
	work, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	var g errgroup.Group
	for _, run := range []func(context.Context) error{
		s.node.Run, s.read.Run, s.watch.Run,
		func(ctx context.Context) error { return s.tail.Run(ctx, func() tail.Sink { return s.node.Fan() }) },
	} {
		g.Go(func() error { return run(work) })
	}
	served := make(chan error, 1)
	g.Go(func() error {
		err := s.app.Listener(&patientListener{Listener: s.ln, log: s.log, done: work.Done()}, fiber.ListenConfig{DisableStartupMessage: true})
		served <- err
		return nil
	})
	s.log.Info().Str("address", s.Addr()).Msg("serving")
	var err error
	select {
	case err = <-served:
		err = fmt.Errorf("the listener ended: %w", errors.Join(err, errors.New("unasked")))
	case <-ctx.Done():
	}
	s.drain()
	stop()
	_ = g.Wait()
	_ = s.rdb.Close()
	return err
}

// lastWords is how long connections may take to close after they were told to.
const lastWords = 3 * time.Second

// drain takes no more connections and tells those that there are to move, spread over the time of HUB_DRAIN.
func (s *Server) drain() {
	s.closing.Store(true)
	s.health.Drain()
	s.log.Info().Int("connections", s.node.Open()).Dur("over", s.cfg.Drain).Msg("draining")
	s.node.Drain(context.Background(), s.cfg.Drain)
	ctx, cancel := context.WithTimeout(context.Background(), lastWords)
	defer cancel()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for s.node.Open() > 0 && ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
	_ = s.app.ShutdownWithTimeout(time.Second)
}
