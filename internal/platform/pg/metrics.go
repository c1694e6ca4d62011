package pg

import (
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
)

// poolMetrics tells Prometheus how busy a pool is (monitoring.md, 3.1).
type poolMetrics struct {
	pool  *pgxpool.Pool
	descs []*prometheus.Desc
}

// NewMetrics returns the collector of a pool; register it.
func NewMetrics(pool *pgxpool.Pool) prometheus.Collector {
	m := &poolMetrics{pool: pool}
	for _, d := range [][2]string{
		{"pgxpool_acquired", "Connections in use."},
		{"pgxpool_idle", "Connections at rest."},
		{"pgxpool_max", "The most connections that the pool opens."},
		{"pgxpool_acquires_total", "Connections handed out."},
		{"pgxpool_waits_total", "Connections that had to be waited for."},
		{"pgxpool_wait_seconds_total", "Time spent waiting for connections."},
	} {
		m.descs = append(m.descs, prometheus.NewDesc(d[0], d[1], nil, nil))
	}
	return m
}

// Describe implements prometheus.Collector.
func (m *poolMetrics) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range m.descs {
		ch <- d
	}
}

// Collect implements prometheus.Collector.
func (m *poolMetrics) Collect(ch chan<- prometheus.Metric) {
	s := m.pool.Stat()
	gauge, counter := prometheus.GaugeValue, prometheus.CounterValue
	for i, v := range []struct {
		kind  prometheus.ValueType
		value float64
	}{
		{gauge, float64(s.AcquiredConns())},
		{gauge, float64(s.IdleConns())},
		{gauge, float64(s.MaxConns())},
		{counter, float64(s.AcquireCount())},
		{counter, float64(s.EmptyAcquireCount())},
		{counter, s.EmptyAcquireWaitTime().Seconds()},
	} {
		ch <- prometheus.MustNewConstMetric(m.descs[i], v.kind, v.value)
	}
}
