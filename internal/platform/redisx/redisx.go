// Package redisx is the platform's Redis: the client and its metrics, scripts, token buckets, nonces and a reader of
// streams. Package live defines the product's data in Redis.
package redisx

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/redis/go-redis/v9"
)

// Queued is a read that was put into a pipeline: call it after the pipeline has run. ok is false when
// Redis does not hold what was asked for.
type Queued[T any] func() (v T, ok bool, err error)

//go:embed lua/*.lua
var scripts embed.FS

// Script returns the script lua/<name>.lua of files, which are embedded: a name that is not there panics.
func Script(files fs.FS, name string) *redis.Script {
	b, err := fs.ReadFile(files, "lua/"+name+".lua")
	if err != nil {
		panic(err) // only a misspelt name comes here
	}
	return redis.NewScript(string(b))
}

// IsReply reports whether a server answered with an error that begins with text.
func IsReply(err error, text string) bool {
	var reply redis.Error
	return errors.As(err, &reply) && strings.HasPrefix(reply.Error(), text)
}

// HistoryReply begins the reply of a script that refused to write for another history of PostgreSQL.
const HistoryReply = "HISTORY "

// Refused reports whether Redis refused entries for what they, or the keys that they go to, are: trying again will not help. The server's own
// troubles (a failover, no memory) are not meant.
func Refused(err error) bool {
	return IsReply(err, "WRONGTYPE ") || IsReply(err, "ERR ") && !IsReply(err, "ERR max number of clients")
}

// scanPart is about how many keys one step of a scan returns.
const scanPart = 1000

// Scan hands over all keys, in parts, with the server that holds them; a key may come twice.
func Scan(ctx context.Context, rdb redis.UniversalClient, each func(context.Context, *redis.Client, []string) error) error {
	one := func(ctx context.Context, c *redis.Client) error {
		for cursor := uint64(0); ; {
			keys, next, err := c.Scan(ctx, cursor, "", scanPart).Result()
			if err != nil {
				return err
			}
			if len(keys) > 0 {
				if err := each(ctx, c, keys); err != nil {
					return err
				}
			}
			if cursor = next; cursor == 0 {
				return nil
			}
		}
	}
	switch c := rdb.(type) {
	case *redis.Client:
		return one(ctx, c)
	case *redis.ClusterClient:
		return c.ForEachMaster(ctx, one)
	}
	return fmt.Errorf("redisx: no way to scan with %T", rdb)
}
