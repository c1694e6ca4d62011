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
	"hubstake/internal/core/odds"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/message"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/pattern"
	"hubstake/internal/play/settle"
	"hubstake/internal/play/sports"
)

const (
	// beat is how often a worker with nothing to do looks again.
	beat = 250 * time.Millisecond
	// orderBeat is the same for orders of staff, for which a person waits and no price changes.
	orderBeat = time.Second
	// confirmations bounds the bets in play that are decided at a time.
	confirmations = 200
	// rareBeat is how often matches that were put off too long or are lost, and bets of corrected results are looked for.
	rareBeat = time.Minute
	// group is the label of the sportsbook (monitoring.md).
	group = "sports"
)

// Worker settles. Any number may run: a job is taken by one of them, and a bet is ended once.
type Worker struct {
	writer   *casino.Service
	bets     *bet.Service
	settle   *settle.Service
	book     *sports.Service
	patterns *pattern.Service
	messages *message.Service
	looked   time.Time // at what is rare
	clk      clock.Clock
	log      zerolog.Logger
	metrics  metrics
}

type metrics struct {
	ended    *prometheus.CounterVec
	again    *prometheus.CounterVec
	duration prometheus.Histogram
	jobs     *prometheus.CounterVec
	outdated prometheus.Gauge
	late     *prometheus.CounterVec
	lost     prometheus.Gauge
	overdue  *prometheus.GaugeVec
	lateness *prometheus.GaugeVec

	// Of each site's bets that have not ended; amounts in minor units.
	open, stakes, pays, matchPays *prometheus.GaugeVec
}

// New returns a worker. Close ends it.
func New(db *pgxpool.Pool, clk clock.Clock, log zerolog.Logger, reg prometheus.Registerer) (*Worker, error) {
	writer, err := casino.New(db, clk, wallet.WriterOptions{Log: log})
	if err != nil {
		return nil, fmt.Errorf("settle: %w", err)
	}
	bets := bet.New(db, clk, writer, bet.Defaults())
	bets.Measure(bet.NewConfirmMetrics(reg))
	w := &Worker{writer: writer, bets: bets, settle: settle.New(db, bets, settle.Options{}), book: sports.New(db, clk, sports.Defaults()), patterns: pattern.New(db, clk), messages: message.New(db, clk), clk: clk, log: log, metrics: metrics{
		ended: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "settlement_total", Help: "Bets that were ended by their results, by group of games and by what became of them.",
		}, []string{"game_group", "result"}),
		again: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "settlement_corrected_total", Help: "Bets that were ended otherwise by an order of staff, by what became of them.",
		}, []string{"result"}),
		duration: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "settlement_duration_seconds", Help: "How long the settlement of one market took.", Buckets: []float64{.01, .03, .1, .3, 1, 3, 10, 30, 60},
		}),
		jobs: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "settlement_jobs_total", Help: "Markets that were settled, by whether it worked; a job that failed is tried again.",
		}, []string{"result"}),
		outdated: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "settlement_outdated_bets", Help: "Ended bets that hold no more, about which staff decides: their outcome changed, they are void although it is known, or they were struck too late.",
		}),
		late: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "sports_late_bets_total", Help: "Bets that were found to be struck after what the book did not know yet: the start of the match, a goal, its end, that a score would not count, or in a time that staff voided.",
		}, []string{"after"}),
		lost: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "sports_lost_matches", Help: "Matches that should have begun and of which their feed says nothing any more; they are suspended, and void after 48 hours.",
		}),
		overdue:   ofSport("sports_overdue_matches", "Matches that should be over by the clock (their start and the usual length of their sport), have bets that wait for them, and have no result."),
		lateness:  ofSport("sports_overdue_oldest_seconds", "How long the match that is overdue for longest should have been over; 0 while none is."),
		open:      ofSite("sports_open_bets", "Bets that have not ended."),
		stakes:    ofSite("sports_open_stake", "Stakes of the bets that have not ended, in minor units."),
		pays:      ofSite("sports_open_payout", "Possible payout of the bets that have not ended, in minor units, as if all of them won."),
		matchPays: ofSite("sports_match_payout_max", "The most that the open bets on one match may pay, in minor units, as if all of them won."),
	}}
	m := w.metrics
	reg.MustRegister(m.ended, m.again, m.duration, m.jobs, m.outdated, m.late, m.lost, m.overdue, m.lateness, m.open, m.stakes, m.pays, m.matchPays, &waits{bets, w.settle, log})
	for _, s := range []bet.State{bet.Won, bet.Lost, bet.Drawn, bet.Voided} {
		w.metrics.ended.WithLabelValues(group, string(s))
		w.metrics.again.WithLabelValues(string(s))
	}
	for _, why := range bet.Lates {
		w.metrics.late.WithLabelValues(string(why))
	}
	for _, sport := range odds.Sports {
		w.metrics.overdue.WithLabelValues(string(sport))
		w.metrics.lateness.WithLabelValues(string(sport))
	}
	for _, result := range []string{"ok", "failed"} {
		w.metrics.jobs.WithLabelValues(result)
	}
	return w, nil
}

func ofSite(name, help string) *prometheus.GaugeVec {
	return prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: name, Help: help}, []string{"site"})
}

func ofSport(name, help string) *prometheus.GaugeVec {
	return prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: name, Help: help}, []string{"sport"})
}

// Close lets what is under way come to its end.
func (w *Worker) Close() { w.writer.Close() }

// Run works until ctx ends. Bets in play do not wait for a market with many bets, a market does not wait for them, and orders of staff hold up neither.
func (w *Worker) Run(ctx context.Context) error {
	var loops sync.WaitGroup
	for _, loop := range []struct {
		once func(context.Context) (busy bool)
		beat time.Duration
	}{{w.Confirm, beat}, {w.Settle, beat}, {w.Correct, orderBeat}} {
		loops.Go(func() {
			for ctx.Err() == nil {
				if !loop.once(ctx) {
					clock.Pause(ctx, loop.beat)
				}
			}
		})
	}
	loops.Wait()
	return nil
}

// lookAtRare ends matches that were put off too long, suspends and ends those of which no feed speaks, counts the bets that hold no more, flags unusual bets, and looks
// at the open ones.
func (w *Worker) lookAtRare(ctx context.Context) {
	_, err := w.book.VoidPostponed(ctx)
	err = errors.Join(err, w.lookAtLost(ctx))
	n, failed := w.settle.Outdated(ctx)
	if failed == nil {
		w.metrics.outdated.Set(float64(n))
	}
	flagged, unseen := w.patterns.Look(ctx)
	if flagged > 0 {
		w.log.Warn().Int("flags", flagged).Msg("unusual bets")
	}
	if err = errors.Join(err, failed, unseen, w.lookAtBook(ctx)); err != nil && ctx.Err() == nil {
		w.log.Error().Err(err).Msg("postponed matches, corrected results, unusual bets and the open bets")
	}
}

// lookAtLost suspends the matches of which no feed speaks any more, and ends those that began two days ago.
func (w *Worker) lookAtLost(ctx context.Context) error {
	found, err := w.book.SuspendLost(ctx)
	ended, failed := w.book.VoidLost(ctx)
	if found+ended > 0 {
		w.log.Warn().Int("found", found).Int("void", ended).Msg("matches of which their feed says nothing")
	}
	n, unknown := w.book.LostMatches(ctx)
	if unknown == nil {
		w.metrics.lost.Set(float64(n))
	}
	return errors.Join(err, failed, unknown)
}

// compareLate compares the bets on one match with when something happened in it. Failures are logged and tried again.
func (w *Worker) compareLate(ctx context.Context) {
	ended, late, _, err := w.settle.CompareLate(ctx)
	w.count(ended, late)
	if err != nil && ctx.Err() == nil {
		w.log.Error().Err(err).Msg("late bets")
	}
}

// count counts bets that were ended, and those that were struck too late.
func (w *Worker) count(ended map[bet.State]int, late map[bet.Late]int) {
	for state, n := range ended {
		w.metrics.ended.WithLabelValues(group, string(state)).Add(float64(n))
	}
	for why, n := range late {
		w.metrics.late.WithLabelValues(string(why)).Add(float64(n))
	}
}

// lookAtBook counts what the open bets may pay, and the matches that should have a result.
func (w *Worker) lookAtBook(ctx context.Context) error {
	overdue, err := w.bets.Overdue(ctx)
	for _, o := range overdue {
		w.metrics.overdue.WithLabelValues(string(o.Sport)).Set(float64(o.Matches))
		w.metrics.lateness.WithLabelValues(string(o.Sport)).Set(o.Oldest.Seconds())
	}
	all, failed := w.bets.Liabilities(ctx)
	for _, l := range all {
		w.metrics.open.WithLabelValues(l.Site).Set(float64(l.Bets))
		w.metrics.stakes.WithLabelValues(l.Site).Set(float64(l.Stakes))
		w.metrics.pays.WithLabelValues(l.Site).Set(float64(l.Pays))
		w.metrics.matchPays.WithLabelValues(l.Site).Set(float64(l.MatchPays))
	}
	return errors.Join(err, failed)
}

// Confirm decides bets and cash-outs that wait, and reports whether there may be more of them. Failures are logged and tried again.
func (w *Worker) Confirm(ctx context.Context) (busy bool) {
	n, err := w.bets.Confirm(ctx, confirmations)
	cashed, failed := w.bets.DecideCashOuts(ctx, confirmations)
	if err = errors.Join(err, failed); err != nil && ctx.Err() == nil {
		w.log.Error().Err(err).Msg("bets in play")
	}
	return err == nil && max(n, cashed) == confirmations
}

// Settle looks at what is rare now and then, does one job, and reports whether there may be more to do. Failures are logged and tried again.
func (w *Worker) Settle(ctx context.Context) (busy bool) {
	if now := w.clk.Now(); now.Sub(w.looked) >= rareBeat {
		w.looked = now
		w.lookAtRare(ctx)
	}
	w.compareLate(ctx)
	start := w.clk.Now()
	done, ok, err := w.settle.Next(ctx)
	w.count(done.Bets, done.Late)
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

// Correct carries out one order of staff and tells one member, and reports whether there may be more to do. Failures are logged and tried again.
func (w *Worker) Correct(ctx context.Context) (busy bool) {
	bets, ordered, err := w.settle.Correct(ctx)
	for state, ended := range bets {
		w.metrics.again.WithLabelValues(string(state)).Add(float64(ended))
	}
	told, failed := w.settle.NotifyMember(ctx, w.messages)
	if err = errors.Join(err, failed); err != nil {
		if ctx.Err() == nil {
			w.log.Error().Err(err).Msg("orders of staff")
		}
		return false
	}
	return ordered || told
}
