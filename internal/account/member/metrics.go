package member

import (
	"github.com/prometheus/client_golang/prometheus"

	"hubstake/internal/access/token"
	"hubstake/internal/account/credential"
)

// Metrics counts signups and logins (monitoring.md, 3.1). A nil Metrics counts nothing: programs without logins have none.
type Metrics struct {
	logins   *credential.Metrics
	signUps  *prometheus.CounterVec
	loggedIn prometheus.Counter
}

// NewMetrics registers the metrics, beside those of all logins.
func NewMetrics(reg prometheus.Registerer, logins *credential.Metrics) *Metrics {
	m := &Metrics{
		logins: logins,
		signUps: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "signups_total", Help: "Signups by site and result: 200 (waits for approval), the code of the refusal, or error.",
		}, []string{"site", "result"}),
		loggedIn: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "members_logged_in_total", Help: "Logins of members that began a session.",
		}),
	}
	reg.MustRegister(m.signUps, m.loggedIn)
	return m
}

func (m *Metrics) login(err error) {
	if m == nil {
		return
	}
	m.logins.Attempt(token.Member, err)
	if err == nil {
		m.loggedIn.Inc()
	}
}

func (m *Metrics) signUp(site string, err error) {
	if m != nil {
		m.signUps.WithLabelValues(site, credential.Result(err)).Inc()
	}
}
