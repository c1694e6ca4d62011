package bizmetrics

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"

	"hubstake/internal/accounting/report"
	"hubstake/internal/core/clock"
	"hubstake/internal/live"
	"hubstake/internal/operator/site"
)

type registerer = prometheus.Registerer

// metrics of the business (monitoring.md, 3.1). Amounts are minor units of the site's currency.
type metrics struct {
	bets      *prometheus.CounterVec
	stake     *prometheus.CounterVec
	win       *prometheus.CounterVec
	cash      *prometheus.CounterVec
	converted *prometheus.CounterVec
	dropped   prometheus.Counter
}

func newMetrics(db *pgxpool.Pool, rdb redis.Cmdable, clk clock.Clock, log zerolog.Logger, reg registerer) metrics {
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		v := prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
		reg.MustRegister(v)
		return v
	}
	m := metrics{
		bets:      counter("bets_total", "Bets by what became of them: accepted, won (something was paid), void (taken back).", "site", "game_group", "result"),
		stake:     counter("bet_stake_total", "Stakes of members, and wins that were taken back, in minor units.", "site", "game_group"),
		win:       counter("bet_win_total", "Payouts to members, and stakes that were given back, in minor units. GGR is the stake less this.", "site", "game_group"),
		cash:      counter("cash_amount_total", "Money that was paid in (in) and paid out (out), in minor units.", "site", "kind"),
		converted: counter("points_converted_total", "Points that were turned into cash, in minor units.", "site"),
		dropped: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "figures_dropped_total", Help: "Moves that are missing in the business figures, because their events do not say what they were.",
		}),
	}
	reg.MustRegister(m.dropped, &online{
		db: db, rdb: rdb, clk: clk, log: log,
		desc: prometheus.NewDesc("members_online", "Members with a live connection, as Redis has it, without test accounts.", []string{"site"}, nil),
	})
	return m
}

// preset makes the series of a site begin at zero.
func (m metrics) preset(site string) {
	for _, kind := range []string{"in", "out"} {
		m.cash.WithLabelValues(site, kind)
	}
	m.converted.WithLabelValues(site)
}

// add counts moves on games of a group. Kinds that are no business of players (gifts, corrections) are left out.
func (m metrics) add(a activity, group string, n sum) {
	amount, moves := float64(n.amount), float64(n.moves)
	switch a.kind {
	case "bet":
		m.bets.WithLabelValues(a.site, group, "accepted").Add(moves)
	case "win", "win.promo":
		m.bets.WithLabelValues(a.site, group, "won").Add(moves)
	case "rollback":
		if !a.taken {
			m.bets.WithLabelValues(a.site, group, "void").Add(moves)
		}
	case "deposit":
		m.cash.WithLabelValues(a.site, "in").Add(amount)
		return
	case "withdraw.pay":
		m.cash.WithLabelValues(a.site, "out").Add(amount)
		return
	case "convert.cash":
		m.converted.WithLabelValues(a.site).Add(amount)
		return
	default:
		return
	}
	if a.taken {
		m.stake.WithLabelValues(a.site, group).Add(amount)
		m.win.WithLabelValues(a.site, group)
	} else {
		m.win.WithLabelValues(a.site, group).Add(amount)
		m.stake.WithLabelValues(a.site, group)
	}
}

// scrapeWait bounds the questions of one scrape.
const scrapeWait = 2 * time.Second

// online asks Redis at the scrape. Every process says the same: aggregate by max.
type online struct {
	db   *pgxpool.Pool
	rdb  redis.Cmdable
	clk  clock.Clock
	log  zerolog.Logger
	desc *prometheus.Desc
}

// Describe implements prometheus.Collector.
func (o *online) Describe(ch chan<- *prometheus.Desc) { ch <- o.desc }

// Collect implements prometheus.Collector. While Redis or the database is away there are no values: an old one would look like
// calm.
func (o *online) Collect(ch chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeWait)
	defer cancel()
	ids, err := site.IDs(ctx, o.db)
	if err != nil {
		o.log.Warn().Err(err).Msg("members online: not measured")
		return
	}
	tests, err := report.TestAccounts(ctx, o.db)
	if err != nil {
		o.log.Warn().Err(err).Msg("members online: not measured")
		return
	}
	for _, id := range ids {
		if n := live.CountOnline(ctx, o.rdb, id, o.clk.Now(), tests...); n >= 0 {
			ch <- prometheus.MustNewConstMetric(o.desc, prometheus.GaugeValue, float64(n), id)
		}
	}
}
