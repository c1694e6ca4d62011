package guard

import "github.com/prometheus/client_golang/prometheus"

// measure registers the guard's state, as it is at a scrape.
func (g *Guard) measure(reg prometheus.Registerer) {
	label := prometheus.Labels{"vendor": g.vendor}
	reg.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "vendor_circuit_state", Help: "Circuit breaker of our calls to the vendor: 0 closed, 1 half open (one call tries), 2 open.", ConstLabels: label,
		}, func() float64 { return float64(g.circuit.State()) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "vendor_in_flight", Help: "Our calls to the vendor that are under way; at most 32.", ConstLabels: label,
		}, func() float64 { return float64(len(g.slots)) }),
	)
}
