package transfer

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"hubstake/internal/core/clock"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/transfer/transferdb"
)

// Metrics of orders. A nil Metrics counts nothing.
type Metrics struct{ orders *prometheus.CounterVec }

// NewMetrics registers the metrics. Each of the vendors has its series from the start.
func NewMetrics(reg prometheus.Registerer, ids ...string) *Metrics {
	m := &Metrics{prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "transfer_orders_total",
		Help: "Money moved to vendors (in) and back (out): done, refused, or pending when it was not known at first.",
	}, []string{"vendor", "direction", "result"})}
	reg.MustRegister(m.orders)
	for _, id := range ids {
		for _, d := range []provider.Direction{provider.In, provider.Out} {
			for _, s := range []Status{Done, Refused, Pending} {
				m.orders.WithLabelValues(id, string(d), string(s))
			}
		}
	}
	return m
}

func (m *Metrics) became(o Order) {
	if m != nil {
		m.orders.WithLabelValues(o.Vendor, string(o.Direction), string(o.Status)).Inc()
	}
}

// scrapeWait bounds the question of one scrape.
const scrapeWait = 2 * time.Second

// recallGrace is how long after it was due a recall counts as overdue: the job looks every few seconds.
const recallGrace = time.Minute

// Pendings tells Prometheus how many orders of each vendor are pending, how old the oldest is, and how many recalls are overdue, as
// the database has it at the scrape. Every process that registers one says the same: aggregate by max.
type Pendings struct {
	db  *pgxpool.Pool
	clk clock.Clock
	log zerolog.Logger
	ids []string

	pending, oldest, overdue *prometheus.Desc
}

// NewPendings returns the collector for vendors; register it.
func NewPendings(db *pgxpool.Pool, clk clock.Clock, log zerolog.Logger, ids ...string) *Pendings {
	labels := []string{"vendor"}
	return &Pendings{
		db: db, clk: clk, log: log, ids: ids,
		pending: prometheus.NewDesc("transfer_pending", "Orders of which it is not known what became of them.", labels, nil),
		oldest:  prometheus.NewDesc("transfer_oldest_pending_seconds", "Age of the oldest of them; 0 when there is none.", labels, nil),
		overdue: prometheus.NewDesc("transfer_recalls_overdue",
			"Members whose game with the vendor is over and whose money is not back: due for over a minute, or asked for in vain more than once.", labels, nil),
	}
}

// Describe implements prometheus.Collector.
func (p *Pendings) Describe(ch chan<- *prometheus.Desc) {
	ch <- p.pending
	ch <- p.oldest
	ch <- p.overdue
}

// Collect implements prometheus.Collector. While the database is away there are no values: an old one would look like calm.
func (p *Pendings) Collect(ch chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeWait)
	defer cancel()
	q := transferdb.New(p.db)
	rows, err := q.Waiting(ctx)
	if err != nil {
		p.log.Warn().Err(err).Msg("transfers: not measured")
		return
	}
	late, err := q.RecallsOverdue(ctx, p.clk.Now().Add(-recallGrace))
	if err != nil {
		p.log.Warn().Err(err).Msg("recalls: not measured")
		return
	}
	overdue := map[string]int64{}
	for _, id := range p.ids {
		overdue[id] = 0
	}
	for _, r := range late {
		overdue[r.VendorID] = r.Count
	}
	for id, n := range overdue {
		ch <- prometheus.MustNewConstMetric(p.overdue, prometheus.GaugeValue, float64(n), id)
	}
	waiting := map[string]transferdb.WaitingRow{}
	for _, id := range p.ids {
		waiting[id] = transferdb.WaitingRow{Oldest: p.clk.Now()}
	}
	for _, r := range rows { // including vendors that are no longer configured
		waiting[r.VendorID] = r
	}
	for id, r := range waiting {
		ch <- prometheus.MustNewConstMetric(p.pending, prometheus.GaugeValue, float64(r.Count), id)
		ch <- prometheus.MustNewConstMetric(p.oldest, prometheus.GaugeValue, max(0, p.clk.Now().Sub(r.Oldest).Seconds()), id)
	}
}
