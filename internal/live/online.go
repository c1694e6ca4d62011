package live

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

// presence is how long a member counts as online after the last heartbeat that the hub wrote (realtime.md, "Streams").
const presence = 30 * time.Second

// CountOnline counts the members of a site with a live connection; -1 when Redis does not answer.
func CountOnline(ctx context.Context, rdb redis.Cmdable, site string, now time.Time) int64 {
	n, err := rdb.ZCount(ctx, OnlineKey(site), millis(now.Add(-presence)), "+inf").Result()
	if err != nil {
		return -1
	}
	return n
}

// Online returns who of a site has a live connection: memId or staff id → the last heartbeat.
func Online(ctx context.Context, rdb redis.Cmdable, site string, now time.Time) (map[string]time.Time, error) {
	zs, err := rdb.ZRangeByScoreWithScores(ctx, OnlineKey(site), &redis.ZRangeBy{Min: millis(now.Add(-presence)), Max: "+inf"}).Result()
	if err != nil {
		return nil, fmt.Errorf("who is online: %w", err)
	}
	out := make(map[string]time.Time, len(zs))
	for _, z := range zs {
		if id, ok := z.Member.(string); ok {
			out[id] = time.UnixMilli(int64(z.Score)).UTC()
		}
	}
	return out, nil
}

// QueueOnline queues the heartbeats of members who are connected, and drops those that are long dead.
func QueueOnline(ctx context.Context, p redis.Pipeliner, site string, now time.Time, members []string) {
	zs := make([]redis.Z, len(members))
	for i, m := range members {
		zs[i] = redis.Z{Score: float64(now.UnixMilli()), Member: m}
	}
	p.ZAdd(ctx, OnlineKey(site), zs...)
	p.ZRemRangeByScore(ctx, OnlineKey(site), "-inf", millis(now.Add(-2*presence)))
}
