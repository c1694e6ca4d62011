package redisx

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/redis/go-redis/v9"
)

// oldest is the first version of Redis whose scripts keep the codes of errors (an "out of memory" must not look like a refusal of the
// entry) and whose streams count the entries that were ever added.
const oldest = 7

// Supported returns an error when the server answers that it is older than Redis 7. A server that does not answer may still come: that
// is not an error here, readiness tells it.
func Supported(ctx context.Context, rdb redis.UniversalClient) error {
	for line := range strings.Lines(rdb.Info(ctx, "server").Val()) { // empty without an answer
		version, ok := strings.CutPrefix(strings.TrimSpace(line), "redis_version:")
		if !ok {
			continue
		}
		major, _, _ := strings.Cut(version, ".")
		if n, err := strconv.Atoi(major); err == nil && n < oldest {
			return fmt.Errorf("the server of Redis is version %s; this program needs Redis %d or newer", version, oldest)
		}
	}
	return nil
}
