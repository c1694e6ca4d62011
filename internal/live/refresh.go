package live

import (
	"context"
	"fmt"

	"github.com/redis/go-redis/v9"
)

// Refresh asks the workers to write a projection again from PostgreSQL.
type Refresh struct {
	Kind   string // member, session or site
	ID     string // memId, session id or site id
	Member string // the member of a session
}

// RefreshKey is the stream of refresh requests; RefreshGroup is the consumer group of the workers.
const (
	RefreshKey   = "refresh"
	RefreshGroup = "workers"
)

// AskRefresh queues requests. The queue is bounded: the oldest are dropped, and asked again by the hub's watcher.
func AskRefresh(ctx context.Context, rdb redis.UniversalClient, rs ...Refresh) error {
	_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		for _, r := range rs {
			p.XAdd(ctx, &redis.XAddArgs{
				Stream: RefreshKey, MaxLen: 100_000, Approx: true,
				Values: []string{"kind", r.Kind, "id", r.ID, "member", r.Member},
			})
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("ask refresh: %w", err)
	}
	return nil
}
