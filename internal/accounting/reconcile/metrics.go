package reconcile

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
)

const scrapeWait = 2 * time.Second

// metrics asks the database at each scrape: what was found must be told by every process, even when the one that found it is
// gone, and a look that no longer comes is seen by its age.
type metrics struct {
	db                                   *pgxpool.Pool
	log                                  zerolog.Logger
	violations, last, took, checked, tip *prometheus.Desc
}

// NewMetrics returns the collector; register it. Every process says the same: aggregate by max.
func NewMetrics(db *pgxpool.Pool, log zerolog.Logger) prometheus.Collector {
	kind := []string{"kind"}
	return &metrics{
		db: db, log: log,
		violations: prometheus.NewDesc("wallet_invariant_violations", "Violations that the checks of the invariants found and no full check has cleared.", []string{"check"}, nil),
		last:       prometheus.NewDesc("wallet_invariant_last_run_timestamp_seconds", "When the last look of a kind came to its end: step (each minute), full (nightly), audit (the chains, hourly).", kind, nil),
		took:       prometheus.NewDesc("wallet_invariant_duration_seconds", "How long that look took.", kind, nil),
		tip:        prometheus.NewDesc("audit_tip_seq", "How many entries the chain of a site's audit has. It never falls.", []string{"site"}, nil),
		checked:    prometheus.NewDesc("wallet_invariant_checked", "Wallets, or of audit entries, that it looked at.", kind, nil),
	}
}

// Describe implements prometheus.Collector.
func (m *metrics) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{m.violations, m.last, m.took, m.checked, m.tip} {
		ch <- d
	}
}

// Collect implements prometheus.Collector. When the database does not answer the metrics have no value.
func (m *metrics) Collect(ch chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeWait)
	defer cancel()
	found := map[string]float64{AuditCheck: 0}
	for _, name := range Names() {
		found[name] = 0
	}
	err := m.each(ctx, "SELECT check_name, count(*)::float8, 0::float8, 0::float8 FROM invariant_violation GROUP BY 1", func(name string, v [3]float64) { found[name] = v[0] })
	if err != nil {
		m.log.Warn().Err(err).Msg("invariants: metrics")
		return
	}
	for name, n := range found {
		ch <- prometheus.MustNewConstMetric(m.violations, prometheus.GaugeValue, n, name)
	}
	err = m.each(ctx, "SELECT site_id, seq::float8, 0::float8, 0::float8 FROM audit_head", func(site string, v [3]float64) {
		ch <- prometheus.MustNewConstMetric(m.tip, prometheus.GaugeValue, v[0], site)
	})
	if err != nil {
		m.log.Warn().Err(err).Msg("invariants: metrics")
		return
	}
	err = m.each(ctx, "SELECT kind, extract(epoch FROM at)::float8, took_ms / 1000.0::float8, checked::float8 FROM invariant_run", func(kind string, v [3]float64) {
		for i, d := range []*prometheus.Desc{m.last, m.took, m.checked} {
			ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v[i], kind)
		}
	})
	if err != nil {
		m.log.Warn().Err(err).Msg("invariants: metrics")
	}
}

func (m *metrics) each(ctx context.Context, sql string, do func(name string, v [3]float64)) error {
	rows, err := m.db.Query(ctx, sql)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		var v [3]float64
		if err := rows.Scan(&name, &v[0], &v[1], &v[2]); err != nil {
			return err
		}
		do(name, v)
	}
	return rows.Err()
}
