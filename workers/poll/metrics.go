package poll

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"hubstake/internal/core/clock"
	"hubstake/internal/play/sports"
)

type metrics struct {
	leader          *prometheus.GaugeVec
	polls, retries  *prometheus.CounterVec
	changes, parked *prometheus.CounterVec
	stale           *prometheus.CounterVec
	asked, applied  *prometheus.HistogramVec
	known           map[string]bool // feeds of the settings
}

// otherFeeds is the label of feeds that are not in the settings: a feed that was taken out, a replay.
const otherFeeds = "other"

func newMetrics(reg prometheus.Registerer, p *Poller) *metrics {
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	duration := func(name, help string, buckets ...float64) *prometheus.HistogramVec {
		return prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets}, []string{"feed"})
	}
	m := &metrics{
		leader: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "feed_leader", Help: "1 while this process reads the feed.",
		}, []string{"feed"}),
		polls: counter("feed_polls_total",
			"Questions to feeds by what became of them: ok, silent, repeated (another poller was faster), down (no answer), refused, malformed, cursor (not known to the feed), open (the circuit, not asked), database, error.",
			"feed", "outcome"),
		retries: counter("feed_apply_retries_total", "Transactions of a page that were tried again because the server or a lost connection ended them.", "feed"),
		changes: counter("feed_changes_total", "Changes that feeds told: applied, or old (not newer than what was known).", "feed", "result"),
		parked:  counter("feed_parked_total", "Changes that were parked for staff because they cannot be believed or read, by reason.", "feed", "reason"),
		stale: counter("feed_stale_markets_total",
			"Markets that were suspended because their prices were too old; \"other\" are feeds that are not in the settings.", "feed"),
		asked:   duration("feed_request_duration_seconds", "Time from a question to the feed until its page is read.", .01, .02, .05, .1, .2, .5, 1, 2, 5, 10, 30),
		applied: duration("feed_apply_duration_seconds", "Time of the transaction that stores a page.", .005, .01, .02, .05, .1, .2, .5, 1, 2, 5),
		known:   map[string]bool{},
	}
	reg.MustRegister(m.leader, m.polls, m.retries, m.changes, m.parked, m.stale, m.asked, m.applied)
	m.stale.WithLabelValues(otherFeeds)
	names := make([]string, 0, len(p.feeds))
	for _, f := range p.feeds {
		names, m.known[f.Name] = append(names, f.Name), true
		m.preset(f.Name)
	}
	for vendor, circuit := range p.circuits {
		reg.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "feed_circuit_state", Help: "Circuit breaker of a vendor's feeds: 0 closed, 1 half open (one question tries), 2 open.",
			ConstLabels: prometheus.Labels{"vendor": vendor},
		}, func() float64 { return float64(circuit.State()) }))
	}
	reg.MustRegister(&ages{book: p.book, clk: p.clk, log: p.log, feeds: names})
	return m
}

// preset makes the series of a feed begin at zero.
func (m *metrics) preset(feed string) {
	m.leader.WithLabelValues(feed)
	for _, o := range outcomes {
		m.polls.WithLabelValues(feed, string(o))
	}
	for _, result := range []string{"applied", "old"} {
		m.changes.WithLabelValues(feed, result)
	}
	for _, reason := range sports.Reasons() {
		m.parked.WithLabelValues(feed, string(reason))
	}
	m.retries.WithLabelValues(feed)
	m.stale.WithLabelValues(feed)
	m.asked.WithLabelValues(feed)
	m.applied.WithLabelValues(feed)
}

// count adds what a page did.
func (m *metrics) count(feed string, out sports.Outcome) {
	m.changes.WithLabelValues(feed, "applied").Add(float64(out.Applied))
	m.changes.WithLabelValues(feed, "old").Add(float64(out.Old))
	for reason, n := range out.Parked {
		m.parked.WithLabelValues(feed, string(reason)).Add(float64(n))
	}
}

// suspended adds the markets of a feed that were suspended.
func (m *metrics) suspended(feed string, markets int) {
	if !m.known[feed] {
		feed = otherFeeds
	}
	m.stale.WithLabelValues(feed).Add(float64(markets))
}

// scrapeWait bounds the question of one scrape.
const scrapeWait = 2 * time.Second

var (
	ageDesc = prometheus.NewDesc(
		"feed_newest_price_age_seconds",
		"Age of the newest price of a feed, as the database has it: since it was made, or since the feed vouched for all. Absent for a feed that never told one.",
		[]string{"feed"}, nil,
	)
	refusedDesc = prometheus.NewDesc(
		"feed_refused_changes",
		"Changes of a feed within about a day that were refused because its numbers went back: newer by their times, older by their numbers. 0 again when staff lets the feed begin again.",
		[]string{"feed"}, nil,
	)
)

// ages asks the database at the scrape, so that a poller that hangs or is missing is seen. Every process says the same: aggregate by max.
type ages struct {
	book  *sports.Service
	clk   clock.Clock
	log   zerolog.Logger
	feeds []string
}

// Describe implements prometheus.Collector.
func (a *ages) Describe(ch chan<- *prometheus.Desc) {
	ch <- ageDesc
	ch <- refusedDesc
}

// Collect implements prometheus.Collector. While the database is away there are no values: an old one would look like calm.
func (a *ages) Collect(ch chan<- prometheus.Metric) {
	if len(a.feeds) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), scrapeWait)
	defer cancel()
	newest, err := a.book.NewestPrices(ctx, a.feeds)
	if err != nil {
		a.log.Warn().Err(err).Msg("age of prices: not measured")
		return
	}
	for feed, at := range newest {
		ch <- prometheus.MustNewConstMetric(ageDesc, prometheus.GaugeValue, max(0, a.clk.Now().Sub(at).Seconds()), feed)
	}
	back, err := a.book.RefusedNumbers(ctx)
	if err != nil {
		a.log.Warn().Err(err).Msg("numbers of feeds: not measured")
		return
	}
	refused := map[string]int64{}
	for _, n := range back {
		refused[n.Feed] = n.Refused
	}
	for _, feed := range a.feeds {
		ch <- prometheus.MustNewConstMetric(refusedDesc, prometheus.GaugeValue, float64(refused[feed]), feed)
	}
}
