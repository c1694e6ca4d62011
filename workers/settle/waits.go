package settle

import (
	"context"
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"hubstake/internal/play/bet"
	"hubstake/internal/play/settle"
)

// scrapeWait bounds the question of one scrape.
const scrapeWait = 2 * time.Second

var (
	waitingDesc = prometheus.NewDesc("sports_waiting_bets", "Bets in play that wait to be decided.", nil, nil)
	overdueDesc = prometheus.NewDesc("sports_waiting_overdue_seconds",
		"How long the delay of the oldest bet in play that waits has been over; 0 while no delay is.", nil, nil)
	oldestDesc = prometheus.NewDesc("settlement_oldest_pending_seconds",
		"How long the oldest market has a result and waits to be settled.", nil, prometheus.Labels{"game_group": group})
)

// waits asks the database at the scrape, so that a worker that hangs or is missing is seen. Every process says the same: aggregate by max.
type waits struct {
	bets   *bet.Service
	settle *settle.Service
	log    zerolog.Logger
}

// Describe implements prometheus.Collector.
func (w *waits) Describe(ch chan<- *prometheus.Desc) {
	ch <- waitingDesc
	ch <- overdueDesc
	ch <- oldestDesc
}

// Collect implements prometheus.Collector. While the database is away there are no values: old ones would look like calm.
func (w *waits) Collect(ch chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeWait)
	defer cancel()
	waiting, overdue, err := w.bets.Waits(ctx)
	oldest, failed := w.settle.Oldest(ctx)
	if err = errors.Join(err, failed); err != nil {
		w.log.Warn().Err(err).Msg("bets in play and markets that wait: not measured")
		return
	}
	ch <- prometheus.MustNewConstMetric(waitingDesc, prometheus.GaugeValue, float64(waiting))
	ch <- prometheus.MustNewConstMetric(overdueDesc, prometheus.GaugeValue, overdue.Seconds())
	ch <- prometheus.MustNewConstMetric(oldestDesc, prometheus.GaugeValue, oldest.Seconds())
}
