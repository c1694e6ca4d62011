package casino

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"hubstake/internal/core/clock"
	"hubstake/internal/play/casino/casinodb"
)

// scrapeWait bounds the question of one scrape.
const scrapeWait = 2 * time.Second

// HeldWins tells Prometheus how many wins wait for two persons and since when, by provider and reason, as the database has it at the scrape. Every process that
// registers one says the same: aggregate by max.
type HeldWins struct {
	db  *pgxpool.Pool
	clk clock.Clock
	log zerolog.Logger

	wins, oldest *prometheus.Desc
}

// NewHeldWins returns the collector; register it.
func NewHeldWins(db *pgxpool.Pool, clk clock.Clock, log zerolog.Logger) *HeldWins {
	labels := []string{"vendor", "reason"}
	return &HeldWins{
		db: db, clk: clk, log: log,
		wins: prometheus.NewDesc("casino_held_wins",
			"Wins that wait for two persons: above the limit of a win (win), of a win without a bet (free), of a provider's day (day), or of any amount (size).", labels, nil),
		oldest: prometheus.NewDesc("casino_held_oldest_seconds", "Age of the oldest of them.", labels, nil),
	}
}

// Describe implements prometheus.Collector.
func (h *HeldWins) Describe(ch chan<- *prometheus.Desc) {
	ch <- h.wins
	ch <- h.oldest
}

// Collect implements prometheus.Collector. While the database is away there are no values: an old one would look like calm.
func (h *HeldWins) Collect(ch chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeWait)
	defer cancel()
	rows, err := casinodb.New(h.db).Waiting(ctx)
	if err != nil {
		h.log.Warn().Err(err).Msg("held wins: not measured")
		return
	}
	for _, r := range rows {
		ch <- prometheus.MustNewConstMetric(h.wins, prometheus.GaugeValue, float64(r.Wins), r.VendorID, r.Reason)
		ch <- prometheus.MustNewConstMetric(h.oldest, prometheus.GaugeValue, max(0, h.clk.Now().Sub(r.Oldest).Seconds()), r.VendorID, r.Reason)
	}
}
