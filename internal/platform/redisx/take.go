package redisx

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

var takeScript = Script(scripts, "take")

// LimitKey is the bucket of a caller in a class of calls.
func LimitKey(class, who string) string { return "limit:" + class + ":" + who }

// Take takes one token out of a bucket that holds burst tokens when it is full and gets one more in every `every`. It
// returns 0, or how long to wait for the next token; then none was taken. All who use the same key share the bucket.
func Take(ctx context.Context, rdb redis.Scripter, key string, every time.Duration, burst int) (time.Duration, error) {
	wait, err := takeScript.Run(ctx, rdb, []string{key}, every.Microseconds(), burst).Int64()
	if err != nil {
		return 0, fmt.Errorf("take: %w", err)
	}
	return time.Duration(wait) * time.Microsecond, nil
}
