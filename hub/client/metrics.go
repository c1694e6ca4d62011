package client

import (
	"github.com/prometheus/client_golang/prometheus"

	"hubstake/hub/stomp"
	"hubstake/hub/tail"
	"hubstake/internal/access/token"
	"hubstake/internal/core/event"
)

// Metrics of connections and deliveries (monitoring.md 3.1). Nothing in a label names a member.
type Metrics struct {
	Connections     *prometheus.GaugeVec
	Connects        *prometheus.CounterVec
	ConnectDuration prometheus.Histogram
	Disconnects     *prometheus.CounterVec
	Subscriptions   prometheus.Gauge
	DeliveryLag     prometheus.Histogram
	DeliveryOwn     prometheus.Histogram
	QueueMessages   prometheus.Histogram
	QueueBytes      prometheus.Gauge
	SlowConflate    prometheus.Counter
	SlowDisconnect  prometheus.Counter
	Resumes         *prometheus.CounterVec
	Gaps            prometheus.Counter
	FramesIn        [stomp.Disconnect + 1]prometheus.Counter
	ProtocolErrors  *prometheus.CounterVec
	EncryptErrors   prometheus.Counter
	Misroute        prometheus.Counter
	DrainRemaining  prometheus.Gauge

	deliveries map[event.Cmd]prometheus.Counter
	other      prometheus.Counter
}

// protocolKinds are the labels of hub_protocol_errors_total beyond those of the codec.
var protocolKinds = []string{"order", "version", "transaction", "ack", "websocket"}

// NewMetrics registers them, every counter at zero.
func NewMetrics(reg prometheus.Registerer) *Metrics {
	counter := func(name, help string) prometheus.Counter {
		c := prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
		reg.MustRegister(c)
		return c
	}
	gauge := func(name, help string) prometheus.Gauge {
		g := prometheus.NewGauge(prometheus.GaugeOpts{Name: name, Help: help})
		reg.MustRegister(g)
		return g
	}
	vec := func(name, help, label string, values ...string) *prometheus.CounterVec {
		v := prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, []string{label})
		for _, value := range values {
			v.WithLabelValues(value)
		}
		reg.MustRegister(v)
		return v
	}
	histogram := func(name, help string, buckets ...float64) prometheus.Histogram {
		h := prometheus.NewHistogram(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets})
		reg.MustRegister(h)
		return h
	}
	m := &Metrics{
		Connections: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "hub_connections", Help: "Authorised connections.",
		}, []string{"site", "audience"}),
		Connects:        vec("hub_connects_total", "Connections that were authorised, refused, or broke before.", "result", "ok", "error", "refused"),
		ConnectDuration: histogram("hub_connect_duration_seconds", "From the upgrade to CONNECTED.", .001, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10),
		Disconnects:     vec("hub_disconnects_total", "Connections that ended.", "reason", reasons...),
		Subscriptions:   gauge("hub_subscriptions", "Subscriptions of all connections."),
		DeliveryLag:     histogram("hub_delivery_lag_seconds", "From the commit of a fact until its frame is written.", .01, .05, .1, .25, .5, 1, 2, 5, 10, 30),
		DeliveryOwn: histogram("hub_delivery_own_seconds", "From the read of a stream entry until its frame is written: the hub's own part. Frames that waited for a slow client are not counted.",
			50e-6, 100e-6, 200e-6, 300e-6, 500e-6, 750e-6, .001, .0015, .002, .003, .005, .01, .02, .05, .1, .5),
		QueueMessages:  histogram("hub_queue_messages", "Messages that wait for a connection, sampled every 5 s.", 0, 1, 2, 4, 8, 16, 32, 64, 128, 256),
		QueueBytes:     gauge("hub_queue_bytes", "Bytes of answers that wait for all connections, sampled every 5 s."),
		Resumes:        vec("hub_resumes_total", "Subscriptions by how they began.", "result", "replayed", "resync", "fresh"),
		Gaps:           counter("hub_gaps_total", "Feeds that were given up for a RESYNC."),
		ProtocolErrors: vec("hub_protocol_errors_total", "Violations of STOMP by clients.", "kind", append(stomp.Kinds(), protocolKinds...)...),
		EncryptErrors:  counter("hub_encrypt_errors_total", "Session keys that could not be read."),
		Misroute:       counter("hub_misroute_total", "Messages that were about to go to the wrong session; always 0."),
		DrainRemaining: gauge("hub_drain_remaining", "Connections that have yet to be told to move."),
		deliveries:     map[event.Cmd]prometheus.Counter{},
	}
	reg.MustRegister(m.Connections)
	slow := vec("hub_slow_consumers_total", "Actions taken against slow connections.", "action", "conflate", "disconnect")
	m.SlowConflate, m.SlowDisconnect = slow.WithLabelValues("conflate"), slow.WithLabelValues("disconnect")
	frames := vec("hub_frames_in_total", "Frames of clients.", "command", append(stomp.CommandNames(), "other")...)
	for c := range m.FramesIn {
		label := stomp.Command(c).String()
		if label == "" {
			label = "other"
		}
		m.FramesIn[c] = frames.WithLabelValues(label)
	}
	deliveries := vec("hub_deliveries_total", "Frames that carry an event.", "cmd", "other")
	for _, cmd := range event.Commands {
		m.deliveries[cmd] = deliveries.WithLabelValues(string(cmd))
	}
	m.other = deliveries.WithLabelValues("other")
	return m
}

func (m *Metrics) protocol(kind string) { m.ProtocolErrors.WithLabelValues(kind).Inc() }

// frame counts a frame that came in.
func (m *Metrics) frame(c stomp.Command) {
	if int(c) >= len(m.FramesIn) {
		c = stomp.Other
	}
	m.FramesIn[c].Inc()
}

// connection counts an authorised connection in or out.
func (m *Metrics) connection(who *identity, by float64) {
	audience := string(who.audience)
	switch who.audience {
	case token.Admin:
		audience = "operator"
	case "":
		audience = "open"
	case token.Member, token.Partner, token.Guest:
	}
	m.Connections.WithLabelValues(who.site, audience).Add(by)
}

// delivered counts a frame that was made at that moment (ms).
func (m *Metrics) delivered(msg *tail.Message, now int64) {
	c, ok := m.deliveries[msg.Cmd]
	if !ok {
		c = m.other
	}
	c.Inc()
	if msg.At > 0 && !msg.ID.Zero() { // a snapshot says how things stand, not that they changed
		m.DeliveryLag.Observe(float64(now-msg.At) / 1000)
	}
}
