// Package settle ends the bets of markets that have a result, and decides bets in play whose delay is over.
package settle

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"hubstake/internal/core/clock"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/settle"
	"hubstake/internal/play/sports"
)

const (
	// beat is how often a worker with nothing to do looks again.
	beat = 250 * time.Millisecond
	// confirmations bounds the bets in play that are decided at a time.
	confirmations = 200
	// rareBeat is how often matches that were put off too long and bets of corrected results are looked for.
	rareBeat = time.Minute
	// group is the label of the sportsbook (monitoring.md).
	group = "sports"
)

// Worker settles. Any number may run: a job is taken by one of them, and a bet is ended once.
type Worker struct {
	writer  *casino.Service
	bets    *bet.Service
	settle  *settle.Service
	book    *sports.Service
	looked  time.Time // at what is rare
	clk     clock.Clock
	log     zerolog.Logger
	metrics metrics
}

type metrics struct {
	ended    *prometheus.CounterVec
	duration prometheus.Histogram
	jobs     *prometheus.CounterVec
	oldest   prometheus.Gauge
	outdated prometheus.Gauge
}

// New returns a worker. Close ends it.
func New(db *pgxpool.Pool, clk clock.Clock, log zerolog.Logger, reg prometheus.Registerer) (*Worker, error) {
	writer, err := casino.New(db, clk, wallet.WriterOptions{Log: log})
	if err != nil {
		return nil, fmt.Errorf("settle: %w", err)
	}
	bets := bet.New(db, clk, writer, bet.Defaults())
	w := &Worker{writer: writer, bets: bets, settle: settle.New(db, bets, settle.Options{}), book: sports.New(db, clk, sports.Defaults()), clk: clk, log: log, metrics: metrics{
		ended: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "settlement_total", Help: "Bets that were ended by their results, by group of games and by what became of them.",
		}, []string{"game_group", "result"}),
		duration: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "settlement_duration_seconds", Help: "How long the settlement of one market took.", Buckets: []float64{.01, .03, .1, .3, 1, 3, 10, 30, 60},
		}),
		jobs: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "settlement_jobs_total", Help: "Markets that were settled, by whether it worked; a job that failed is tried again.",
		}, []string{"result"}),
		oldest: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "settlement_oldest_pending_seconds", Help: "How long the oldest market has a result and waits to be settled.", ConstLabels: prometheus.Labels{"game_group": group},
		}),
		outdated: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "settlement_outdated_bets", Help: "Bets that were settled by a result that was corrected since; staff decides about them.",
		}),
	}}
	reg.MustRegister(w.metrics.ended, w.metrics.duration, w.metrics.jobs, w.metrics.oldest, w.metrics.outdated)
	for _, s := range []bet.State{bet.Won, bet.Lost, bet.Drawn, bet.Voided} {
		w.metrics.ended.WithLabelValues(group, string(s))
	}
	for _, result := range []string{"ok", "failed"} {
		w.metrics.jobs.WithLabelValues(result)
	}
	return w, nil
}

// Close lets what is under way come to its end.
func (w *Worker) Close() { w.writer.Close() }

// Run works until ctx ends. Bets in play do not wait for a market with many bets, and a market does not wait for them.
func (w *Worker) Run(ctx context.Context) error {
	var loops sync.WaitGroup
	for _, once := range []func(context.Context) bool{w.Confirm, w.Settle} {
		loops.Go(func() {
			for ctx.Err() == nil {
				if !once(ctx) {
					clock.Pause(ctx, beat)
				}
			}
		})
	}
	loops.Wait()
	return nil
}

// lookAtRare ends matches that were put off too long, and counts the bets of corrected results.
func (w *Worker) lookAtRare(ctx context.Context) {
	_, err := w.book.VoidPostponed(ctx)
	n, failed := w.settle.Outdated(ctx)
	if failed == nil {
		w.metrics.outdated.Set(float64(n))
	}
	if err = errors.Join(err, failed); err != nil && ctx.Err() == nil {
		w.log.Error().Err(err).Msg("postponed matches and corrected results")
	}
}

// Confirm decides bets that wait, and reports whether there may be more of them. Failures are logged and tried again.
func (w *Worker) Confirm(ctx context.Context) (busy bool) {
	n, err := w.bets.Confirm(ctx, confirmations)
	if err != nil && ctx.Err() == nil {
		w.log.Error().Err(err).Msg("bets in play")
	}
	return err == nil && n == confirmations
}

// Settle looks at what is rare now and then, does one job, and reports whether there may be more to do. Failures are logged and tried again.
func (w *Worker) Settle(ctx context.Context) (busy bool) {
	if now := w.clk.Now(); now.Sub(w.looked) >= rareBeat {
		w.looked = now
		w.lookAtRare(ctx)
	}
	if oldest, err := w.settle.Oldest(ctx); err == nil {
		w.metrics.oldest.Set(oldest.Seconds())
	}
	start := w.clk.Now()
	done, ok, err := w.settle.Next(ctx)
	for state, ended := range done.Bets {
		w.metrics.ended.WithLabelValues(group, string(state)).Add(float64(ended))
	}
	switch {
	case err != nil && ctx.Err() == nil:
		w.metrics.jobs.WithLabelValues("failed").Inc()
		w.log.Error().Err(err).Msg("settle")
		return false
	case ok && err == nil:
		w.metrics.jobs.WithLabelValues("ok").Inc()
		w.metrics.duration.Observe(w.clk.Now().Sub(start).Seconds())
	}
	return ok
}
