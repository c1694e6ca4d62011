package cash

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"hubstake/internal/core/clock"
	"hubstake/internal/operator/site"
)

// Metrics of the cash desk (monitoring.md, 3.1). A nil Metrics counts nothing.
type Metrics struct{ requests *prometheus.CounterVec }

// NewMetrics registers the metrics.
func NewMetrics(reg prometheus.Registerer) *Metrics {
	m := &Metrics{prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "cash_requests_total", Help: "Deposits (in), withdrawals (out, through a partner) and withdrawals of partners (pt) by the status that they reached (D-11).",
	}, []string{"site", "kind", "status"})}
	reg.MustRegister(m.requests)
	return m
}

var statusNames = map[Status]string{
	Requested: "requested", Held: "held", Done: "done", Cancelled: "cancelled", Refused: "refused",
}

// reached counts a committed change.
func (m *Metrics) reached(site string, k Kind, s Status) {
	if m != nil {
		m.requests.WithLabelValues(site, string(k), statusNames[s]).Inc()
	}
}

// scrapeWait bounds the question of one scrape.
const scrapeWait = 2 * time.Second

// Queues tells Prometheus how many requests wait for staff at each site and how old the oldest is, as the database has it
// at the scrape. Every process that registers one says the same: aggregate by max.
type Queues struct {
	db              *pgxpool.Pool
	clk             clock.Clock
	log             zerolog.Logger
	pending, oldest *prometheus.Desc
}

// NewQueues returns the collector; register it.
func NewQueues(db *pgxpool.Pool, clk clock.Clock, log zerolog.Logger) *Queues {
	labels := []string{"site", "kind"}
	return &Queues{
		db: db, clk: clk, log: log,
		pending: prometheus.NewDesc("cash_pending", "Deposits (in), withdrawals (out) and withdrawals of partners (pt) that wait for staff.", labels, nil),
		oldest:  prometheus.NewDesc("cash_request_oldest_pending_seconds", "Age of the oldest request that waits; 0 when none does.", labels, nil),
	}
}

// Describe implements prometheus.Collector.
func (q *Queues) Describe(ch chan<- *prometheus.Desc) {
	ch <- q.pending
	ch <- q.oldest
}

// Collect implements prometheus.Collector. While the database is away there are no values: an old one would look like calm.
func (q *Queues) Collect(ch chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeWait)
	defer cancel()
	ids, err := site.IDs(ctx, q.db)
	for _, id := range ids {
		var queues map[Kind]Queue
		if queues, err = Pending(ctx, q.db, id); err != nil {
			break
		}
		for k, w := range queues {
			ch <- prometheus.MustNewConstMetric(q.pending, prometheus.GaugeValue, float64(w.Count), id, string(k))
			ch <- prometheus.MustNewConstMetric(q.oldest, prometheus.GaugeValue, w.Age(q.clk.Now()).Seconds(), id, string(k))
		}
	}
	if err != nil {
		q.log.Warn().Err(err).Msg("cash queues: not measured")
	}
}
