// Package server is the program around the sessions: composition, the upgrade, admission, health and drain.
package server

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"

	"hubstake/hub/client"
	"hubstake/hub/conn"
	"hubstake/hub/reconcile"
	"hubstake/hub/tail"
	"hubstake/internal/access/token"
	"hubstake/internal/core/clock"
	"hubstake/internal/live"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/peer"
	"hubstake/internal/platform/redisx"
)

// Server is one hub node.
type Server struct {
	cfg        Config
	log        zerolog.Logger
	clk        clock.Clock
	rdb        redis.UniversalClient
	node       *client.Node
	tail       *tail.Tail
	reconciler *reconcile.Reconciler
	read       *live.Reader
	app        *fiber.App
	queues     *queues

	path      conn.Path
	crowded   sync.Once    // it was logged that no connection can be accepted
	greeter   conn.Greeter // nil: every request goes to Fiber
	health    *obs.Health
	admission *admission
	proxies   peer.Proxies
	closing   atomic.Bool
}

// New composes a node and begins to listen; Run serves. The constructors below are the hub's architecture.
func New(cfg Config, clk clock.Clock, p obs.Program) (*Server, error) {
	s := &Server{cfg: cfg, log: p.Log, clk: clk, health: p.Health}
	var err error
	if s.proxies, err = peer.ParseProxies(cfg.TrustedProxies); err != nil {
		return nil, fmt.Errorf("HUB_TRUSTED_PROXIES: %w", err)
	}
	path, err := s.carry()
	if err != nil {
		return nil, err
	}
	s.path = path
	if s.admission, err = newAdmission(cfg, p.Reg); err != nil {
		return nil, err
	}
	verifier, err := token.NewVerifier(cfg.JWTPublicKeys, clk)
	if err != nil {
		return nil, err
	}
	keys, err := token.NewSealer(cfg.SealKey, cfg.SealKeys...)
	if err != nil {
		return nil, err
	}
	if s.rdb, err = redisx.Open(cfg.RedisURL); err != nil {
		return nil, err
	}
	metrics := redisx.Observe(s.rdb, p.Reg, clk)
	s.read = live.NewReader(s.rdb, metrics, clk, p.Log)
	deps := client.Deps{
		Limits: cfg.limits(), Clock: clk, Log: p.Log, Metrics: client.NewMetrics(p.Reg), Verifier: verifier, Keys: keys,
		Reader: s.read, BackOffice: cfg.AdminNetworks, Tracer: p.Tracer, Left: s.admission.leave, Failed: func(address string) { s.admission.failed(address, clk.Now()) },
	}
	deps.OpenDeps = cfg.deps(p.Log)
	s.node = client.NewNode(deps)
	s.admission.node, s.admission.leaving, s.admission.handshakes.open = s.node, s.closing.Load, s.node.Open
	s.reconciler = reconcile.New(s.node, s.rdb, metrics, s.read, clk, p.Log)
	s.tail = tail.New(s.rdb, clk, p.Log, tail.NewMetrics(p.Reg), s.lost, s.reconciler.Kick)
	s.node.Tail = s.tail
	s.app = s.routes()
	p.Health.Check("redis", func(ctx context.Context) error { return s.rdb.Ping(ctx).Err() })
	if s.queues, err = newQueues(cfg.Listen); err != nil {
		_ = s.rdb.Close()
		return nil, err
	}
	s.admission.handshakes.Listener = s.queues
	if greeter, ok := s.path.(conn.Greeter); ok {
		s.greeter, s.queues.visit = greeter, s.visit
		s.queues.refused = func(err error) {
			s.crowded.Do(func() { s.log.Error().Err(err).Msg(noDescriptor) })
		}
	}
	return s, nil
}

// carry chooses how connections are carried.
func (s *Server) carry() (conn.Path, error) {
	opt := s.cfg.options(s.clk, func(p any) {
		s.log.Error().Interface("panic", p).Bytes("stack", debug.Stack()).Msg("a connection was given up")
	})
	if s.cfg.EventLoop {
		return conn.EventLoop(opt, runtime.GOMAXPROCS(0))
	}
	return conn.Goroutines(opt), nil
}

// lost is told by the tail that entries of a stream are missing, or that it is filled from another history.
func (s *Server) lost(stream string, restarted bool) {
	s.node.Lost(stream, restarted)
	s.reconciler.Kick()
}

// Addr is the address in use, even when port 0 was asked for.
func (s *Server) Addr() string { return s.queues.Addr().String() }

// Node is the sessions of this server.
func (s *Server) Node() *client.Node { return s.node }

// Run serves until ctx ends and the sessions have been told to move.
func (s *Server) Run(ctx context.Context) error {
	work, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	parts := []func(context.Context) error{
		s.path.Run, s.node.Run, s.read.Run, s.reconciler.Run, newHeap().run, s.queues.run, s.listen,
		func(ctx context.Context) error { return s.tail.Run(ctx, func() tail.Sink { return s.node.Fan() }) },
	}
	ended := make(chan error, len(parts))
	var g sync.WaitGroup
	for _, run := range parts {
		g.Go(func() { ended <- run(work) })
	}
	s.health.Serving()
	s.log.Info().Str("address", s.Addr()).Msg("serving")
	var err error
	select {
	case err = <-ended: // a node must not go on without one of its parts
		err = errors.Join(errors.New("a part of the node ended unasked"), err)
	case <-ctx.Done():
	}
	s.drain()
	stop()
	g.Wait()
	_ = s.rdb.Close()
	return err
}

// listen serves requests until the app is shut down.
func (s *Server) listen(ctx context.Context) error {
	ln := &patientListener{Listener: s.admission.handshakes, log: s.log, done: ctx.Done()}
	if err := s.app.Listener(ln, fiber.ListenConfig{DisableStartupMessage: true}); err != nil {
		return fmt.Errorf("listener: %w", err)
	}
	return nil
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
