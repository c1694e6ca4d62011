package live

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	"hubstake/internal/platform/redisx"
)

// Position is where a stream stands.
type Position struct {
	Last   redisx.EntryID // of the newest entry; zero when there never was one
	Added  int64          // how many entries were ever appended, up to and including Last
	Length int64          // how many of them are still there
	Epoch  string         // changes when Redis lost its data; empty when nothing was ever published
}

// QueuePosition queues the read of a stream's end and epoch. A stream that is not there is no error of the read, but the pipeline
// reports it like one.
func QueuePosition(ctx context.Context, p redis.Pipeliner, stream string) redisx.Queued[Position] {
	info := p.XInfoStream(ctx, stream)
	epoch := p.Get(ctx, EpochKey(stream))
	return func() (Position, bool, error) {
		var pos Position
		end, err := info.Result()
		switch {
		case err == nil:
			pos.Last, _ = redisx.ParseEntryID(end.LastGeneratedID) // Redis wrote it
			pos.Added, pos.Length = end.EntriesAdded, end.Length
		case !redisx.IsReply(err, "ERR no such key"):
			return pos, false, fmt.Errorf("read position: %w", err)
		}
		pos.Epoch, err = epoch.Result()
		if err != nil && !errors.Is(err, redis.Nil) {
			return pos, false, fmt.Errorf("read epoch: %w", err)
		}
		return pos, true, nil
	}
}

// QueueEpoch queues the read of a stream's epoch alone; it is empty when there is none.
func QueueEpoch(ctx context.Context, p redis.Pipeliner, stream string) redisx.Queued[string] {
	cmd := p.Get(ctx, EpochKey(stream))
	return func() (string, bool, error) {
		epoch, err := cmd.Result()
		if err != nil && !errors.Is(err, redis.Nil) {
			return "", false, fmt.Errorf("read epoch: %w", err)
		}
		return epoch, epoch != "", nil
	}
}

// End is how long a stream is and when its newest entry became a fact.
type End struct {
	Length int64
	At     time.Time // zero when there is no entry
}

// QueueEnd queues the read of a stream's end.
func QueueEnd(ctx context.Context, p redis.Pipeliner, stream string) redisx.Queued[End] {
	length, last := p.XLen(ctx, stream), p.XRevRangeN(ctx, stream, "+", "-", 1)
	return func() (End, bool, error) {
		entries, err := last.Result()
		if err = errors.Join(err, length.Err()); err != nil {
			return End{}, false, fmt.Errorf("read the end of %s: %w", stream, err)
		}
		end := End{Length: length.Val()}
		if len(entries) == 0 {
			return end, false, nil
		}
		at, _ := entries[0].Values["at"].(string)
		if ms := num(at); ms > 0 {
			end.At = time.UnixMilli(ms)
		}
		return end, true, nil
	}
}
