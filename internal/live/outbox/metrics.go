package outbox

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"hubstake/internal/core/event"
	"hubstake/internal/core/id"
	"hubstake/internal/live"
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

// Wait returns what waits after the cursor, and for streams that are held back after their own position, for each shard and, under "site", for what
// has no member of its own. It looks at the oldest rows, at most limit of them. The row of a bet names the upline and yet is its member's. When the
// cursor is of another server, all rows of this one wait.
func Wait(ctx context.Context, db Querier, limit int) (map[string]Waiting, error) {
	stored, err := Load(ctx, db)
	if err != nil {
		return nil, err
	}
	held, err := LoadHeld(ctx, db)
	if err != nil {
		return nil, err
	}
	var xmax uint64
	if err := db.QueryRow(ctx, `SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint`).Scan(&xmax); err != nil {
		return nil, fmt.Errorf("outbox: what waits: %w", err)
	}
	all := map[string]Waiting{}
	if stored.Moved(Database{XMax: xmax}) {
		return all, waitBetween(ctx, db, Cursor{}, &Cursor{XID: xmax}, limit, all, nil)
	}
	if err := waitBetween(ctx, db, stored.Published, nil, limit, all, nil); err != nil {
		return nil, err
	}
	for stream, after := range held {
		if err := waitBetween(ctx, db, after, &stored.Published, limit, all, &stream); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// waitBetween adds what waits after a position, up to another one, of one stream or of all.
func waitBetween(ctx context.Context, db Querier, after Cursor, upTo *Cursor, limit int, all map[string]Waiting, stream *string) error {
	var endXID *string
	var endID int64
	if upTo != nil {
		xid := strconv.FormatUint(upTo.XID, 10)
		endXID, endID = &xid, upTo.ID
	}
	rows, err := db.Query(ctx, `
		SELECT owner, site, topic, count(*), extract(epoch FROM clock_timestamp() - min(at))::float8
		  FROM (SELECT CASE WHEN topic = '' AND (path = '' OR cmd IN ('CASH', 'WALLET')) THEN member ELSE '' END AS owner, site, topic, at
		          FROM outbox_event WHERE (xid, id) > ($1::text::xid8, $2) AND ($4::text IS NULL OR (xid, id) <= ($4::text::xid8, $5)) ORDER BY xid, id LIMIT $3) w
		 GROUP BY owner, site, topic`, strconv.FormatUint(after.XID, 10), after.ID, limit, endXID, endID)
	if err != nil {
		return fmt.Errorf("outbox: what waits: %w", err)
	}
	var owner, site, topic string
	var n int64
	var seconds float64
	_, err = pgx.ForEachRow(rows, []any{&owner, &site, &topic, &n, &seconds}, func() error {
		if stream != nil && live.StreamOf(event.Event{Member: owner, Site: site, Topic: topic}) != *stream {
			return nil
		}
		shard := siteEvents
		if owner != "" {
			shard = id.Shard(owner)
		}
		w := all[shard]
		all[shard] = Waiting{w.Rows + n, max(w.Oldest, time.Duration(seconds*float64(time.Second)))}
		return nil
	})
	if err != nil {
		return fmt.Errorf("outbox: what waits: %w", err)
	}
	return nil
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
