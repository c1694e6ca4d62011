package credential

import (
	"errors"

	"github.com/prometheus/client_golang/prometheus"

	"hubstake/internal/access/token"
	"hubstake/internal/core/fault"
)

// Metrics of logins (monitoring.md, 3.1). A nil Metrics counts nothing: programs without logins have none.
type Metrics struct {
	attempts *prometheus.CounterVec
	locked   prometheus.Counter
}

// NewMetrics registers the metrics.
func NewMetrics(reg prometheus.Registerer) *Metrics {
	m := &Metrics{
		attempts: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "auth_attempts_total", Help: "Logins by area (member, partner, admin) and result: 200, the code of the refusal, or error.",
		}, []string{"kind", "result"}),
		locked: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "auth_locked_total", Help: "Logins that were refused because too many wrong passwords had locked the account (U004).",
		}),
	}
	reg.MustRegister(m.attempts, m.locked)
	for _, a := range []token.Audience{token.Member, token.Partner, token.Admin} {
		for _, result := range []*fault.Fault{fault.Success, fault.WrongPassword, fault.AccountLocked} {
			m.attempts.WithLabelValues(string(a), result.Code())
		}
	}
	return m
}

// Attempt counts a login and its outcome.
func (m *Metrics) Attempt(a token.Audience, err error) {
	if m == nil {
		return
	}
	m.attempts.WithLabelValues(string(a), Result(err)).Inc()
	if errors.Is(err, fault.AccountLocked) {
		m.locked.Inc()
	}
}

// Result is the code of an outcome: the codes of the catalogue bound the number of series.
func Result(err error) string {
	if err == nil {
		return fault.Success.Code()
	}
	if f, ok := fault.Of(err); ok {
		return f.Code()
	}
	return "error"
}
