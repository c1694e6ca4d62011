package relay

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"

	"hubstake/internal/core/id"
	"hubstake/internal/live"
	"hubstake/internal/platform/redisx"
)

// measureEvery is how often the streams are looked at.
const measureEvery = 5 * time.Second

// siteStreams is the label of all streams of sites together: their number has no bound.
const siteStreams = "site"

type metrics struct {
	leader, held                prometheus.Gauge
	length, age                 *prometheus.GaugeVec
	published, repeated, failed prometheus.Counter
	dead, restored, histories   prometheus.Counter
}

func newMetrics(reg prometheus.Registerer) metrics {
	counter := func(name, help string) prometheus.Counter {
		return prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
	}
	perShard := func(name, help string) *prometheus.GaugeVec {
		return prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: name, Help: help}, []string{"shard"})
	}
	m := metrics{
		leader: prometheus.NewGauge(prometheus.GaugeOpts{Name: "outbox_relay_leader", Help: "1 while this process is the active relay."}),
		held: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "outbox_streams_held", Help: "Streams to which the active relay cannot write, because their part of Redis is away or refuses writes; the others go on.",
		}),
		published: counter("outbox_published_total", "Events appended to the streams."),
		repeated: counter("outbox_repeated_total",
			"Events that a stream refused because it had their id: a few after a crash. More means that another program writes to the streams."),
		failed: counter("outbox_publish_errors_total", "Batches that had to be tried again."),
		restored: counter("outbox_restored_total",
			"Events that were published again because a failover of Redis had lost them: the replica was not up to date."),
		dead: counter("outbox_dead_total", "Events that Redis refused for what they are and that were put aside in outbox_dead."),
		histories: counter("outbox_history_changes_total",
			"How often the streams and projections were cleared because PostgreSQL is not the one that they were filled from, or may not be: a restored backup, a promoted standby that lagged, or an empty Redis."),
		length: perShard("stream_length", "Entries of the stream, as the active relay sees it; \"site\" is the sum over all sites."),
		age: perShard("stream_last_id_age_seconds",
			"Age of the newest entry (since its commit), as the active relay sees it; \"site\" is the newest of all sites. None for an empty stream."),
	}
	reg.MustRegister(m.leader, m.held, m.published, m.repeated, m.failed, m.dead, m.restored, m.histories, m.length, m.age)
	return m
}

// resign takes back what only the active relay says: an old value would look like calm.
func (m metrics) resign() {
	m.leader.Set(0)
	m.held.Set(0)
	m.forget()
}

func (m metrics) forget() {
	m.length.Reset()
	m.age.Reset()
}

// label names a stream in the metrics.
var label = func() map[string]string {
	names := map[string]string{}
	for n := range id.Shards {
		names[live.StreamKey(id.ShardName(n))] = id.ShardName(n)
	}
	return names
}()

// measure asks how long the streams are and how old their newest entries. That it cannot be known stops nothing.
func (r *Relay) measure(ctx context.Context, now time.Time) {
	if now.Sub(r.measured) < measureEvery {
		return
	}
	r.measured = now
	ends := map[string]redisx.Queued[live.End]{}
	_, _ = r.rdb.Pipelined(ctx, func(p redis.Pipeliner) error { // each read tells its own error
		for stream := range r.streams {
			if r.isHeld(stream) { // its server may be silent, and the others would be waited for
				continue
			}
			ends[stream] = live.QueueEnd(ctx, p, stream)
		}
		return nil
	})
	length, newest := map[string]int64{}, map[string]time.Time{}
	for stream, read := range ends {
		end, _, err := read()
		if err != nil {
			r.log.Debug().Err(err).Msg("relay: a stream is not measured")
			continue
		}
		shard, ok := label[stream]
		if !ok {
			shard = siteStreams
		}
		length[shard] += end.Length
		if end.At.After(newest[shard]) {
			newest[shard] = end.At
		}
	}
	r.m.forget()
	for shard, n := range length {
		r.m.length.WithLabelValues(shard).Set(float64(n))
	}
	for shard, at := range newest {
		r.m.age.WithLabelValues(shard).Set(max(0, now.Sub(at).Seconds()))
	}
}
