package partner

import (
	"github.com/prometheus/client_golang/prometheus"

	"hubstake/internal/core/fault"
)

// SendMetrics counts sends. A nil SendMetrics counts nothing.
type SendMetrics struct{ total *prometheus.CounterVec }

// NewSendMetrics registers the metric.
func NewSendMetrics(reg prometheus.Registerer) *SendMetrics {
	m := &SendMetrics{prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "partner_sends_total",
		Help: "Payments, recalls, reversals and pay-outs of partners by outcome: done, repeated (the answer of the same call before), refused by a rule, failed by a fault of ours.",
	}, []string{"kind", "outcome"})}
	reg.MustRegister(m.total)
	for _, kind := range []SendKind{Pay, Recall, Reverse, Payout} {
		for _, outcome := range []string{"done", "repeated", "refused", "failed"} {
			m.total.WithLabelValues(string(kind), outcome)
		}
	}
	return m
}

// Measure has sends counted.
func (s *Sends) Measure(m *SendMetrics) { s.metrics = m }

// ended counts a call. did reports whether it came as far as the transaction, which a repeated one does not.
func (m *SendMetrics) ended(kind SendKind, did bool, err error) {
	if m == nil {
		return
	}
	outcome := "done"
	_, refused := fault.Of(err)
	switch {
	case refused:
		outcome = "refused"
	case err != nil:
		outcome = "failed"
	case !did:
		outcome = "repeated"
	}
	m.total.WithLabelValues(string(kind), outcome).Inc()
}
