package wallet

import (
	"errors"

	"github.com/prometheus/client_golang/prometheus"

	"hubstake/internal/clock"
)

// WriterMetrics show the batches of a writer. A nil one measures nothing.
type WriterMetrics struct {
	clk      clock.Clock
	size     prometheus.Histogram
	duration prometheus.Histogram
	results  *prometheus.CounterVec
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
			Help: "Batches of the writer: ok, alone (undone, its operations carried out one by one), unknown (the vendor repeats); and operations refused because the queue was full.",
		}, []string{"result"}),
	}
	reg.MustRegister(m.size, m.duration, m.results)
	for _, r := range []string{"ok", "alone", "unknown", "refused"} {
		m.results.WithLabelValues(r)
	}
	return m
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
		case errors.Is(err, ErrAlone):
			m.results.WithLabelValues("alone").Inc()
		default:
			m.results.WithLabelValues("unknown").Inc()
		}
	}
}
