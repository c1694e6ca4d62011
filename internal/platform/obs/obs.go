// Package obs is what a program shows of itself: structured logs, Prometheus metrics and the health
// endpoints of the metrics listener.
package obs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/rs/zerolog"

	"hubstake/internal/platform/config"
)

// Version and Commit of the build, set by the linker (-X hubstake/internal/platform/obs.Version=…). Version is the tag of the
// release, or what git describe makes of it; Commit is the full hash. Without the linker's word Commit is what the compiler
// recorded of the working tree, or "unknown".
var (
	Version = "dev"
	Commit  = ""
)

// commit returns the commit of the build.
func commit() string {
	if Commit != "" {
		return Commit
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				return s.Value
			}
		}
	}
	return "unknown"
}

// Build returns version and short commit as the API and the pages show them: "v1.4.0 (8c0bcfe)".
func Build() string { return fmt.Sprintf("%s (%.7s)", Version, commit()) }

// Logger writes JSON lines with ts (UTC), level, svc and ver to w.
func Logger(w io.Writer, service, level string) (zerolog.Logger, error) {
	lvl, err := zerolog.ParseLevel(level)
	if err != nil {
		return zerolog.Nop(), fmt.Errorf("log level: %w", err)
	}
	return zerolog.New(w).Level(lvl).Hook(stamp{}).With().
		Str("svc", service).Str("ver", Version).Logger(), nil
}

// stamp adds the time of the line in UTC, to the nanosecond.
type stamp struct{}

// Run implements zerolog.Hook.
func (stamp) Run(e *zerolog.Event, _ zerolog.Level, _ string) {
	e.Str("ts", time.Now().UTC().Format(time.RFC3339Nano))
}

// Registry returns a registry that already holds the runtime's own metrics and build_info.
func Registry() *prometheus.Registry {
	r := prometheus.NewRegistry()
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "build_info", Help: "The build that runs; always 1.",
		ConstLabels: prometheus.Labels{"version": Version, "commit": commit()},
	})
	build.Set(1)
	r.MustRegister(collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), build)
	return r
}

// Health knows whether the program should be sent work.
type Health struct {
	mu       sync.Mutex
	checks   []check
	starting atomic.Bool
	draining atomic.Bool
}

type check struct {
	name string
	ask  func(context.Context) error
}

// Check adds a condition of readiness. It is asked at most 500 ms long.
func (h *Health) Check(name string, ask func(context.Context) error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.checks = append(h.checks, check{name, ask})
}

// Serving tells that the program that Main runs has been composed. Until then it is not ready, though the metrics listener
// answers already.
func (h *Health) Serving() { h.starting.Store(false) }

// Drain makes the program not ready for good; it is leaving.
func (h *Health) Drain() { h.draining.Store(true) }

// Draining reports whether Drain was called.
func (h *Health) Draining() bool { return h.draining.Load() }

// Ready returns why the program should get no work, or nil.
func (h *Health) Ready(ctx context.Context) error {
	if h.Draining() {
		return errors.New("draining")
	}
	if h.starting.Load() {
		return errors.New("starting")
	}
	h.mu.Lock()
	checks := slices.Clone(h.checks)
	h.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, 500*time.Millisecond)
	defer cancel()
	for _, c := range checks {
		if err := c.ask(ctx); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return nil
}

// Admin serves /metrics, /livez, /readyz and to those with a token /debug/pprof/, on an address that members never reach.
type Admin struct {
	srv *http.Server
	ln  net.Listener
}

// NewAdmin listens on addr. /livez only says that the process answers; /readyz asks h. pprof is the bearer token of the
// profiles; empty: there are none.
func NewAdmin(addr string, reg *prometheus.Registry, h *Health, log zerolog.Logger, pprof config.Secret) (*Admin, error) {
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("metrics listener: %w", err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(reg, promhttp.HandlerOpts{Registry: reg}))
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok\n") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		if err := h.Ready(r.Context()); err != nil {
			log.Debug().Err(err).Msg("not ready")
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		_, _ = io.WriteString(w, "ok\n")
	})
	mux.Handle("/debug/pprof/", profiles(string(pprof)))
	return &Admin{ln: ln, srv: &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}}, nil
}

// Addr is the address in use, even when port 0 was asked for.
func (a *Admin) Addr() string { return a.ln.Addr().String() }

// Run serves until ctx is done.
func (a *Admin) Run(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() { _ = a.srv.Close() })
	defer stop()
	if err := a.srv.Serve(a.ln); err != nil && !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("metrics listener: %w", err)
	}
	return nil
}
