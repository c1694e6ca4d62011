package staff

import (
	"github.com/prometheus/client_golang/prometheus"

	"hubstake/internal/access/token"
	"hubstake/internal/account/credential"
)

// Metrics of logins of staff (monitoring.md, 3.1). A nil Metrics counts nothing.
type Metrics struct {
	logins       *credential.Metrics
	slowed       prometheus.Counter
	unnoted      prometheus.Counter
	unremembered prometheus.Counter
}

// NewMetrics registers the metrics, beside those of all logins.
func NewMetrics(reg prometheus.Registerer, logins *credential.Metrics) *Metrics {
	m := &Metrics{
		logins: logins,
		slowed: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "auth_staff_slowed_total", Help: "Logins of staff that waited because the same id had been tried many times, from whatever addresses.",
		}),
		unnoted: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "auth_refusals_unnoted_total", Help: "Refused logins of staff that are not in the audit because there were too many in one minute.",
		}),
		unremembered: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "auth_codes_unremembered_total", Help: "One-time codes of staff that PostgreSQL alone remembers as used, because Redis was away.",
		}),
	}
	reg.MustRegister(m.slowed, m.unnoted, m.unremembered)
	return m
}

func (m *Metrics) login(err error) {
	if m != nil {
		m.logins.Attempt(token.Admin, err)
	}
}

func (m *Metrics) slow() {
	if m != nil {
		m.slowed.Inc()
	}
}

func (m *Metrics) unnotedRefusal() {
	if m != nil {
		m.unnoted.Inc()
	}
}

func (m *Metrics) unrememberedCode() {
	if m != nil {
		m.unremembered.Inc()
	}
}
