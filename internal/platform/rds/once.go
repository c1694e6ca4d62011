package rds

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

// NonceKey is where a nonce of a vendor's call is remembered.
func NonceKey(nonce string) string { return "nonce:" + nonce }

// Once keeps a value under a key for ttl, unless something is there already; then it returns that, and changes nothing.
func Once(ctx context.Context, rdb redis.Cmdable, key, value string, ttl time.Duration) (was string, err error) {
	was, err = rdb.SetArgs(ctx, key, value, redis.SetArgs{Mode: "NX", Get: true, TTL: ttl}).Result()
	if errors.Is(err, redis.Nil) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("once: %w", err)
	}
	return was, nil
}
