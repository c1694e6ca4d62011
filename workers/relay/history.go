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

// tie makes sure that the streams were filled from the database that this leader reads, and returns how far it has published. The contents of
// the streams decide: when the newest entry of each stream has its row, nothing that was published is lost, and the streams go on, on any server
// and any timeline of PostgreSQL (a planned switchover, a minor or a major upgrade). After a restore, or a failover to a standby that
// lagged, rows are missing: ids and versions are given out again, so new events would look like repeats, and projections would keep the
// balances of the lost history. Then everything that Redis holds of it goes. An empty Redis cannot say whether there was a restore, so it
// counts as one, unless this process has published and finds its newest row.
//
// A database that was moved by a dump or a logical copy may have lost nothing either, but its transactions are numbered from lower on than the
// cursor and the streams: both begin again.
func (r *Relay) tie(ctx context.Context, conn *pgx.Conn, stored outbox.Progress) (outbox.Progress, error) {
	here, err := r.identify(ctx, conn)
	if err != nil {
		return stored, err
	}
	moved := stored.Moved(here)
	was, because, err := r.compare(ctx, conn, here, stored, slices.Sorted(maps.Keys(r.streams)))
	if err != nil {
		return stored, err
	}
	history := ""
	for _, name := range was {
		history = name
	}
	if because == "" && history == "" {
		history, because, err = r.withoutOrigin(ctx, conn, here, stored.Published)
		if err != nil {
			return stored, err
		}
	}
	switch {
	case moved || because != "":
		return r.adopt(ctx, conn, here, stored, because)
	case differ(was, here):
		history = here.Name() + id.New()
		r.log.Info().Str("history", history).Msg("relay: PostgreSQL goes on elsewhere, with every row that was published; nothing begins again")
		if err := live.Retie(ctx, r.rdb, was, history); err != nil {
			return stored, err
		}
	}
	r.history = history
	return stored, nil
}

// differ reports whether streams are tied to another name than one of this database's.
func differ(was live.Histories, here outbox.Database) bool {
	names := map[string]bool{}
	for _, name := range was {
		names[name] = true
		if !strings.HasPrefix(name, here.Name()) {
			return true
		}
	}
	return len(names) > 1
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
	case r.newest != outbox.Cursor{}:
		known, err := outbox.Knows(ctx, conn, cursor, r.newest.Entry(), r.newestAt)
		if err != nil {
			return "", "", err
		}
		if known == outbox.Unknown {
			return "", "Redis is empty, and " + r.newest.String() + ", which this relay published, is no row", nil
		}
		if strings.HasPrefix(r.history, here.Name()) {
			return r.history, "", nil // Redis lost everything, PostgreSQL nothing
		}
		if known == outbox.Found {
			return here.Name() + id.New(), "", nil
		}
		return "", "Redis is empty, and the newest row that this relay published is no longer kept", nil
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
	_, err = r.adopt(ctx, conn.Conn(), here, stored, "an operator says that PostgreSQL was restored")
	return err
}

// compare returns the names of the history that the streams were filled from, or why that was not the one of this database. A stream that cannot be
// read is held back, as long as others can: its history is compared when it is written again.
func (r *Relay) compare(ctx context.Context, conn *pgx.Conn, here outbox.Database, stored outbox.Progress, streams []string) (was live.Histories, because string, err error) {
	reads := make([]redisx.Queued[live.Origin], len(streams))
	_, _ = r.rdb.Pipelined(ctx, func(p redis.Pipeliner) error { // each read tells its own error
		for i, stream := range streams {
			reads[i] = live.QueueOrigin(ctx, p, stream)
		}
		return nil
	})
	was = live.Histories{}
	found := false
	away := map[string]error{}
	for i, read := range reads {
		o, _, err := read()
		if err != nil {
			away[streams[i]] = err
			continue
		}
		switch {
		case o.Clearing:
			return nil, "the clearing of " + streams[i] + " was not finished", nil
		case o.End.Hi >= here.XMax && !stored.Moved(here):
			return nil, streams[i] + " ends with a transaction that has not begun here", nil
		}
		if o.History != "" {
			was[streams[i]] = o.History
		}
		if o.Newest.Zero() {
			continue
		}
		known, err := outbox.Knows(ctx, conn, stored.Published, o.Newest, o.At)
		if err != nil {
			return nil, "", err
		}
		if known == outbox.Unknown {
			return nil, streams[i] + " ends with " + o.Newest.String() + ", which no row says", nil
		}
		found = found || known == outbox.Found
	}
	if len(away) > 0 {
		if len(away) == len(streams) || ctx.Err() != nil {
			return nil, "", errors.Join(slices.Collect(maps.Values(away))...)
		}
		if err := r.hold(ctx, conn, away, stored.Published); err != nil {
			return nil, "", err
		}
	}
	if differ(was, here) && !found {
		for stream, name := range was {
			return nil, stream + " is of the history " + name + ", and no entry of any stream proves that it is the one of this database", nil
		}
	}
	return was, "", nil
}

// adopt begins the streams again, with the outbox of this database behind a position.
//
// With a reason, PostgreSQL has lost something, or may have: what Redis holds of the other history is deleted, the streams, and the projections of
// members, sessions and sites, which the workers rebuild on request. Everything else stays: who is online, nonces, rate limits. Meanwhile the
// database is told what it cannot know: identities move past those of the lost time, and the sessions that ended in it end
// (member.EndAfterRestore). Without a reason the database was moved and has lost nothing: only the streams and the outbox begin again.
//
// The streams are closed first, so that a relay of the other history publishes nothing more, and opened last, with new epochs: a leader that dies
// in between leaves them closed, and the next one begins again.
func (r *Relay) adopt(ctx context.Context, conn *pgx.Conn, here outbox.Database, stored outbox.Progress, because string) (outbox.Progress, error) {
	history, moved := here.Name()+id.New(), stored.Moved(here)
	if because != "" {
		r.log.Error().Str("because", because).Str("history", history).
			Msg("relay: PostgreSQL is not, or may not be, the one that Redis was filled from; streams and projections begin again")
	} else {
		r.log.Warn().Str("history", history).Msg("relay: the database was moved to this server and has lost nothing; streams and outbox begin again")
	}
	there, err := live.Streams(ctx, r.rdb)
	if err != nil {
		return stored, err
	}
	for _, stream := range there {
		r.streams[stream] = true
	}
	streams := slices.Sorted(maps.Keys(r.streams))
	begin := stored.Published
	if moved {
		begin = outbox.Cursor{}
	}
	if err := live.Clear(ctx, r.rdb, streams, history, begin.Entry()); err != nil {
		return stored, err
	}
	if because != "" {
		if err := r.forgetLost(ctx, conn); err != nil {
			return stored, err
		}
	}
	if moved {
		if stored, err = r.beginAgain(ctx, conn); err != nil {
			return stored, err
		}
	}
	if err := live.Settle(ctx, r.rdb, streams, history); err != nil {
		return stored, err
	}
	if because != "" {
		r.m.histories.Inc()
	}
	r.history = history
	r.marks, r.newest = nil, outbox.Cursor{} // positions of the other history
	clear(r.tries)
	return stored, nil
}

// forgetLost does what a loss asks for beyond the streams.
func (r *Relay) forgetLost(ctx context.Context, conn *pgx.Conn) error {
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
	return live.ClearProjections(ctx, r.rdb)
}

// beginAgain begins the outbox again and forgets every position of the server before.
func (r *Relay) beginAgain(ctx context.Context, conn *pgx.Conn) (outbox.Progress, error) {
	if err := outbox.BeginAgain(ctx, conn); err != nil {
		return outbox.Progress{}, err
	}
	stored, err := outbox.Load(ctx, conn)
	if err != nil {
		return stored, err
	}
	clear(r.held)
	r.told = stored.Told
	return stored, r.remember(ctx, conn, stored.Published)
}
