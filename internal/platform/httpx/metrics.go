package httpx

import (
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"hubstake/internal/fault"
)

// Metrics of the API (monitoring.md, 3.1).
type Metrics struct {
	requests *prometheus.CounterVec
	duration *prometheus.HistogramVec
	codes    *prometheus.CounterVec
	panics   prometheus.Counter
}

// NewMetrics registers the API's metrics.
func NewMetrics(reg prometheus.Registerer) *Metrics {
	m := &Metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "api_requests_total", Help: "Requests by route and class of result.",
		}, []string{"route", "result_class", "site"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "api_request_duration_seconds", Help: "Time from the parsed request to the answer.",
			Buckets: []float64{.005, .01, .02, .05, .1, .3, 1, 2.5, 10},
		}, []string{"route_group"}),
		codes: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "api_result_codes_total", Help: "Answers by result code.",
		}, []string{"code", "route_group"}),
		panics: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "api_panics_total", Help: "Handlers that panicked; the caller was answered E001.",
		}),
	}
	reg.MustRegister(m.requests, m.duration, m.codes, m.panics)
	return m
}

func (m *Metrics) observe(r Route, who Caller, class string, took time.Duration) {
	m.requests.WithLabelValues(r.Path, class, who.Site).Inc()
	m.duration.WithLabelValues(group(r.Path)).Observe(took.Seconds())
}

func (m *Metrics) code(code, path string) { m.codes.WithLabelValues(code, group(path)).Inc() }

// class tells refusals of the product, mistakes of the caller and our own failures apart.
func class(status int, refused bool) string {
	switch {
	case status == 200 && refused:
		return "business"
	case status == 200:
		return "ok"
	case status == 401 || status == 403:
		return "auth"
	case status == 429:
		return "limited"
	case status < 500:
		return "client"
	default:
		return "system"
	}
}

// group is the second segment of the path: at most a dozen values.
func group(path string) string {
	parts := strings.SplitN(strings.TrimPrefix(path, "/"), "/", 3)
	if len(parts) < 2 {
		return "none"
	}
	return strings.ToLower(parts[1])
}

// Preset makes the series of every route exist before the first request, so that a rate over them is never empty.
func (m *Metrics) Preset(routes []Route) {
	for _, r := range routes {
		m.codes.WithLabelValues(fault.Success.Code(), group(r.Path)).Add(0)
		m.duration.WithLabelValues(group(r.Path))
	}
}
