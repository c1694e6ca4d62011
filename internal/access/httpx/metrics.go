package httpx

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"hubstake/internal/core/fault"
)

// Metrics of the API (monitoring.md, 3.1).
type Metrics struct {
	requests *prometheus.CounterVec
	duration *prometheus.HistogramVec
	codes    *prometheus.CounterVec
	panics   prometheus.Counter
	inFlight *prometheus.GaugeVec
	denied   *prometheus.CounterVec

	unreadable prometheus.Counter
}

// NewMetrics registers the API's metrics.
func NewMetrics(reg prometheus.Registerer) *Metrics {
	m := &Metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "api_requests_total", Help: "Requests by route and class of result.",
		}, []string{"route", "method", "result_class", "site"}),
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
	m.inFlight = prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "api_in_flight", Help: "Requests that have no answer yet.",
	}, []string{"route_group"})
	m.denied = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "authz_denied_total",
		Help: "Calls that were turned away at the door: session (none that is valid), right (missing, or a foreign page), site (a foreign one).",
	}, []string{"kind"})
	m.unreadable = prometheus.NewCounter(prometheus.CounterOpts{
		Name: "api_forwarded_address_errors_total",
		Help: "Requests of a trusted balancer whose X-Forwarded-For was missing or no address; they were refused.",
	})
	reg.MustRegister(m.requests, m.duration, m.codes, m.panics, m.inFlight, m.denied, m.unreadable)
	for _, kind := range []string{deniedSession, deniedRight, deniedSite} {
		m.denied.WithLabelValues(kind)
	}
	return m
}

// Why a call is turned away at the door.
const (
	deniedSession = "session"
	deniedRight   = "right"
	deniedSite    = "site"
)

// begin counts a request as under way until end is called.
func (m *Metrics) begin(r Route) (end func()) {
	g := m.inFlight.WithLabelValues(group(r.Path))
	g.Inc()
	return g.Dec
}

// turnedAway counts the refusals of the door.
func (m *Metrics) turnedAway(err error) {
	var t *transport
	switch {
	case errors.Is(err, errForeignSite):
		m.denied.WithLabelValues(deniedSite).Inc()
	case errors.Is(err, errForbidden):
		m.denied.WithLabelValues(deniedRight).Inc()
	case errors.As(err, &t) && t.status == http.StatusUnauthorized:
		m.denied.WithLabelValues(deniedSession).Inc()
	}
}

func (m *Metrics) observe(r Route, who Caller, class string, took time.Duration) {
	m.requests.WithLabelValues(r.Path, http.MethodPost, class, who.Site).Inc()
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

// groups are the second segments of paths that are told apart, and what they count as: at most a dozen groups, whatever is added.
var groups = map[string]string{
	"member": "member", "gettoken": "member", "protection": "member", "cash": "cash", "point": "cash", "coupon": "cash", "promo": "cash",
	"game": "game", "bet": "bet", "sports": "sports", "minigame": "sports", "board": "board", "livechat": "livechat",
	"main": "site", "etc": "site", "common": "site", "partner": "partner", "admin": "admin",
}

// group bounds the series of the histograms: the area of the product that a path belongs to.
func group(path string) string {
	parts := strings.SplitN(strings.TrimPrefix(path, "/"), "/", 3)
	if len(parts) < 2 {
		return "none"
	}
	if g := groups[strings.ToLower(parts[1])]; g != "" {
		return g
	}
	return "other"
}

// Preset makes the series of every route exist before the first request, so that a rate over them is never empty.
func (m *Metrics) Preset(routes []Route) {
	for _, r := range routes {
		m.codes.WithLabelValues(fault.Success.Code(), group(r.Path)).Add(0)
		m.duration.WithLabelValues(group(r.Path))
		m.inFlight.WithLabelValues(group(r.Path))
	}
}
