// Package draw opens the rounds of the scheduled draws, draws them, and settles the bets on them.
//
// One leader in the cluster opens and draws, by an advisory lock. Two leaders at a time, as there may be for a moment after a network failed, do no harm: a round is opened
// once and ended once, and its outcome follows from what was committed to and from the beacon alone. Bets are settled by every node, a round by one at a time.
package draw

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
	"hubstake/internal/core/draw"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/minigame"
	"hubstake/workers/lead"
)

const (
	beat     = 250 * time.Millisecond // between two looks at a round whose beacon is late, and for bets to settle
	idleBeat = time.Second            // between two looks when no draw is due: staff may void a round at any time
	rareBeat = time.Minute            // between two looks at what games return
)

// Connections is how many connections the worker may keep for its lock.
const Connections = 1

// Worker opens, draws and settles. Any number may run.
type Worker struct {
	db      *pgxpool.Pool
	dealer  *minigame.Dealer
	draws   *minigame.Service
	writer  *casino.Service
	clk     clock.Clock
	log     zerolog.Logger
	metrics metrics
	looked  time.Time // at what is rare
}

type metrics struct {
	leader    prometheus.Gauge
	rounds    *prometheus.CounterVec
	late      prometheus.Histogram
	waiting   prometheus.Gauge
	left      *prometheus.GaugeVec
	ended     *prometheus.CounterVec
	settled   prometheus.Histogram
	failures  *prometheus.CounterVec
	returned  *prometheus.GaugeVec
	deviation *prometheus.GaugeVec
}

func newMetrics(reg prometheus.Registerer) metrics {
	gauges := func(name, help string) *prometheus.GaugeVec {
		return prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: name, Help: help}, []string{"game"})
	}
	m := metrics{
		leader: prometheus.NewGauge(prometheus.GaugeOpts{Name: "minigame_leader", Help: "1 while this process opens and draws the rounds of the scheduled draws."}),
		rounds: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "minigame_rounds_total", Help: "Rounds that ended, by game and by how: drawn or void.",
		}, []string{"game", "result"}),
		late: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "minigame_draw_lateness_seconds", Help: "How long after its time a round was drawn.", Buckets: []float64{.25, .5, 1, 2, 3, 5, 10, 30, 60, 300, 600},
		}),
		waiting: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "minigame_oldest_draw_seconds", Help: "How long the oldest round waits for its draw, as the leader sees it.",
		}),
		left: gauges("minigame_chain_seeds_left", "Seeds that are left in the chain of a game. A new chain begins by itself when none is."),
		ended: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "minigame_bets_ended_total", Help: "Bets on draws that were ended, by game and by what became of them.",
		}, []string{"game", "result"}),
		settled: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "minigame_settlement_duration_seconds", Help: "How long the settlement of one round took.", Buckets: []float64{.01, .03, .1, .3, 1, 3, 5, 10, 30},
		}),
		failures: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "minigame_failures_total", Help: "Steps that failed and are tried again: open, draw, beacon (the randomness is late), settle.",
		}, []string{"step"}),
		returned:  gauges("minigame_return_ratio", "Share of the stakes of the last 30 days that a game paid back; 0 without bets."),
		deviation: gauges("minigame_return_deviation", "How far that is from the stated return, in standard deviations of chance (S-58)."),
	}
	reg.MustRegister(m.leader, m.rounds, m.late, m.waiting, m.left, m.ended, m.settled, m.failures, m.returned, m.deviation)
	for _, g := range draw.Games() {
		for _, result := range []minigame.Ended{minigame.Drawn, minigame.Void} {
			m.rounds.WithLabelValues(g.Code, string(result))
		}
		for _, s := range []minigame.State{minigame.Won, minigame.Lost, minigame.Voided} {
			m.ended.WithLabelValues(g.Code, string(s))
		}
		m.returned.WithLabelValues(g.Code)
		m.deviation.WithLabelValues(g.Code)
	}
	for _, step := range []string{"open", "draw", "beacon", "settle"} {
		m.failures.WithLabelValues(step)
	}
	return m
}

// New returns a worker that draws by dealer. Close ends it.
func New(db *pgxpool.Pool, dealer *minigame.Dealer, clk clock.Clock, log zerolog.Logger, reg prometheus.Registerer) (*Worker, error) {
	writer, err := casino.New(db, clk, wallet.WriterOptions{Log: log})
	if err != nil {
		return nil, fmt.Errorf("draw: %w", err)
	}
	return &Worker{
		db: db, dealer: dealer, draws: minigame.New(db, clk, writer, minigame.Defaults()), writer: writer, clk: clk, log: log, metrics: newMetrics(reg),
	}, nil
}

// Close lets what is under way come to its end.
func (w *Worker) Close() { w.writer.Close() }

// Run works until ctx ends.
func (w *Worker) Run(ctx context.Context) error {
	var loops sync.WaitGroup
	loops.Go(func() { lead.Run(ctx, w.db, w.log, "draw", w.metrics.leader, w.deal) })
	loops.Go(func() {
		for ctx.Err() == nil {
			if !w.Settle(ctx) {
				clock.Pause(ctx, beat)
			}
		}
	})
	loops.Wait()
	return nil
}

// deal opens and draws until ctx is done.
func (w *Worker) deal(ctx context.Context) error {
	for ctx.Err() == nil {
		pause := idleBeat
		if w.Deal(ctx) {
			pause = beat
		}
		if next := w.dealer.Next(w.clk.Now()).Sub(w.clk.Now()); next > 0 {
			pause = min(pause, next)
		}
		clock.Pause(ctx, pause)
	}
	return nil
}

// Deal opens the rounds that should be there and ends those that are due, once. It reports whether one waits for its beacon. Failures are logged and tried again.
func (w *Worker) Deal(ctx context.Context) (waits bool) {
	if _, err := w.dealer.Open(ctx); err != nil {
		w.failed(ctx, "open", err)
	}
	due, err := w.dealer.Due(ctx)
	if err != nil {
		w.failed(ctx, "draw", err)
	}
	oldest := time.Duration(0)
	for _, one := range due {
		ended, err := w.dealer.End(ctx, one)
		late := w.clk.Now().Sub(one.DrawsAt)
		switch {
		case errors.Is(err, minigame.ErrNotYet):
			waits, oldest = true, max(oldest, late)
			if late > 3*time.Second { // D-49; before, it is not out yet
				w.failed(ctx, "beacon", err)
			}
		case err != nil:
			waits, oldest = true, max(oldest, late)
			w.failed(ctx, "draw", err)
		case ended != minigame.NotEnded:
			w.metrics.rounds.WithLabelValues(one.Game, string(ended)).Inc()
			w.metrics.late.Observe(late.Seconds())
			w.log.Info().Str("game", one.Game).Int64("round", one.No).Str("result", string(ended)).Dur("late", late).Msg("round")
		}
	}
	w.metrics.waiting.Set(oldest.Seconds())
	if now := w.clk.Now(); now.Sub(w.looked) >= rareBeat {
		w.looked = now
		w.lookAtRare(ctx)
	}
	return waits
}

// lookAtRare notes what is left of the chains, and what the games return.
func (w *Worker) lookAtRare(ctx context.Context) {
	left, err := w.dealer.Heights(ctx)
	for game, n := range left {
		w.metrics.left.WithLabelValues(game).Set(float64(n))
	}
	returns, failed := w.draws.Returns(ctx)
	for _, r := range returns {
		w.metrics.returned.WithLabelValues(r.Game).Set(float64(r.Paid) / 10_000)
		w.metrics.deviation.WithLabelValues(r.Game).Set(float64(r.Deviation) / 100)
	}
	if err = errors.Join(err, failed); err != nil && ctx.Err() == nil {
		w.log.Error().Err(err).Msg("chains and returns of the draws")
	}
}

func (w *Worker) failed(ctx context.Context, step string, err error) {
	if ctx.Err() == nil {
		w.metrics.failures.WithLabelValues(step).Inc()
		w.log.Error().Err(err).Str("step", step).Msg("draws")
	}
}

// Settle ends the bets of one round, and reports whether there may be more to do. Failures are logged and tried again.
func (w *Worker) Settle(ctx context.Context) (busy bool) {
	start := w.clk.Now()
	done, ok, err := w.draws.Settle(ctx)
	for state, n := range done.Bets {
		w.metrics.ended.WithLabelValues(done.Game, string(state)).Add(float64(n))
	}
	switch {
	case err != nil:
		w.failed(ctx, "settle", err)
		return false
	case ok:
		w.metrics.settled.Observe(w.clk.Now().Sub(start).Seconds())
	}
	return ok
}
