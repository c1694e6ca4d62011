package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	"hubstake/internal/core/jackpot"
	"hubstake/internal/platform/redisx"
)

const (
	// jackpotsKept is how long the pools of a provider are shown after it last said them. Of one that is silent for longer nothing is
	// known, and nothing is shown.
	jackpotsKept = 30 * time.Second
)

// JackpotsKey is what a provider last said of its jackpots.
func JackpotsKey(vendor string) string { return "jackpots:" + vendor }

// PutJackpots keeps what a provider says of its jackpots, for jackpotsKept.
func PutJackpots(ctx context.Context, rdb redis.Cmdable, vendor string, pools []jackpot.Pool) error {
	raw, err := json.Marshal(pools)
	if err != nil {
		return fmt.Errorf("put jackpots: %w", err)
	}
	if err := rdb.Set(ctx, JackpotsKey(vendor), raw, jackpotsKept).Err(); err != nil {
		return fmt.Errorf("put jackpots: %w", err)
	}
	return nil
}

// DropJackpots forgets them: the provider has none any more.
func DropJackpots(ctx context.Context, rdb redis.Cmdable, vendor string) error {
	if err := rdb.Del(ctx, JackpotsKey(vendor)).Err(); err != nil {
		return fmt.Errorf("drop jackpots: %w", err)
	}
	return nil
}

// Jackpots reads what these providers last said, by provider; one that has been silent too long is left out.
func Jackpots(ctx context.Context, rdb redis.Cmdable, vendors []string) (map[string][]jackpot.Pool, error) {
	ctx, cancel := redisx.Brief(ctx, rdb)
	defer cancel()
	found := map[string][]jackpot.Pool{}
	for _, vendor := range vendors {
		raw, err := rdb.Get(ctx, JackpotsKey(vendor)).Bytes()
		if errors.Is(err, redis.Nil) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("jackpots: %w", err)
		}
		var pools []jackpot.Pool
		if err := json.Unmarshal(raw, &pools); err != nil {
			return nil, fmt.Errorf("jackpots of %s: %w", vendor, err)
		}
		found[vendor] = pools
	}
	return found, nil
}
