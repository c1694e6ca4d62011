// Package commission notes what partners earn, adds it up and settles each day, on one process at a time.
package commission

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"hubstake/internal/core/clock"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/commission"
	"hubstake/workers/lead"
)

// Connections is how many connections the leader's lock keeps.
const Connections = 1

const (
	beat     = 2 * time.Second // between two looks for bets that ended
	sumsBeat = time.Minute     // between two sums of bets, deposits and withdrawals, up to which pages of partners show them, and two looks for a day that can be settled
)

// Worker notes and settles.
type Worker struct {
	db      *pgxpool.Pool
	svc     *commission.Service
	clk     clock.Clock
	log     zerolog.Logger
	metrics metrics

	looked time.Time
}

type metrics struct {
	leader     prometheus.Gauge
	lags       *lags
	unsettled  *prometheus.GaugeVec
	settled    *prometheus.GaugeVec
	open       *prometheus.GaugeVec
	statements prometheus.Counter
	settlement prometheus.Histogram
	failures   *prometheus.CounterVec
}

// New returns a worker.
func New(db *pgxpool.Pool, svc *commission.Service, clk clock.Clock, log zerolog.Logger, reg prometheus.Registerer) *Worker {
	ofSite := func(name, help string) *prometheus.GaugeVec {
		return prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: name, Help: help}, []string{"site"})
	}
	w := &Worker{db: db, svc: svc, clk: clk, log: log, metrics: metrics{
		leader:    prometheus.NewGauge(prometheus.GaugeOpts{Name: "commission_leader", Help: "1 while this process notes and settles the commissions of partners."}),
		lags:      &lags{clk: clk},
		unsettled: ofSite("commission_unsettled_days", "Days of a site that ended more than ten minutes ago and have no statements yet."),
		settled:   ofSite("commission_settlement_last_timestamp_seconds", "When the last settlement of a site that wrote statements came to its end, as the process that made it knows."),
		open:      ofSite("commission_open_statements", "Statements of a site about which head office has not decided."),
		statements: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "commission_statements_total", Help: "Statements that were written.",
		}),
		settlement: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "commission_settlement_duration_seconds", Help: "How long the settlement of a site's days took, of those that wrote statements.", Buckets: []float64{.1, .3, 1, 3, 10, 30, 60, 120, 300},
		}),
		failures: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "commission_failures_total", Help: "Steps that failed and are tried again: accrue, sums, cash, settle, look.",
		}, []string{"step"}),
	}}
	m := w.metrics
	reg.MustRegister(m.leader, m.lags, m.unsettled, m.settled, m.open, m.statements, m.settlement, m.failures)
	for _, step := range []string{"accrue", "sums", "cash", "settle", "look"} {
		m.failures.WithLabelValues(step)
	}
	return w
}

// Run works until ctx ends.
func (w *Worker) Run(ctx context.Context) error {
	lead.Run(ctx, w.db, w.log, "commission", w.metrics.leader, func(ctx context.Context) error {
		w.looked = time.Time{}
		defer w.metrics.lags.forget()
		for clock.Pause(ctx, beat) {
			w.Step(ctx)
		}
		return nil
	})
	return nil
}

// Step does what is due now. The next one tries again where this one fails.
func (w *Worker) Step(ctx context.Context) {
	now := w.clk.Now()
	due := now.Sub(w.looked) >= sumsBeat
	if due {
		w.look(ctx)
	}
	w.lookNoted(ctx)
	w.try("accrue", w.svc.Accrue(ctx))
	w.lookNoted(ctx)
	if !due {
		return
	}
	w.looked = now
	ids, err := site.IDs(ctx, w.db)
	w.try("look", err)
	for _, id := range ids {
		w.try("sums", w.svc.AddUp(ctx, id))
		w.try("cash", w.svc.AddUpCash(ctx, id))
		w.settle(ctx, id)
	}
	w.look(ctx)
}

func (w *Worker) settle(ctx context.Context, siteID string) {
	start := w.clk.Now()
	n, err := w.svc.Settle(ctx, siteID)
	w.try("settle", err)
	if n > 0 {
		w.metrics.statements.Add(float64(n))
		end := w.clk.Now()
		w.metrics.settlement.Observe(end.Sub(start).Seconds())
		w.metrics.settled.WithLabelValues(siteID).Set(float64(end.UnixMilli()) / 1000)
		w.log.Info().Str("site", siteID).Int("statements", n).Msg("commissions are settled")
	}
}

// look notes how far everything is. It runs before the work as well as after it: work that takes long, or never ends, must not hide that it is late.
func (w *Worker) look(ctx context.Context) {
	p, err := w.svc.Progress(ctx)
	w.try("look", err)
	if err != nil {
		return
	}
	w.metrics.lags.set(p)
	for _, s := range p.Sites {
		w.metrics.unsettled.WithLabelValues(s.Site).Set(float64(s.Unsettled))
		w.metrics.open.WithLabelValues(s.Site).Set(float64(s.Open))
	}
}

// lookNoted notes up to when bets are noted.
func (w *Worker) lookNoted(ctx context.Context) {
	at, err := w.svc.Noted(ctx)
	w.try("look", err)
	if err == nil {
		w.metrics.lags.setNoted(at)
	}
}

func (w *Worker) try(step string, err error) {
	if err != nil {
		w.metrics.failures.WithLabelValues(step).Inc()
		w.log.Warn().Err(err).Str("step", step).Msg("commissions: trying again")
	}
}
