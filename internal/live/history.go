package live

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"hubstake/internal/core/id"
	"hubstake/internal/platform/redisx"
)

// A history is one course of PostgreSQL's transactions. A restore of a backup, or a failover to a standby that lagged, begins another
// one: transaction ids, row ids and versions are given out a second time, with another meaning. Each stream therefore remembers the
// history that it was filled from, and each epoch names it, so that the hubs notice as well.

// NewEpoch returns an epoch of a stream that is filled from a history.
func NewEpoch(history string) string { return history + "." + id.New() }

// EpochHistory returns the history that an epoch names; it is empty when the epoch names none.
func EpochHistory(epoch string) string {
	i := strings.LastIndexByte(epoch, '.')
	return epoch[:max(i, 0)]
}

// Origin is what Redis knows of where a stream comes from.
type Origin struct {
	History  string         // empty: the stream was not filled yet
	Clearing bool           // Clear began and Settle has not ended it
	End      redisx.EntryID // the last id that the stream gave out, or after which it begins
	Newest   redisx.EntryID // the newest entry that comes from a row of the outbox; zero: there is none
	At       time.Time
}

// Histories are the histories of streams at one moment, by stream; a stream that is tied to none is missing. Programs that write a
// projection from PostgreSQL read them first, then the figure, and hand them over with it: if the stream is tied to another history
// by then, PostgreSQL was set back, the figure may be of what it lost, and nothing would ever replace it.
type Histories map[string]string

// ReadHistories reads the histories of all personal streams, and of those of sites.
func ReadHistories(ctx context.Context, rdb redis.UniversalClient, sites ...string) (Histories, error) {
	fields := make(map[string]*redis.StringCmd, id.Shards+len(sites))
	_, _ = rdb.Pipelined(ctx, func(p redis.Pipeliner) error { // each read tells its own error
		for n := range id.Shards {
			stream := StreamKey(id.ShardName(n))
			fields[stream] = p.HGet(ctx, OriginKey(stream), "history")
		}
		for _, site := range sites {
			stream := SiteStreamKey(site)
			fields[stream] = p.HGet(ctx, OriginKey(stream), "history")
		}
		return nil
	})
	all := make(Histories, len(fields))
	for stream, field := range fields {
		history, err := field.Result()
		switch {
		case errors.Is(err, redis.Nil):
		case err != nil:
			return nil, fmt.Errorf("read the history of %s: %w", stream, err)
		default:
			all[stream] = history
		}
	}
	return all, nil
}

// newestLook is how many entries are looked at for one that comes from a row.
const newestLook = 16

// OwnEntries is the smallest second part of the ids that the relay gives to entries of its own, which come from no row: more
// than any id of a row.
const OwnEntries = 1 << 63

var errUnsent = errors.New("the pipeline has not run")

// QueueOrigin queues the read of a stream's origin. A stream that does not exist is no error of the read, but the pipeline reports one.
func QueueOrigin(ctx context.Context, p redis.Pipeliner, stream string) redisx.Queued[Origin] {
	fields := p.HMGet(ctx, OriginKey(stream), "history", "begin", "clearing")
	info, last := p.XInfoStream(ctx, stream), p.XRevRangeN(ctx, stream, "+", "-", newestLook)
	return func() (Origin, bool, error) {
		var o Origin
		values, err := fields.Result()
		if err != nil {
			return o, false, fmt.Errorf("read the origin of %s: %w", stream, err)
		}
		if len(values) == 0 {
			return o, false, errUnsent
		}
		o.History, _ = values[0].(string)
		begin, _ := values[1].(string)
		_, o.Clearing = values[2].(string)
		o.End, _ = redisx.ParseEntryID(begin) // our own script wrote it; missing is zero
		end, err := info.Result()
		switch {
		case err == nil:
			if at, _ := redisx.ParseEntryID(end.LastGeneratedID); at.After(o.End) {
				o.End = at
			}
		case !redisx.IsReply(err, "ERR no such key"):
			return o, false, fmt.Errorf("read the origin of %s: %w", stream, err)
		}
		entries, err := last.Result()
		if err != nil {
			return o, false, fmt.Errorf("read the origin of %s: %w", stream, err)
		}
		for _, e := range entries {
			if at, _ := redisx.ParseEntryID(e.ID); at.Lo < OwnEntries {
				text, _ := e.Values["at"].(string)
				o.Newest, o.At = at, time.UnixMilli(num(text))
				break
			}
		}
		return o, true, nil
	}
}

// Streams lists the streams that Redis has, or had: all of whose keys begin with those of a stream, its epoch or its origin.
func Streams(ctx context.Context, rdb redis.UniversalClient) ([]string, error) {
	var mu sync.Mutex
	found := map[string]bool{}
	err := redisx.Scan(ctx, rdb, func(_ context.Context, _ *redis.Client, keys []string) error {
		mu.Lock()
		defer mu.Unlock()
		for _, key := range keys {
			if stream, ok := streamOfKey(key); ok {
				found[stream] = true
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list the streams: %w", err)
	}
	return slices.Sorted(maps.Keys(found)), nil
}

// streamOfKey returns the stream that a key is, or is the epoch or the origin of.
func streamOfKey(key string) (string, bool) {
	kind, rest, _ := strings.Cut(key, ":")
	switch kind {
	case "ev":
		return key, true
	case "epoch", "origin":
		if name := strings.Trim(rest, "{}"); strings.HasPrefix(name, "ev:") {
			return name, true
		}
		return StreamKey(rest), true
	}
	return "", false
}

// Clear begins to tie streams to another history, whose first entry comes after begin: their entries are deleted, and a
// writer of another history, or one before Settle, is refused.
func Clear(ctx context.Context, rdb redis.UniversalClient, streams []string, history string, begin redisx.EntryID) error {
	for _, stream := range streams {
		if err := clearScript.Run(ctx, rdb, []string{stream, OriginKey(stream)}, history, begin.String()).Err(); err != nil {
			return fmt.Errorf("clear %s: %w", stream, err)
		}
	}
	return nil
}

// ClearProjections deletes the projections of all members, sessions and sites. A reader that needs one asks the workers for
// it.
func ClearProjections(ctx context.Context, rdb redis.UniversalClient) error {
	err := redisx.Scan(ctx, rdb, func(ctx context.Context, c *redis.Client, keys []string) error {
		_, err := c.Pipelined(ctx, func(p redis.Pipeliner) error {
			for _, key := range keys {
				if kind, _, _ := strings.Cut(key, ":"); kind == "bal" || kind == "sess" || kind == "site" {
					p.Unlink(ctx, key)
				}
			}
			return nil
		})
		return err
	})
	if err != nil {
		return fmt.Errorf("clear the projections: %w", err)
	}
	return nil
}

// EndedSessions returns the ids of the sessions that Redis knows to have ended or to have been replaced.
func EndedSessions(ctx context.Context, rdb redis.UniversalClient) ([]string, error) {
	var mu sync.Mutex
	found := map[string]bool{}
	err := redisx.Scan(ctx, rdb, func(ctx context.Context, c *redis.Client, keys []string) error {
		states := map[string]*redis.StringCmd{} // by session id
		_, err := c.Pipelined(ctx, func(p redis.Pipeliner) error {
			for _, key := range keys {
				if part := strings.SplitN(key, ":", 3); part[0] == "sess" && len(part) == 3 {
					states[part[2]] = p.HGet(ctx, key, "state")
				}
			}
			return nil
		})
		if err != nil && !errors.Is(err, redis.Nil) { // Nil: a record without a state
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		for sid, state := range states {
			if v := state.Val(); v == SessionEnded || v == SessionReplaced {
				found[sid] = true
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list the sessions that ended: %w", err)
	}
	return slices.Sorted(maps.Keys(found)), nil
}

// ForgetProjections deletes the projections that the events of one stream change: those of the members and sessions of its
// shard, or that of its site. A reader that needs one asks the workers for it.
func ForgetProjections(ctx context.Context, rdb redis.UniversalClient, stream string) error {
	shard, _ := strings.CutPrefix(stream, StreamKey(""))
	balances, sessions, site := "bal:"+shard+":", "sess:"+shard+":", "site:{"+stream+"}"
	err := redisx.Scan(ctx, rdb, func(ctx context.Context, c *redis.Client, keys []string) error {
		_, err := c.Pipelined(ctx, func(p redis.Pipeliner) error {
			for _, key := range keys {
				if strings.HasPrefix(key, balances) || strings.HasPrefix(key, sessions) || key == site {
					p.Unlink(ctx, key)
				}
			}
			return nil
		})
		return err
	})
	if err != nil {
		return fmt.Errorf("forget the projections of %s: %w", stream, err)
	}
	return nil
}

var errOvertaken = errors.New("another publisher ties the streams to a history of its own")

// Settle ends what Clear began: the streams have new epochs and may be filled.
func Settle(ctx context.Context, rdb redis.UniversalClient, streams []string, history string) error {
	for _, stream := range streams {
		n, err := settleScript.Run(ctx, rdb, []string{EpochKey(stream), OriginKey(stream)}, history, NewEpoch(history)).Int()
		if err == nil && n == 0 {
			err = errOvertaken
		}
		if err != nil {
			return fmt.Errorf("settle %s: %w", stream, err)
		}
	}
	return nil
}

// Retie gives the history of streams another name: PostgreSQL goes on elsewhere and has lost nothing, so entries, epochs and projections stay. A relay
// that still publishes under the name before is refused from then on. was are the names by stream.
func Retie(ctx context.Context, rdb redis.UniversalClient, was Histories, history string) error {
	for stream, name := range was {
		err := retieScript.Run(ctx, rdb, []string{OriginKey(stream)}, name, history).Err()
		if redisx.IsReply(err, redisx.HistoryReply) {
			return &OtherHistory{stream, strings.TrimPrefix(err.Error(), redisx.HistoryReply)}
		}
		if err != nil {
			return fmt.Errorf("retie %s: %w", stream, err)
		}
	}
	return nil
}

var (
	clearScript  = redisx.Script(scripts, "clear")
	retieScript  = redisx.Script(scripts, "retie")
	settleScript = redisx.Script(scripts, "settle")
)
