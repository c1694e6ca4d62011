package outbox

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"hubstake/internal/core/id"
)

const (
	scrapeWait = 2 * time.Second
	// countTo bounds what one scrape costs when the relay has been away for long.
	countTo = 100_000
	// siteEvents is the label of what is not for one member.
	siteEvents = "site"
)

// Waiting is what of one shard is not yet published.
type Waiting struct {
	Rows   int64
	Oldest time.Duration // 0 when nothing waits
}

// Wait tells what waits after the cursor, for each shard and, under "site", for what has no member of its own. It looks at the
// oldest rows, at most limit of them. The row of a bet names the upline and yet is its member's.
func Wait(ctx context.Context, db Querier, limit int) (map[string]Waiting, error) {
	stored, err := Load(ctx, db)
	if err != nil {
		return nil, err
	}
	rows, err := db.Query(ctx, `
		SELECT owner, count(*), extract(epoch FROM clock_timestamp() - min(at))::float8
		  FROM (SELECT CASE WHEN topic = '' AND (path = '' OR cmd IN ('CASH', 'WALLET')) THEN member ELSE '' END AS owner, at
		          FROM outbox_event WHERE (xid, id) > ($1::text::xid8, $2) ORDER BY xid, id LIMIT $3) w
		 GROUP BY owner`, strconv.FormatUint(stored.Published.XID, 10), stored.Published.ID, limit)
	if err != nil {
		return nil, fmt.Errorf("outbox: what waits: %w", err)
	}
	defer rows.Close()
	all := map[string]Waiting{}
	for rows.Next() {
		var owner string
		var n int64
		var seconds float64
		if err := rows.Scan(&owner, &n, &seconds); err != nil {
			return nil, fmt.Errorf("outbox: what waits: %w", err)
		}
		shard := siteEvents
		if owner != "" {
			shard = id.Shard(owner)
		}
		w := all[shard]
		all[shard] = Waiting{w.Rows + n, max(w.Oldest, time.Duration(seconds*float64(time.Second)))}
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("outbox: what waits: %w", err)
	}
	return all, nil
}

// metrics asks the database at each scrape, so that what it says does not depend on the relay whose failure it is to show.
type metrics struct {
	db                  Querier
	log                 zerolog.Logger
	unpublished, oldest *prometheus.Desc
}

// NewMetrics returns the collector; register it. Every process that does says the same: aggregate by max.
func NewMetrics(db Querier, log zerolog.Logger) prometheus.Collector {
	return &metrics{
		db: db, log: log,
		unpublished: prometheus.NewDesc("outbox_unpublished", "Rows of the outbox that are not yet published, counted up to 100,000.", nil, nil),
		oldest: prometheus.NewDesc("outbox_oldest_unpublished_seconds",
			"Age of the oldest row that is not yet published; 0 when none waits. \"site\" is what has no member of its own.", []string{"shard"}, nil),
	}
}

// Describe implements prometheus.Collector.
func (m *metrics) Describe(ch chan<- *prometheus.Desc) {
	ch <- m.unpublished
	ch <- m.oldest
}

// Collect implements prometheus.Collector. While the database is away there are no values: an old one would look like calm.
func (m *metrics) Collect(ch chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeWait)
	defer cancel()
	waiting, err := Wait(ctx, m.db, countTo)
	if err != nil {
		m.log.Warn().Err(err).Msg("outbox: not measured")
		return
	}
	total := int64(0)
	tell := func(shard string) {
		w := waiting[shard]
		total += w.Rows
		ch <- prometheus.MustNewConstMetric(m.oldest, prometheus.GaugeValue, w.Oldest.Seconds(), shard)
	}
	for n := range id.Shards {
		tell(id.ShardName(n))
	}
	tell(siteEvents)
	ch <- prometheus.MustNewConstMetric(m.unpublished, prometheus.GaugeValue, float64(total))
}
