package tail

import (
	"github.com/prometheus/client_golang/prometheus"

	"hubstake/internal/id"
	"hubstake/internal/platform/rds"
)

// Metrics of reading the streams.
type Metrics struct {
	ReadLag      prometheus.Histogram
	EpochChanges prometheus.Counter
	owned        *prometheus.GaugeVec
	label        map[string]string // stream → label
}

// NewMetrics registers them, all at zero.
func NewMetrics(reg prometheus.Registerer) *Metrics {
	m := &Metrics{
		ReadLag: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "hub_read_lag_seconds", Help: "From the commit of a fact until the hub read its event from the stream.",
			Buckets: []float64{.01, .05, .1, .25, .5, 1, 2, 5, 10, 30},
		}),
		EpochChanges: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "hub_epoch_changes_total", Help: "How often Redis was found to have lost the data of a stream.",
		}),
		owned: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "hub_shard_owned", Help: "1 while the hub reads the shard's stream; for \"site\" the number of site streams.",
		}, []string{"shard"}),
		label: map[string]string{},
	}
	for n := range id.Shards {
		name := id.ShardName(n)
		m.label[rds.StreamKey(name)] = name
		m.owned.WithLabelValues(name)
	}
	m.owned.WithLabelValues("site")
	reg.MustRegister(m.ReadLag, m.EpochChanges, m.owned)
	return m
}

// own counts a stream that is read, or no longer read.
func (m *Metrics) own(stream string, yes bool) {
	label, ok := m.label[stream]
	if !ok {
		label = "site"
	}
	if yes {
		m.owned.WithLabelValues(label).Inc()
	} else {
		m.owned.WithLabelValues(label).Dec()
	}
}
