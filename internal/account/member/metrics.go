package member

import (
	"errors"

	"github.com/prometheus/client_golang/prometheus"

	"hubstake/internal/access/token"
	"hubstake/internal/core/fault"
)

// Metrics of who comes in (monitoring.md, 3.1). A nil Metrics counts nothing: programs that let nobody in have none.
type Metrics struct {
	attempts *prometheus.CounterVec
	signUps  *prometheus.CounterVec
	loggedIn prometheus.Counter
	locked   prometheus.Counter
	slowed   prometheus.Counter
	unnoted  prometheus.Counter
	oneStore prometheus.Counter
}

// NewMetrics registers the metrics.
func NewMetrics(reg prometheus.Registerer) *Metrics {
	m := &Metrics{
		attempts: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "auth_attempts_total", Help: "Log-ins by area (member, admin) and result: 200, the code of the refusal, or error.",
		}, []string{"kind", "result"}),
		signUps: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "signups_total", Help: "Sign-ups by site and result: 200 (waits for approval), the code of the refusal, or error.",
		}, []string{"site", "result"}),
		loggedIn: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "members_logged_in_total", Help: "Log-ins of members that began a session.",
		}),
	}
	m.locked = prometheus.NewCounter(prometheus.CounterOpts{
		Name: "auth_locked_total", Help: "Log-ins that were refused because too many wrong passwords had locked the account (U004).",
	})
	m.slowed = prometheus.NewCounter(prometheus.CounterOpts{
		Name: "auth_staff_slowed_total", Help: "Log-ins of staff that waited because the same id had been tried many times, from whatever addresses.",
	})
	m.unnoted = prometheus.NewCounter(prometheus.CounterOpts{
		Name: "auth_refusals_unnoted_total", Help: "Refused log-ins of staff that are not in the audit because there were too many in one minute.",
	})
	m.oneStore = prometheus.NewCounter(prometheus.CounterOpts{
		Name: "auth_codes_unremembered_total", Help: "One-time codes of staff that PostgreSQL alone remembers as used, because Redis was away.",
	})
	reg.MustRegister(m.attempts, m.signUps, m.loggedIn, m.locked, m.slowed, m.unnoted, m.oneStore)
	for _, a := range []token.Audience{token.Member, token.Admin} {
		for _, result := range []*fault.Fault{fault.Success, fault.WrongPassword, fault.AccountLocked} {
			m.attempts.WithLabelValues(string(a), result.Code())
		}
	}
	return m
}

func (m *Metrics) attempt(a token.Audience, err error) {
	if m == nil {
		return
	}
	m.attempts.WithLabelValues(string(a), result(err)).Inc()
	if errors.Is(err, fault.AccountLocked) {
		m.locked.Inc()
	}
	if err == nil && a == token.Member {
		m.loggedIn.Inc()
	}
}

func (m *Metrics) staffSlowed() {
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
		m.oneStore.Inc()
	}
}

func (m *Metrics) signUp(site string, err error) {
	if m != nil {
		m.signUps.WithLabelValues(site, result(err)).Inc()
	}
}

// result is the code of an outcome: the codes of the catalogue bound the number of series.
func result(err error) string {
	if err == nil {
		return fault.Success.Code()
	}
	if f, ok := fault.Of(err); ok {
		return f.Code()
	}
	return "error"
}
