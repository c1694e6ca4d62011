package provider

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"hubstake/internal/core/calls"
)

// Metrics of providers, both ways (monitoring.md, 3.1). Labels hold configured providers only.
type Metrics struct {
	callbacks        *prometheus.CounterVec
	callbackDuration *prometheus.HistogramVec
	requests         *prometheus.CounterVec
	requestDuration  *prometheus.HistogramVec
	unremembered     prometheus.Counter

	tally calls.Tally
}

// NewMetrics registers the metrics. Each of the providers has its series from the start.
func NewMetrics(reg prometheus.Registerer, vendors ...string) *Metrics {
	m := &Metrics{
		callbacks: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "vendor_callbacks_total",
			Help: "Calls of vendors: ok, duplicate, refused, parked (a win that waits for two persons), debt, badsig, late, replay, foreign, malformed, busy or error.",
		}, []string{"vendor", "kind", "result"}),
		callbackDuration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "vendor_callback_duration_seconds", Help: "Time from the parsed request of a vendor to its answer.",
			Buckets: []float64{.001, .002, .005, .01, .02, .05, .1, .3, 1, 5},
		}, []string{"kind"}),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "vendor_requests_total", Help: "Our calls to vendors: ok, refused or error; busy (too many at once) and open (the circuit) were not made.",
		}, []string{"vendor", "op", "result"}),
		requestDuration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "vendor_request_duration_seconds", Help: "Time of our calls to vendors.",
			Buckets: []float64{.01, .02, .05, .1, .2, .5, 1, 2, 3, 5},
		}, []string{"vendor", "op"}),
	}
	m.unremembered = prometheus.NewCounter(prometheus.CounterOpts{
		Name: "vendor_nonce_fallbacks_total", Help: "Calls of vendors whose nonce was not remembered, because Redis was away.",
	})
	reg.MustRegister(m.callbacks, m.callbackDuration, m.requests, m.requestDuration, m.unremembered)
	for _, v := range vendors {
		for _, k := range []string{"balance", "bet", "win", "rollback", "batch"} {
			for _, r := range []string{"ok", "badsig", "late", "parked", "debt"} { // alerts count the first one too
				m.callbacks.WithLabelValues(v, k, r)
			}
		}
		m.requests.WithLabelValues(v, "launch", "ok").Add(0)
	}
	return m
}

// Tally has the calls of both ways that this process made or answered, for the back office.
func (m *Metrics) Tally() *calls.Tally { return &m.tally }

// Callback counts a call of a provider; took covers all of it.
func (m *Metrics) Callback(vendor, kind, result string, took time.Duration) {
	m.tally.Note(calls.Line{Provider: vendor, Way: calls.Theirs}, callbackOutcome(result), took)
	m.callbacks.WithLabelValues(vendor, kind, result).Inc()
	m.callbackDuration.WithLabelValues(kind).Observe(took.Seconds())
}

// Count counts an item of a batch.
func (m *Metrics) Count(vendor, kind, result string) {
	m.callbacks.WithLabelValues(vendor, kind, result).Inc()
}

// Request counts a call of ours.
func (m *Metrics) Request(vendor, op, result string, took time.Duration) {
	m.tally.Note(calls.Line{Provider: vendor, Way: calls.Ours}, requestOutcome(op, result), took)
	m.requests.WithLabelValues(vendor, op, result).Inc()
	m.requestDuration.WithLabelValues(vendor, op).Observe(took.Seconds())
}

// callbackOutcome is the tally's word for the result of a provider's call. A refusal of the rules is an answer; one at the door is not.
func callbackOutcome(result string) calls.Outcome {
	switch result {
	case "ok", "duplicate", "refused", "parked", "debt":
		return calls.Answered
	case "badsig", "late", "replay", "foreign", "malformed":
		return calls.Rejected
	default: // error, busy
		return calls.Failed
	}
}

// opJackpots is the question for a provider's jackpots. One that has none refuses it.
const opJackpots = "jackpots"

// requestOutcome is the tally's word for the result of a call of ours.
func requestOutcome(op, result string) calls.Outcome {
	switch {
	case result == "ok" || result == "refused" && op == opJackpots:
		return calls.Answered
	case result == "refused":
		return calls.Rejected
	default: // error, and busy and open, of which nothing was sent
		return calls.Failed
	}
}

// Result is the metric's word for an answer.
func (a Answer) Result(kind Kind) string {
	switch {
	case a.Repeated || a.Status == Duplicate:
		return "duplicate"
	case a.Debt > 0:
		return "debt"
	case a.Held, a.Status == BadAmount && kind == Win: // of the second no amount could be read: it is the provider's defect, and still a member's money
		return "parked"
	case a.Status == OK:
		return "ok"
	default:
		return "refused"
	}
}
