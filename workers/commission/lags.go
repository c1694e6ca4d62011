package commission

import (
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"hubstake/internal/core/clock"
	"hubstake/internal/partners/commission"
)

var (
	lagDesc = prometheus.NewDesc("commission_accrual_lag_seconds",
		"Age of the moment before which all settled bets are noted for commissions, as the leader sees it. All sites are noted together.", nil, nil)
	sumsLagDesc = prometheus.NewDesc("commission_sums_lag_seconds",
		"Age of the moment before which all noted bets of a site are in the sums that reports read.", []string{"site"}, nil)
	overdueDesc = prometheus.NewDesc("commission_settlement_overdue_seconds",
		"Time since 00:10 after the oldest day of a site that has ended and is not settled; 0 while every day is.", []string{"site"}, nil)
)

// lags collects how late the leader is. The ages are computed when they are asked for, from the moments that it saw last: while a step runs, however
// long, they grow.
type lags struct {
	clk clock.Clock

	mu    sync.Mutex
	noted time.Time // zero: not known
	sites []commission.SiteProgress
}

func (l *lags) set(p commission.Progress) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.noted, l.sites = p.Noted, p.Sites
}

func (l *lags) setNoted(at time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.noted = at
}

// forget is for a process that leads no longer: the next leader reports.
func (l *lags) forget() { l.set(commission.Progress{}) }

// Describe implements prometheus.Collector.
func (l *lags) Describe(ch chan<- *prometheus.Desc) {
	ch <- lagDesc
	ch <- sumsLagDesc
	ch <- overdueDesc
}

// Collect implements prometheus.Collector.
func (l *lags) Collect(ch chan<- prometheus.Metric) {
	l.mu.Lock()
	noted, sites := l.noted, l.sites
	l.mu.Unlock()
	if noted.IsZero() {
		return
	}
	now := l.clk.Now()
	tell := func(desc *prometheus.Desc, since time.Time, labels ...string) {
		ch <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, max(0, now.Sub(since).Seconds()), labels...)
	}
	tell(lagDesc, noted)
	for _, s := range sites {
		tell(sumsLagDesc, s.Summed, s.Site)
		tell(overdueDesc, s.Due, s.Site)
	}
}
