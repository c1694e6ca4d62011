package redisx

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Brief bounds a question that can be answered, or left unanswered, without Redis: by an eighth of the client's patience, 250 ms unless its
// address says otherwise.
func Brief(ctx context.Context, rdb redis.Scripter) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, patienceOf(rdb)/8)
}

// patienceOf returns how long a client waits for an answer.
func patienceOf(rdb redis.Scripter) time.Duration {
	switch c := rdb.(type) {
	case *redis.Client:
		return c.Options().ReadTimeout
	case *redis.ClusterClient:
		return c.Options().ReadTimeout
	}
	return usualPatience
}
