package tail

import (
	"os"

	"github.com/prometheus/client_golang/prometheus"

	"hubstake/internal/core/id"
	"hubstake/internal/live"
)

// Metrics of reading the streams.
type Metrics struct {
	ReadLag      prometheus.Histogram
	EpochChanges prometheus.Counter
	owned        *prometheus.GaugeVec
	lag          *prometheus.GaugeVec
	label        map[string]string // stream → label
	machine      string
}

// siteStreams is the label of all streams of sites together.
const siteStreams = "site"

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
		lag: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "stream_lag_entries",
			Help: "Entries of a stream that the hub (by the name of its machine) reads and has not read yet; \"site\" is the sum over the streams of sites.",
		}, []string{"shard", "hub"}),
		label: map[string]string{},
	}
	m.machine, _ = os.Hostname() // without a name the instance tells hubs apart
	for n := range id.Shards {
		name := id.ShardName(n)
		m.label[live.StreamKey(name)] = name
		m.owned.WithLabelValues(name)
	}
	m.owned.WithLabelValues(siteStreams)
	reg.MustRegister(m.ReadLag, m.EpochChanges, m.owned, m.lag)
	return m
}

// own counts a stream that is read, or no longer read.
func (m *Metrics) own(stream string, yes bool) {
	label, ok := m.label[stream]
	if !ok {
		label = siteStreams
	}
	if yes {
		m.owned.WithLabelValues(label).Inc()
	} else {
		m.owned.WithLabelValues(label).Dec()
	}
}

// behind sets how many entries of each stream are still to be read. A stream that is not read, or whose number is not known, has no
// value, because an old one would look as if all were well.
func (m *Metrics) behind(streams map[string]int64) {
	lag := map[string]int64{}
	for stream, n := range streams {
		label, ok := m.label[stream]
		if !ok {
			label = siteStreams
		}
		lag[label] += n
	}
	set := func(label string) {
		if n, ok := lag[label]; ok {
			m.lag.WithLabelValues(label, m.machine).Set(float64(n))
		} else {
			m.lag.DeleteLabelValues(label, m.machine)
		}
	}
	for _, label := range m.label {
		set(label)
	}
	set(siteStreams)
}
