// Package rebuild answers requests of the hub and the api to write a projection again: it reads PostgreSQL and writes
// Redis, each group of states only if it is newer. So Redis may lose everything and is whole again within seconds.
package rebuild

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/clock"
	"hubstake/internal/live"
	"hubstake/internal/live/projection"
)

// consumer is the same for every process: nothing is pending for a consumer (NOACK), so further names would only pile up in
// Redis.
const consumer = "worker"

const (
	batch     = 500
	parallel  = 16
	block     = time.Second
	faultWait = 250 * time.Millisecond
)

// Worker reads the queue of requests. Several may run; each request is answered by one of them.
type Worker struct {
	db   *pgxpool.Pool
	rdb  redis.UniversalClient
	clk  clock.Clock
	log  zerolog.Logger
	done *prometheus.CounterVec
}

// New registers the worker's metrics.
func New(db *pgxpool.Pool, rdb redis.UniversalClient, clk clock.Clock, log zerolog.Logger, reg prometheus.Registerer) *Worker {
	w := &Worker{db: db, rdb: rdb, clk: clk, log: log, done: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "projection_refreshed_total", Help: "Projections written again, by kind.",
	}, []string{"kind"})}
	reg.MustRegister(w.done)
	for _, k := range []string{"member", "session", "site"} {
		w.done.WithLabelValues(k)
	}
	return w
}

// Run answers requests until ctx is done.
func (w *Worker) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		if err := w.turn(ctx); err != nil && ctx.Err() == nil {
			w.log.Warn().Err(err).Msg("refresh: trying again")
			select {
			case <-ctx.Done():
			case <-time.After(faultWait):
			}
		}
	}
	return nil
}

// turn reads and answers one batch. The requests are acknowledged by the read itself (NOACK): a reader that still misses
// something asks again.
func (w *Worker) turn(ctx context.Context) error {
	res, err := w.rdb.XReadGroup(ctx, &redis.XReadGroupArgs{
		Group: live.RefreshGroup, Consumer: consumer, Streams: []string{live.RefreshKey, ">"}, Count: batch, Block: block, NoAck: true,
	}).Result()
	switch {
	case err == redis.Nil: //nolint:errorlint // go-redis answers the sentinel itself when nothing came
		return nil
	case err != nil && strings.HasPrefix(err.Error(), "NOGROUP"):
		err := w.rdb.XGroupCreateMkStream(ctx, live.RefreshKey, live.RefreshGroup, "0").Err()
		if err != nil && !strings.HasPrefix(err.Error(), "BUSYGROUP") {
			return fmt.Errorf("refresh group: %w", err)
		}
		return nil
	case err != nil:
		return fmt.Errorf("refresh queue: %w", err)
	}
	want, owner := map[string][]string{}, map[string]string{}
	for _, m := range res[0].Messages {
		kind, _ := m.Values["kind"].(string)
		key, _ := m.Values["id"].(string)
		want[kind] = append(want[kind], key)
		if member, _ := m.Values["member"].(string); kind == "session" && member != "" {
			owner[key] = member
		}
	}
	if err := w.write(ctx, want, owner); err != nil {
		return err
	}
	for kind, ids := range want {
		w.done.WithLabelValues(kind).Add(float64(len(ids)))
	}
	return nil
}

// gone is how long the record of a session that PostgreSQL does not know is kept: hubs that ask again get it within seconds.
const gone = time.Minute

// write brings the wanted projections up to date, several at a time. owner says whose a session is. One that PostgreSQL does not know,
// because it began in a time that a restore or a failover lost, is written as ended: hubs close its connections, as the api refuses
// its calls. Its version is below all others, so a session that does exist replaces it. Figures of a history that
// Redis has left meanwhile are dropped: the hubs ask again.
func (w *Worker) write(ctx context.Context, want map[string][]string, owner map[string]string) error {
	from, err := live.ReadHistories(ctx, w.rdb, want["site"]...)
	if err != nil {
		return fmt.Errorf("refresh: %w", err)
	}
	members, err := projection.Members(ctx, w.db, want["member"])
	if err != nil {
		return err
	}
	sessions, err := projection.Sessions(ctx, w.db, want["session"])
	if err != nil {
		return err
	}
	sites, err := projection.Sites(ctx, w.db, want["site"])
	if err != nil {
		return err
	}
	for sid, member := range owner {
		if _, known := sessions[sid]; !known {
			sessions[sid] = live.Session{Member: member, State: live.SessionEnded, Expires: w.clk.Now().Add(gone)}
		}
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(parallel)
	for id, b := range members {
		g.Go(func() error { return dropped(live.PutBalance(ctx, w.rdb, from, id, b)) })
	}
	for id, s := range sessions {
		g.Go(func() error { return dropped(live.PutSession(ctx, w.rdb, from, id, s)) })
	}
	for id, s := range sites {
		g.Go(func() error { return dropped(live.PutSite(ctx, w.rdb, from, id, s.Maintenance, s.Version)) })
	}
	return g.Wait()
}

// dropped returns nil for the refusal of a figure of a lost history, and every other error as it is.
func dropped(err error) error {
	var other *live.OtherHistory
	if errors.As(err, &other) {
		return nil
	}
	return err
}
