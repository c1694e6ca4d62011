// Package relay moves committed facts from the outbox to Redis Streams: all of them, in order per stream, once.
//
// It reads by the cursor (xid, id) and appends under ids made of that cursor. A crash at any point makes it read a few rows
// again; the streams refuse ids that they have, so nothing is lost and nothing comes twice. Entries that a failover of Redis
// lost are published again before anything new. After a restore of PostgreSQL, or a failover to a standby that lagged, the
// same ids are given out again: the relay notices it (history.go) and begins the streams again. Streams whose part of Redis is away wait by
// themselves (held.go). One relay is active at a
// time, by an advisory lock on a connection of its own; a second would do no harm, only work twice. A leader that is frozen, or whose
// machine is gone, loses the lock after a few seconds; one from which the server is gone without a word connects again.
package relay

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"
	"go.opentelemetry.io/otel/attribute"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/id"
	"hubstake/internal/core/money"
	"hubstake/internal/live"
	"hubstake/internal/live/outbox"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/redisx"
)

const (
	batch      = 500
	busyPoll   = 25 * time.Millisecond  // between two reads, unless a full one leaves more: under load few trips with many rows
	sleepAfter = 100 * time.Millisecond // without a row; from then on a writer of the outbox wakes the relay
	sleepPoll  = 250 * time.Millisecond // between two reads in sleep: a row may have been written just before it
	faultWait  = 250 * time.Millisecond // after PostgreSQL or Redis failed
	storeEvery = 50 * time.Millisecond  // of the cursor, while there is something to publish
	upkeep     = time.Second            // of the epochs
	keep       = time.Hour              // entries older than this are trimmed from the streams
	lockKey    = 0x68756273             // of the advisory lock
	idleLimit  = "5s"                   // after which the server ends the session of a leader that is silent, and its lock
	patience   = 10 * time.Second       // with the server, which ends a statement after half of that: then it is gone
)

// Relay is the worker. Make it with New and run one per process.
type Relay struct {
	db  *pgxpool.Pool
	rdb redis.UniversalClient
	clk clock.Clock
	log zerolog.Logger
	m   metrics
	tr  *obs.Tracer

	streams  map[string]bool // every stream whose epoch is kept
	marks    []mark          // positions by time, for trimming
	upkept   time.Time
	measured time.Time
	tries    map[string]int // of batches that were refused, by stream
	bets     bets
	// largeFrom is the smallest stake of a site that partners are told of on its own; nil: there is none.
	largeFrom func(ctx context.Context, siteID string) money.Amount
	recent    *recent
	history   string                    // of PostgreSQL: what the streams are filled from
	newest    outbox.Cursor             // of the last row that this process published
	newestAt  time.Time                 // the moment of that row
	kept      map[string]redisx.EntryID // the ends of the streams that are stored
	watch     func([]outbox.Row)
	told      outbox.Cursor // how far watch was told
	untold    []outbox.Row  // published, and told when that is stored

	held     map[string]outbox.Cursor // streams that wait for their part of Redis, and up to where they have everything (held.go)
	back     map[string]bool          // those of them that can be written again
	probed   chan []string
	probing  bool
	probedAt time.Time
	probes   sync.WaitGroup

	sleepPoll time.Duration
	patience  time.Duration
}

// mark says that what lies below a position is older than at.
type mark struct {
	at time.Time
	id string
}

// New registers the relay's metrics.
func New(db *pgxpool.Pool, rdb redis.UniversalClient, clk clock.Clock, p obs.Program) *Relay {
	r := &Relay{db: db, rdb: rdb, clk: clk, log: p.Log, tr: p.Tracer, m: newMetrics(p.Reg), streams: map[string]bool{}, tries: map[string]int{}, recent: &recent{}, probed: make(chan []string, 1)}
	r.watch, r.sleepPoll, r.patience = func([]outbox.Row) {}, sleepPoll, patience
	for n := range id.Shards {
		r.streams[live.StreamKey(id.ShardName(n))] = true
	}
	return r
}

// Watch has f told of rows after they were published. That they are told is stored first, so a row is told once at most, whatever is
// published again; a crash between the two leaves out the rows of a moment. f must not wait. Call it before Run.
func (r *Relay) Watch(f func([]outbox.Row)) { r.watch = f }

// Run publishes until ctx is done. Faults of PostgreSQL and Redis are logged and waited out.
func (r *Relay) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		if err := r.lead(ctx); err != nil && ctx.Err() == nil {
			r.m.failed.Inc()
			r.log.Warn().Err(err).Msg("relay: trying again")
			clock.Pause(ctx, faultWait)
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
		mine, err := lock(ctx, conn)
		if err != nil {
			return err
		}
		if mine {
			break
		}
		if !clock.Pause(ctx, faultWait) {
			return nil
		}
	}
	r.m.leader.Set(1)
	defer r.m.resign()
	// The connection goes back into the pool: it must not keep the lock. A connection that is lost loses it by itself.
	defer func() {
		unlock(ctx, conn)
		_ = outbox.Unlisten(context.WithoutCancel(ctx), conn)
		_, _ = conn.Exec(context.WithoutCancel(ctx), "RESET idle_session_timeout")
	}()
	if err := outbox.Listen(ctx, conn); err != nil {
		return err
	}
	return r.publish(ctx, conn.Conn())
}

// lock reports whether the connection has the leader's lock now; it does not wait for another leader to end.
func lock(ctx context.Context, conn *pgxpool.Conn) (mine bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", lockKey).Scan(&mine); err != nil {
		return false, fmt.Errorf("relay: lock: %w", err)
	}
	return mine, nil
}

// unlock gives the leader's lock back, even after ctx is done.
func unlock(ctx context.Context, conn *pgxpool.Conn) {
	_, _ = conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", lockKey)
}

func (r *Relay) publish(ctx context.Context, conn *pgx.Conn) error {
	stored, err := outbox.Load(ctx, conn)
	if err != nil {
		return err
	}
	r.bets = bets{} // what an earlier leader held back lies behind the cursor
	r.told, r.untold = stored.Told, nil
	if r.held, err = outbox.LoadHeld(ctx, conn); err != nil {
		return err
	}
	if err := r.remember(ctx, conn, stored.Published); err != nil {
		return err
	}
	if stored, err = r.tie(ctx, conn, stored); err != nil {
		return err
	}
	r.back = map[string]bool{}
	r.m.held.Set(float64(len(r.held)))
	probing, stop := context.WithCancel(ctx)
	defer func() {
		stop()
		r.probes.Wait()
		select {
		case <-r.probed:
		default:
		}
		r.probing = false
	}()
	// Not before: what a restore asks for may keep Redis busy for longer.
	if _, err := conn.Exec(ctx, "SET idle_session_timeout = '"+idleLimit+"'"); err != nil {
		return fmt.Errorf("relay: idle limit: %w", err)
	}
	cursor := stored.Published
	for {
		err := r.follow(ctx, probing, conn, &cursor)
		if lost, ok := errors.AsType[*live.TruncatedError](err); ok {
			err = r.restore(ctx, lost)
		}
		if err != nil || ctx.Err() != nil {
			return err
		}
	}
}

// follow publishes what comes after the cursor, and moves it, until ctx is done or something fails. probing is the life of what runs beside it.
func (r *Relay) follow(ctx, probing context.Context, conn *pgx.Conn, at *outbox.Cursor) error {
	cursor, asleep, lastRow := *at, true, r.clk.Now() // asleep as the leader before may have left it
	var stored outbox.Cursor
	var storedAt time.Time
	gone := time.AfterFunc(r.patience, func() { _ = conn.PgConn().Conn().Close() }) // ends what waits for an answer
	defer gone.Stop()
	for {
		gone.Reset(r.patience)
		if err := r.maintain(ctx, conn, cursor); err != nil {
			return err
		}
		rows, err := outbox.Read(ctx, conn, cursor, batch)
		if err != nil {
			return err
		}
		if len(rows) > 0 {
			r.bets.take(rows, cursor, func(row outbox.Row) (money.Amount, bool) { return r.isLarge(ctx, row) })
			if err := r.append(ctx, conn, rows, cursor); err != nil {
				return err
			}
			newest := rows[len(rows)-1]
			cursor = newest.Cursor
			*at = cursor
			r.newest, r.newestAt = newest.Cursor, newest.At
			r.tell(rows)
			lastRow = r.clk.Now()
		}
		r.probe(probing)
		catching, err := r.catchUp(ctx, conn, cursor)
		if err != nil {
			return err
		}
		if quiet := r.clk.Now().Sub(lastRow) >= sleepAfter; quiet != asleep {
			if err := outbox.SetAsleep(ctx, conn, quiet); err != nil {
				return err
			}
			asleep = quiet
			if asleep {
				continue // rows written before the note are not announced
			}
		}
		// While there is much to do the stored cursor may stay behind: a leader after this one reads a few rows again.
		if floor := r.bets.floor(cursor); (floor != stored || len(r.untold) > 0) && (len(rows) == 0 || r.clk.Now().Sub(storedAt) > storeEvery) {
			if err := r.store(ctx, conn, floor); err != nil {
				return err
			}
			stored, storedAt = floor, r.clk.Now()
		}
		if len(rows) < batch {
			if err := r.tellPartners(ctx, conn, cursor); err != nil {
				return err
			}
			if catching {
				continue
			}
			woken, err := r.rest(ctx, conn, asleep)
			if err != nil || ctx.Err() != nil {
				return err
			}
			if woken {
				lastRow = r.clk.Now() // not asleep, even if a transaction that still runs hides the row
			}
		}
	}
}

// rest waits for the time of the next read, asleep also for a writer of the outbox: then woken is true.
func (r *Relay) rest(ctx context.Context, conn *pgx.Conn, asleep bool) (woken bool, err error) {
	if !asleep {
		clock.Pause(ctx, busyPoll)
		return false, nil
	}
	waiting, cancel := context.WithTimeout(ctx, r.sleepPoll)
	defer cancel()
	if _, err = conn.WaitForNotification(waiting); err != nil {
		if waiting.Err() != nil {
			return false, nil
		}
		return false, fmt.Errorf("relay: wait for the outbox: %w", err)
	}
	cancel()
	for err == nil { // the next read is for all who announced something by now
		_, err = conn.WaitForNotification(waiting)
	}
	return true, nil
}

// tell notes published rows for the watcher, except those that an earlier leader reported.
func (r *Relay) tell(rows []outbox.Row) {
	for _, row := range rows {
		if row.After(r.told) {
			r.untold = append(r.untold, row)
		}
	}
}

// store stores the cursor and that everything was told, then tells it.
func (r *Relay) store(ctx context.Context, db outbox.Execer, published outbox.Cursor) error {
	told := r.told
	if n := len(r.untold); n > 0 {
		told = r.untold[n-1].Cursor
	}
	if err := outbox.Store(ctx, db, outbox.Progress{Published: published, Told: told}); err != nil {
		return err
	}
	if len(r.untold) > 0 {
		r.watch(r.untold)
	}
	r.told, r.untold = told, nil
	return nil
}

// append publishes rows that follow a position, except those of streams that are held back.
func (r *Relay) append(ctx context.Context, conn *pgx.Conn, rows []outbox.Row, after outbox.Cursor) error {
	if len(r.held) > 0 {
		rows = slices.DeleteFunc(slices.Clone(rows), func(row outbox.Row) bool { return r.isHeld(live.StreamOf(row.Event)) })
	}
	away, err := r.write(ctx, conn, rows)
	if len(away) > 0 {
		err = errors.Join(err, r.holdBack(ctx, conn, away, after))
	}
	return err
}

// write publishes rows: each stream's in order, all streams in one round trip. away are the streams that could not be written.
func (r *Relay) write(ctx context.Context, conn *pgx.Conn, rows []outbox.Row) (away map[string]error, failed error) {
	parts := map[string][]outbox.Row{}
	for _, row := range rows {
		s := live.StreamOf(row.Event)
		parts[s] = append(parts[s], row)
	}
	minID := r.trim()
	batches := make([]live.Batch, 0, len(parts))
	for stream, rows := range parts {
		r.streams[stream] = true
		entries := make([]live.Entry, len(rows))
		for i, row := range rows {
			entries[i] = live.Entry{ID: row.Cursor.String(), Event: row.Event}
		}
		batches = append(batches, live.Batch{Stream: stream, MinID: minID, Entries: entries})
	}
	begin := r.clk.Now().UnixMilli()
	refused := map[string]error{}
	away = map[string]error{}
	for i, result := range r.put(ctx, batches...) {
		b := batches[i]
		r.m.published.Add(float64(result.New))
		switch {
		case result.Err == nil:
			r.m.repeated.Add(float64(len(b.Entries) - result.New))
			r.record(b.Stream, b.Entries, begin)
		case redisx.Refused(result.Err): // no reason for the other streams to wait
			refused[b.Stream] = result.Err
		case isAway(result.Err):
			away[b.Stream] = result.Err
		default:
			failed = errors.Join(failed, result.Err)
		}
	}
	if failed != nil {
		return away, failed
	}
	for stream, err := range refused {
		failed = errors.Join(failed, r.refused(ctx, conn, stream, parts[stream], err))
	}
	return away, failed
}

// record adds the publication to the trace of each entry that is traced.
func (r *Relay) record(stream string, entries []live.Entry, begin int64) {
	if r.tr == nil {
		return
	}
	now := r.clk.Now().UnixMilli()
	for _, e := range entries {
		r.tr.Record(e.Trace, "relay publish", begin, now, attribute.String("stream", stream), attribute.String("cmd", string(e.Cmd)))
	}
}

// trim returns the position below which everything is older than keep, or nothing while that is not known.
func (r *Relay) trim() string {
	found := ""
	for len(r.marks) > 0 && r.clk.Now().Sub(r.marks[0].at) > keep {
		found, r.marks = r.marks[0].id, r.marks[1:]
	}
	return found
}

// maintain runs once a second: every stream has an epoch even when nothing happens, so that the hub notices within
// seconds that Redis lost its data; that a failover lost the end of a quiet stream is noticed too; the ends of the streams are stored;
// and the streams are measured.
func (r *Relay) maintain(ctx context.Context, conn *pgx.Conn, cursor outbox.Cursor) error {
	now := r.clk.Now()
	if now.Sub(r.upkept) < upkeep {
		return nil
	}
	empty := make([]live.Batch, 0, len(r.streams))
	for stream := range r.streams {
		if !r.isHeld(stream) {
			empty = append(empty, live.Batch{Stream: stream})
		}
	}
	away := map[string]error{}
	for i, result := range r.put(ctx, empty...) {
		switch {
		case isAway(result.Err):
			away[empty[i].Stream] = result.Err
		case result.Err != nil:
			return result.Err
		}
	}
	if len(away) > 0 {
		if err := r.holdBack(ctx, conn, away, cursor); err != nil {
			return err
		}
	}
	if err := r.keepEnds(ctx, conn); err != nil {
		return err
	}
	if n := len(r.marks); n == 0 || now.Sub(r.marks[n-1].at) > time.Minute {
		r.marks = append(r.marks, mark{now, cursor.String()})
	}
	r.measure(ctx, now)
	r.upkept = now
	return nil
}
