package provider

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"hubstake/internal/core/calls"
)

// Metrics of providers, both ways (monitoring.md, 3.1). Labels hold configured providers only.
//
// A counter that Prometheus sees first at 1 has not increased, so each provider has its series at zero before anything happens: those of the
// configuration from the start, those that staff adds on a running site from the next scrape on (Follow).
type Metrics struct {
	callbacks        *prometheus.CounterVec
	callbackDuration *prometheus.HistogramVec
	requests         *prometheus.CounterVec
	requestDuration  *prometheus.HistogramVec
	unremembered     prometheus.Counter

	directory atomic.Pointer[Directory] // nil until Follow
	tally     calls.Tally
}

// presetKinds and presetResults are the calls of providers that have a series each before the first one. Alerts count these results.
var (
	presetKinds   = []string{"info", "balance", "bet", "win", "rollback", "batch"}
	presetResults = []string{"ok", "badsig", "late", "parked", "debt", "busy", "error"}
)

// counted are the counters by provider, which begin the series of the providers of the directory before they are read.
type counted struct{ m *Metrics }

// Describe implements prometheus.Collector.
func (c counted) Describe(out chan<- *prometheus.Desc) {
	c.m.callbacks.Describe(out)
	c.m.requests.Describe(out)
}

// Collect implements prometheus.Collector.
func (c counted) Collect(out chan<- prometheus.Metric) {
	if dir := c.m.directory.Load(); dir != nil {
		for _, vendor := range dir.ids(context.Background()) { // bounded by the directory's own limit of a reading
			c.m.preset(vendor)
		}
	}
	c.m.callbacks.Collect(out)
	c.m.requests.Collect(out)
}

// Follow begins the series of all providers of a directory, also of those that are added later, at zero.
func (m *Metrics) Follow(dir *Directory) { m.directory.Store(dir) }

// preset begins the series of a provider at zero, if they have not begun.
func (m *Metrics) preset(vendor string) {
	for _, k := range presetKinds {
		for _, r := range presetResults {
			m.callbacks.WithLabelValues(vendor, k, r)
		}
	}
	for _, r := range []string{"ok", "refused", "error", "busy", "open"} {
		m.requests.WithLabelValues(vendor, "launch", r)
	}
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
	reg.MustRegister(counted{m}, m.callbackDuration, m.requestDuration, m.unremembered)
	for _, v := range vendors {
		m.preset(v)
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
