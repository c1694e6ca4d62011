package main

import "github.com/prometheus/client_golang/prometheus"

// stage is a step at which a round can fail.
type stage string

// The stages, in their order.
const (
	stageLogin     stage = "login"     // the API did not let the member in
	stageConnect   stage = "connect"   // no websocket, or no CONNECTED
	stageSubscribe stage = "subscribe" // no snapshot of the own topic
	stageProbe     stage = "probe"     // the API did not take the probe
	stageDelivery  stage = "delivery"  // it was taken and did not come in time
	stageSeal      stage = "seal"      // something came that does not open
)

var stages = []stage{stageLogin, stageConnect, stageSubscribe, stageProbe, stageDelivery, stageSeal}

type metrics struct {
	delivery, round prometheus.Histogram
	logins          *prometheus.CounterVec
	failures        *prometheus.CounterVec
	success         prometheus.Gauge
}

// newMetrics registers them, every counter at zero.
func newMetrics(reg prometheus.Registerer) *metrics {
	buckets := []float64{.002, .005, .01, .02, .05, .1, .25, .5, 1, 2, 5}
	m := &metrics{
		delivery: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "canary_delivery_seconds", Help: "From the commit of a fact (the database's clock) until its event was opened here.", Buckets: buckets,
		}),
		round: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "canary_round_seconds", Help: "From the call that makes a fact until its event was opened here, by one clock.", Buckets: buckets,
		}),
		logins: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "canary_logins_total", Help: "Logins: let in, refused by the product, or not answered.",
		}, []string{"result"}),
		failures: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "canary_failures_total", Help: "Rounds that failed, by the step at which they did.",
		}, []string{"stage"}),
		success: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "canary_last_success_timestamp_seconds", Help: "When an event last arrived; 0 before the first.",
		}),
	}
	for _, result := range []string{"ok", "refused", "error"} {
		m.logins.WithLabelValues(result)
	}
	for _, s := range stages {
		m.failures.WithLabelValues(string(s))
	}
	reg.MustRegister(m.delivery, m.round, m.logins, m.failures, m.success)
	return m
}
