// Package relay moves committed facts from the outbox to Redis Streams: all of them, in order per stream, once.
//
// It reads by the cursor (xid, id) and appends under ids made of that cursor. A crash at any point makes it read a few
// rows again; the streams refuse ids that they have, so nothing is lost and nothing comes twice. One relay is active at
// a time, by an advisory lock on a connection of its own; a second would do no harm, only work twice.
package relay

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/clock"
	"hubstake/internal/event"
	"hubstake/internal/id"
	"hubstake/internal/platform/outbox"
	"hubstake/internal/platform/rds"
)

const (
	batch     = 500
	busyPoll  = 2 * time.Millisecond   // after a batch with rows
	idlePoll  = 16 * time.Millisecond  // what an empty outbox backs off to
	faultWait = 250 * time.Millisecond // after PostgreSQL or Redis failed
	upkeep    = time.Second            // epochs and gauges
	keep      = time.Hour              // entries older than this are trimmed from the streams
	lockKey   = 0x68756273             // of the advisory lock
)

// Relay is the worker. Make it with New and run one per process.
type Relay struct {
	db  *pgxpool.Pool
	rdb redis.UniversalClient
	clk clock.Clock
	log zerolog.Logger
	m   metrics

	streams map[string]bool // every stream whose epoch is kept
	marks   []mark          // positions by time, for trimming
	upkept  time.Time
}

// mark says that what lies below a position is older than at.
type mark struct {
	at time.Time
	id string
}

type metrics struct {
	unpublished, oldest, leader prometheus.Gauge
	published, repeated, failed prometheus.Counter
}

// New registers the relay's metrics.
func New(db *pgxpool.Pool, rdb redis.UniversalClient, clk clock.Clock, log zerolog.Logger, reg prometheus.Registerer) *Relay {
	gauge := func(name, help string) prometheus.Gauge {
		return prometheus.NewGauge(prometheus.GaugeOpts{Name: name, Help: help})
	}
	r := &Relay{db: db, rdb: rdb, clk: clk, log: log, streams: map[string]bool{}, m: metrics{
		unpublished: gauge("outbox_unpublished", "Rows of the outbox that are not yet published."),
		oldest:      gauge("outbox_oldest_unpublished_seconds", "Age of the oldest row that is not yet published."),
		leader:      gauge("outbox_relay_leader", "1 while this process is the active relay."),
		published: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "outbox_published_total", Help: "Events appended to the streams.",
		}),
		repeated: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "outbox_repeated_total",
			Help: "Events that a stream refused because it had their id: a few after a crash. More means that somebody else writes to the streams.",
		}),
		failed: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "outbox_publish_errors_total", Help: "Batches that had to be tried again.",
		}),
	}}
	reg.MustRegister(r.m.unpublished, r.m.oldest, r.m.leader, r.m.published, r.m.repeated, r.m.failed)
	for n := range id.Shards {
		r.streams[rds.StreamKey(id.ShardName(n))] = true
	}
	return r
}

// Run publishes until ctx is done. Faults of PostgreSQL and Redis are logged and waited out.
func (r *Relay) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		if err := r.lead(ctx); err != nil && ctx.Err() == nil {
			r.m.failed.Inc()
			r.log.Warn().Err(err).Msg("relay: trying again")
			pause(ctx, faultWait)
		}
	}
	return nil
}

// lead waits for the lock on a connection of its own and publishes while it holds both.
func (r *Relay) lead(ctx context.Context) error {
	conn, err := r.db.Acquire(ctx)
	if err != nil {
		return fmt.Errorf("relay: %w", err)
	}
	defer conn.Release()
	for {
		var mine bool
		if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", lockKey).Scan(&mine); err != nil {
			return fmt.Errorf("relay: lock: %w", err)
		}
		if mine {
			break
		}
		if !pause(ctx, faultWait) {
			return nil
		}
	}
	r.m.leader.Set(1)
	defer r.m.leader.Set(0)
	// The connection goes back into the pool: it must not keep the lock. A connection that is lost loses it by itself.
	defer func() {
		_, _ = conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", lockKey)
	}()
	return r.publish(ctx, conn.Conn())
}

func (r *Relay) publish(ctx context.Context, conn *pgx.Conn) error {
	cursor, err := outbox.Load(ctx, conn)
	if err != nil {
		return err
	}
	wait := busyPoll
	for {
		if err := r.maintain(ctx, conn, cursor); err != nil {
			return err
		}
		rows, err := outbox.Read(ctx, conn, cursor, batch)
		if err != nil {
			return err
		}
		if len(rows) > 0 {
			if err := r.append(ctx, rows); err != nil {
				return err
			}
			cursor = rows[len(rows)-1].Cursor
			if err := outbox.Store(ctx, conn, cursor); err != nil {
				return err
			}
			wait = busyPoll
		}
		if len(rows) < batch {
			if !pause(ctx, wait) {
				return nil
			}
			wait = min(wait*2, idlePoll)
		}
	}
}

// append publishes a batch: each stream in order, different streams at the same time.
func (r *Relay) append(ctx context.Context, rows []outbox.Row) error {
	parts := map[string][]rds.Entry{}
	for _, row := range rows {
		s := rds.StreamOf(row.Event)
		parts[s] = append(parts[s], rds.Entry{ID: row.Cursor.String(), Event: row.Event})
	}
	minID := r.trim()
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(8)
	for stream, entries := range parts {
		r.streams[stream] = true
		g.Go(func() error {
			n, err := rds.Publish(ctx, r.rdb, stream, id.New(), minID, entries)
			r.m.published.Add(float64(n))
			if err == nil {
				r.m.repeated.Add(float64(streamed(entries) - n))
			}
			return err
		})
	}
	return g.Wait()
}

// streamed counts the entries that belong into the stream, not only into a projection.
func streamed(entries []rds.Entry) (n int) {
	for _, e := range entries {
		if e.Cmd != event.Game {
			n++
		}
	}
	return n
}

// trim returns the position below which everything is older than keep, or nothing while that is not known.
func (r *Relay) trim() string {
	found := ""
	for len(r.marks) > 0 && r.clk.Now().Sub(r.marks[0].at) > keep {
		found, r.marks = r.marks[0].id, r.marks[1:]
	}
	return found
}

// maintain runs once a second: every stream has an epoch also when nothing happens, so that the hub notices within
// seconds that Redis lost its data; and the gauges are set.
func (r *Relay) maintain(ctx context.Context, conn *pgx.Conn, cursor outbox.Cursor) error {
	now := r.clk.Now()
	if now.Sub(r.upkept) < upkeep {
		return nil
	}
	for stream := range r.streams {
		if _, err := rds.Publish(ctx, r.rdb, stream, id.New(), "", nil); err != nil {
			return err
		}
	}
	if n := len(r.marks); n == 0 || now.Sub(r.marks[n-1].at) > time.Minute {
		r.marks = append(r.marks, mark{now, cursor.String()})
	}
	rows, oldest, err := outbox.Backlog(ctx, conn)
	if err != nil {
		return err
	}
	r.m.unpublished.Set(float64(rows))
	r.m.oldest.Set(oldest.Seconds())
	r.upkept = now
	return nil
}

// pause waits for d; false when ctx ended first.
func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}
