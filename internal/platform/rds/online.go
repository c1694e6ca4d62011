package rds

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// presence is how long a member counts as online after the last heart-beat that the hub wrote (realtime.md, "Streams").
const presence = 30 * time.Second

// CountOnline counts the members of a site with a live connection; -1 when Redis does not answer.
func CountOnline(ctx context.Context, rdb redis.Cmdable, site string, now time.Time) int64 {
	n, err := rdb.ZCount(ctx, OnlineKey(site), millis(now.Add(-presence)), "+inf").Result()
	if err != nil {
		return -1
	}
	return n
}
