// Package redisx is the Redis side of the platform: the client, the names of all keys, the projection of members and
// sessions that the hub reads, and the script by which the relay publishes.
//
// Nothing here is the truth: whatever Redis holds can be made again from PostgreSQL. Keys that change together share
// a hash tag, so that the same code runs on one server, behind Sentinel and on a cluster.
package redisx

import (
	"context"
	"embed"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"hubstake/internal/core/id"
)

//go:embed lua/*.lua
var scripts embed.FS

func script(name string) *redis.Script {
	b, err := scripts.ReadFile("lua/" + name + ".lua")
	if err != nil {
		panic(err) // the file is embedded: only a misspelt name comes here
	}
	return redis.NewScript(string(b))
}

// StreamKey is the stream of a shard, for instance ev:{3}.
func StreamKey(shard string) string { return "ev:" + shard }

// SiteStreamKey is the stream of a site.
func SiteStreamKey(site string) string { return "ev:site:" + site }

// EpochKey is the key that holds the epoch of a stream; it lives in the stream's slot.
func EpochKey(stream string) string {
	if i := strings.IndexByte(stream, '{'); i >= 0 {
		return "epoch:" + stream[i:]
	}
	return "epoch:{" + stream + "}"
}

// OriginKey is the hash that holds where a stream was filled from (Origin); it lives in the stream's slot.
func OriginKey(stream string) string { return "origin" + strings.TrimPrefix(EpochKey(stream), "epoch") }

// BalanceKey is the projection of a member's states.
func BalanceKey(memID string) string { return "bal:" + id.Shard(memID) + ":" + memID }

// SessionKey is the projection of a session of a member.
func SessionKey(memID, sid string) string { return "sess:" + id.Shard(memID) + ":" + sid }

// SiteKey is the projection of a site's state; it lives in the slot of the site's stream.
func SiteKey(site string) string { return "site:{" + SiteStreamKey(site) + "}" }

// OnlineKey is the sorted set of members online at a site, scored by their last heartbeat in ms.
func OnlineKey(site string) string { return "online:{" + SiteStreamKey(site) + "}" }

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

func millis(t time.Time) string { return strconv.FormatInt(t.UnixMilli(), 10) }
