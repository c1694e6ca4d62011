package relay

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/redis/go-redis/v9"

	"hubstake/internal/account/member"
	"hubstake/internal/core/id"
	"hubstake/internal/live"
	"hubstake/internal/live/outbox"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/redisx"
)

// tie makes sure that the streams were filled from the database that this leader reads. After a restore, or a failover to a standby that
// lagged, they were not: ids and versions are given out again, so new events would look like repeats, and projections would keep the
// balances of the lost history. Then everything that Redis holds of it goes. An empty Redis cannot say whether there was a restore, so it
// counts as one, unless this process has published and finds its newest row. cursor is how far this database knows to have published.
func (r *Relay) tie(ctx context.Context, conn *pgx.Conn, cursor outbox.Cursor) error {
	here, err := r.identify(ctx, conn)
	if err != nil {
		return err
	}
	history, because, err := r.compare(ctx, conn, here, slices.Sorted(maps.Keys(r.streams)))
	if err != nil {
		return err
	}
	if because == "" && history == "" {
		history, because, err = r.withoutOrigin(ctx, conn, here, cursor)
		if err != nil {
			return err
		}
	}
	if because != "" {
		return r.adopt(ctx, conn, here, cursor, because)
	}
	r.history = history
	return nil
}

// identify returns the database behind conn, and adds the streams of its sites to those of the relay.
func (r *Relay) identify(ctx context.Context, conn *pgx.Conn) (outbox.Database, error) {
	here, err := outbox.Identify(ctx, conn)
	if err != nil {
		return here, err
	}
	sites, err := site.IDs(ctx, r.db)
	if err != nil {
		return here, fmt.Errorf("relay: %w", err)
	}
	for _, s := range sites {
		r.streams[live.SiteStreamKey(s)] = true
	}
	return here, nil
}

// withoutOrigin returns the history for a Redis that names no history, or the reason why PostgreSQL may have been set back.
func (r *Relay) withoutOrigin(ctx context.Context, conn *pgx.Conn, here outbox.Database, cursor outbox.Cursor) (history, because string, err error) {
	switch {
	case r.newest != outbox.Cursor{} && strings.HasPrefix(r.history, here.Name()):
		known, err := outbox.Knows(ctx, conn, r.newest.Entry(), r.newestAt)
		if err != nil {
			return "", "", err
		}
		if !known {
			return "", "Redis is empty, and " + r.newest.String() + ", which this relay published, is no row", nil
		}
		return r.history, "", nil // Redis lost everything, PostgreSQL nothing
	case cursor == outbox.Cursor{}: // a new database
		return here.Name() + id.New(), "", nil
	default:
		return "", "Redis is empty, so a restore cannot be ruled out", nil
	}
}

// ErrLeading reports that a relay is running, so Restored did nothing.
var ErrLeading = errors.New("relay: a relay is running: stop the workers first")

// Restored does what a leader does when it notices a restore, for a restore that cannot be noticed: PostgreSQL and Redis came back from the
// same moment. It needs the lock of the leader, and returns ErrLeading while another process holds it.
func (r *Relay) Restored(ctx context.Context) error {
	conn, err := r.db.Acquire(ctx)
	if err != nil {
		return fmt.Errorf("relay: %w", err)
	}
	defer conn.Release()
	mine, err := lock(ctx, conn)
	if err != nil {
		return err
	}
	if !mine {
		return ErrLeading
	}
	defer unlock(ctx, conn)
	stored, err := outbox.Load(ctx, conn)
	if err != nil {
		return err
	}
	here, err := r.identify(ctx, conn.Conn())
	if err != nil {
		return err
	}
	return r.adopt(ctx, conn.Conn(), here, stored.Published, "an operator says that PostgreSQL was restored")
}

// compare returns the history that the streams were filled from, or why that was not the one of this database.
func (r *Relay) compare(ctx context.Context, conn *pgx.Conn, here outbox.Database, streams []string) (history, because string, err error) {
	reads := make([]redisx.Queued[live.Origin], len(streams))
	_, _ = r.rdb.Pipelined(ctx, func(p redis.Pipeliner) error { // each read tells its own error
		for i, stream := range streams {
			reads[i] = live.QueueOrigin(ctx, p, stream)
		}
		return nil
	})
	for i, read := range reads {
		o, _, err := read()
		if err != nil {
			return "", "", err
		}
		switch {
		case o.Clearing:
			return "", "the clearing of " + streams[i] + " was not finished", nil
		case o.History != "" && !strings.HasPrefix(o.History, here.Name()):
			return "", streams[i] + " is of the history " + o.History, nil
		case o.History != "" && history != "" && o.History != history:
			return "", "the streams are of several histories", nil
		case o.End.Hi >= here.XMax:
			return "", streams[i] + " ends with a transaction that has not begun here", nil
		}
		if o.History != "" {
			history = o.History
		}
		if o.Newest.Zero() {
			continue
		}
		known, err := outbox.Knows(ctx, conn, o.Newest, o.At)
		if err != nil {
			return "", "", err
		}
		if !known {
			return "", streams[i] + " ends with " + o.Newest.String() + ", which no row says", nil
		}
	}
	return history, "", nil
}

// adopt deletes what Redis holds of another history: the streams, and the projections of members, sessions and sites, which
// the workers rebuild on request. Everything else stays: who is online, nonces, rate limits. The streams are closed first,
// so that a relay of the other history publishes nothing more, and opened last, with new epochs: a leader that dies in
// between leaves them closed, and the next one begins again. Meanwhile the database is told what it cannot know: identities
// move past those of the lost time, and the sessions that ended in it end (member.EndAfterRestore).
func (r *Relay) adopt(ctx context.Context, conn *pgx.Conn, here outbox.Database, cursor outbox.Cursor, because string) error {
	history := here.Name() + id.New()
	r.log.Error().Str("because", because).Str("history", history).
		Msg("relay: PostgreSQL is not, or may not be, the one that Redis was filled from; streams and projections begin again")
	there, err := live.Streams(ctx, r.rdb)
	if err != nil {
		return err
	}
	for _, stream := range there {
		r.streams[stream] = true
	}
	streams := slices.Sorted(maps.Keys(r.streams))
	if err := live.Clear(ctx, r.rdb, streams, history, cursor.Entry()); err != nil {
		return err
	}
	if err := outbox.Leap(ctx, conn); err != nil {
		return err
	}
	ended, err := live.EndedSessions(ctx, r.rdb)
	if err != nil {
		return err
	}
	n, err := member.EndAfterRestore(ctx, conn, r.clk.Now(), ended)
	if err != nil {
		return err
	}
	r.log.Warn().Int64("sessions", n).Msg("relay: identities moved forward; staff's sessions ended, and those that ended in the lost time")
	if err := live.ClearProjections(ctx, r.rdb); err != nil {
		return err
	}
	if err := live.Settle(ctx, r.rdb, streams, history); err != nil {
		return err
	}
	r.m.histories.Inc()
	r.history = history
	r.marks, r.newest = nil, outbox.Cursor{} // positions of the other history
	clear(r.tries)
	return nil
}
