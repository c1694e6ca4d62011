package live

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

// presence is how long a member counts as online after the last heartbeat that the hub wrote (realtime.md, "Streams").
const presence = 30 * time.Second

// CountOnline counts the members of a site with a live connection, except some (test accounts, S-103); -1 when Redis does not answer.
func CountOnline(ctx context.Context, rdb redis.Cmdable, site string, now time.Time, except ...string) int64 {
	since := now.Add(-presence)
	n, err := rdb.ZCount(ctx, OnlineKey(site), millis(since), "+inf").Result()
	if err != nil {
		return -1
	}
	if len(except) == 0 {
		return n
	}
	beats, err := rdb.ZMScore(ctx, OnlineKey(site), except...).Result()
	if err != nil {
		return -1
	}
	for _, at := range beats { // 0: not connected
		if int64(at) >= since.UnixMilli() {
			n--
		}
	}
	return max(n, 0)
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
