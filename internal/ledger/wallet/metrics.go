package wallet

import (
	"context"
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"hubstake/internal/core/clock"
	"hubstake/internal/platform/pg"
)

// Metrics of money moves (monitoring.md, 3.1). They travel in the context, as the tracer does: moves are made in
// transactions of many domains. A context without them measures nothing. Labels hold kinds and results of the code only.
type Metrics struct {
	// Writer shows the batches of group commit.
	Writer *WriterMetrics

	clk      clock.Clock
	moves    *prometheus.CounterVec
	duration *prometheus.HistogramVec
	locks    prometheus.Histogram
	retries  *prometheus.CounterVec
	once     *prometheus.CounterVec
}

// Results of a move.
const (
	resultDone     = "done"
	resultRepeated = "repeated"
	resultShort    = "short"
	resultRefused  = "refused"
	resultError    = "error"
)

// Outcomes of a reference that makes something happen once.
const (
	onceNew      = "new"
	onceReplay   = "replay"
	onceConflict = "conflict"
)

// NewMetrics registers the metrics. clk measures durations.
func NewMetrics(reg prometheus.Registerer, clk clock.Clock) *Metrics {
	m := &Metrics{
		clk: clk,
		moves: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "wallet_tx_total", Help: "Moves of money by kind and result: done, repeated (it had happened), short, refused or error.",
		}, []string{"kind", "result"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "wallet_tx_duration_seconds",
			Help:    "Time of a move: of its statement, and of a vendor's operation until it is stored.",
			Buckets: []float64{.001, .002, .005, .01, .02, .05, .1, .3, 1, 5},
		}, []string{"kind"}),
		locks: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "wallet_lock_wait_seconds", Help: "Time until a transaction had locked its wallet; of a batch, until it had read all that it needs.",
			Buckets: []float64{.001, .002, .005, .01, .02, .05, .1, .3, 1, 5},
		}),
		retries: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "wallet_retries_total",
			Help: "Transactions that were tried again because of a serialization failure or a deadlock.",
		}, []string{"reason"}),
		once: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "idempotency_total", Help: "Moves by whether their reference was new, known (replay), or known with another content (conflict).",
		}, []string{"outcome"}),
	}
	m.Writer = NewWriterMetrics(reg, clk)
	m.Writer.locks = m.locks
	reg.MustRegister(m.moves, m.duration, m.locks, m.retries, m.once)
	for _, k := range []string{"bet", "win", "rollback", "deposit", "withdraw.hold", "withdraw.pay", "withdraw.release", "convert.points", "convert.cash"} {
		m.moves.WithLabelValues(k, resultDone)
		m.duration.WithLabelValues(k)
	}
	for _, r := range []string{pg.Serialization, pg.Deadlock} {
		m.retries.WithLabelValues(r)
	}
	for _, o := range []string{onceNew, onceReplay, onceConflict} {
		m.once.WithLabelValues(o)
	}
	return m
}

type metricsKey struct{}

// In returns a context in which moves are measured, and transactions that are tried again.
func (m *Metrics) In(ctx context.Context) context.Context {
	return pg.OnRetry(context.WithValue(ctx, metricsKey{}, m), m.retried)
}

func (m *Metrics) retried(reason string) { m.retries.WithLabelValues(reason).Inc() }

// metricsOf returns the metrics of a context, or nil.
func metricsOf(ctx context.Context) *Metrics {
	m, _ := ctx.Value(metricsKey{}).(*Metrics)
	return m
}

// Outcome is how an operation on a wallet ended, for those who do not use Apply.
type Outcome struct {
	Repeated bool // it had happened
	Conflict bool // the reference is known for another content
	Short    bool
	Refused  bool
}

// Operation measures one operation of another domain that moves money by a Writer. Call end with what became of it.
func Operation(ctx context.Context, kind string) (end func(Outcome, error)) {
	m := metricsOf(ctx)
	if m == nil {
		return func(Outcome, error) {}
	}
	start := m.clk.Now()
	return func(o Outcome, err error) { m.ended(kind, start, o, err) }
}

func (m *Metrics) ended(kind string, start time.Time, o Outcome, err error) {
	result, once := resultDone, onceNew
	switch {
	case err != nil:
		result, once = resultError, ""
	case o.Conflict:
		result, once = resultRefused, onceConflict
	case o.Repeated:
		result, once = resultRepeated, onceReplay
	case o.Short:
		result = resultShort
	case o.Refused:
		result = resultRefused
	}
	m.moves.WithLabelValues(kind, result).Inc()
	m.duration.WithLabelValues(kind).Observe(m.clk.Now().Sub(start).Seconds())
	if once != "" {
		m.once.WithLabelValues(once).Inc()
	}
}

// applied measures a move of Apply.
func (m *Metrics) applied(kind string, start time.Time, repeated bool, err error) {
	o := Outcome{Repeated: repeated, Short: errors.Is(err, ErrShort), Refused: errors.Is(err, ErrMissing)}
	if o.Short || o.Refused {
		err = nil
	}
	m.ended(kind, start, o, err)
}

// locking measures the time until a lock was taken.
func locking(ctx context.Context) (end func()) {
	m := metricsOf(ctx)
	if m == nil {
		return func() {}
	}
	start := m.clk.Now()
	return func() { m.locks.Observe(m.clk.Now().Sub(start).Seconds()) }
}

// WriterMetrics show the batches of a writer. A nil one measures nothing.
type WriterMetrics struct {
	clk      clock.Clock
	size     prometheus.Histogram
	duration prometheus.Histogram
	results  *prometheus.CounterVec
	held     *prometheus.CounterVec
	locks    prometheus.Observer // nil: not measured
}

// NewWriterMetrics registers the metrics. clk measures durations.
func NewWriterMetrics(reg prometheus.Registerer, clk clock.Clock) *WriterMetrics {
	m := &WriterMetrics{
		clk: clk,
		size: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "wallet_batch_operations", Help: "Operations in a batch of the writer.",
			Buckets: []float64{1, 2, 4, 8, 16, 32, 64, 128, 256},
		}),
		duration: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "wallet_batch_duration_seconds", Help: "Time of a batch, from its connection to its commit.",
			Buckets: []float64{.001, .002, .005, .01, .02, .05, .1, .3, 1, 5},
		}),
		results: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "wallet_batches_total",
			Help: "Transactions of the writer: ok, collided (rolled back because of another one, repeated), failed (rolled back, split until one operation fails alone), unknown (the caller repeats); and operations refused because the queue was full.",
		}, []string{"result"}),
		held: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "wallet_held_total",
			Help: "Operations whose wallet another transaction held: later (each time one was sent into a later batch) or busy (given up, the vendor repeats).",
		}, []string{"result"}),
	}
	reg.MustRegister(m.size, m.duration, m.results, m.held)
	for _, r := range []string{"ok", "collided", "failed", "unknown", "refused"} {
		m.results.WithLabelValues(r)
	}
	for _, r := range []string{"later", "busy"} {
		m.held.WithLabelValues(r)
	}
	return m
}

// locking measures the time until a batch has its locks and knows what it needs.
func (m *WriterMetrics) locking() (end func()) {
	if m == nil || m.locks == nil {
		return func() {}
	}
	start := m.clk.Now()
	return func() { m.locks.Observe(m.clk.Now().Sub(start).Seconds()) }
}

// parked counts an operation that was sent into a later batch because its wallet is held.
func (m *WriterMetrics) parked() {
	if m != nil {
		m.held.WithLabelValues("later").Inc()
	}
}

// busy counts an operation that was given up because its wallet is held.
func (m *WriterMetrics) busy() {
	if m != nil {
		m.held.WithLabelValues("busy").Inc()
	}
}

func (m *WriterMetrics) refused() {
	if m != nil {
		m.results.WithLabelValues("refused").Inc()
	}
}

// batch measures one batch; call end with its outcome.
func (m *WriterMetrics) batch(n int) (end func(error)) {
	if m == nil {
		return func(error) {}
	}
	m.size.Observe(float64(n))
	start := m.clk.Now()
	return func(err error) {
		m.duration.Observe(m.clk.Now().Sub(start).Seconds())
		switch {
		case err == nil:
			m.results.WithLabelValues("ok").Inc()
		case errors.Is(err, errCollided):
			m.results.WithLabelValues("collided").Inc()
		case errors.Is(err, ErrRolledBack):
			m.results.WithLabelValues("failed").Inc()
		default:
			m.results.WithLabelValues("unknown").Inc()
		}
	}
}
