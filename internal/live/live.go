// Package live holds what the product keeps in Redis: the streams of events, with their positions and epochs, and the projections of
// members, sessions and sites that the hub and the api read. It names the keys, writes by Lua and reads in pipelines.
//
// Nothing here is the truth: whatever Redis holds can be made again from PostgreSQL, which package projection reads for that. Keys that
// change together share a hash tag, so that the same code runs on one server, behind Sentinel and on a cluster.
package live

import (
	"embed"
	"strconv"
	"strings"
	"time"

	"hubstake/internal/core/event"
	"hubstake/internal/core/id"
)

//go:embed lua/*.lua
var scripts embed.FS

// StreamKey is the stream of a shard, for instance ev:{3}.
func StreamKey(shard string) string { return "ev:" + shard }

// SiteStreamKey is the stream of a site.
func SiteStreamKey(site string) string { return "ev:site:" + site }

// PlayStreamKey is the stream of a site's odds, scores and draws. They are many, so they have a stream of their own: the site's feeds can
// be resumed for as long as without them, and only nodes with a client that watches a match read them.
func PlayStreamKey(site string) string { return "ev:play:" + site }

// StreamOf names the stream that carries an event.
func StreamOf(e event.Event) string {
	switch {
	case e.Personal():
		return StreamKey(id.Shard(e.Member))
	case OfPlay(e.Topic):
		return PlayStreamKey(e.Site)
	default:
		return SiteStreamKey(e.Site)
	}
}

// OfPlay reports whether a topic is one of the stream PlayStreamKey: sports.… or minigame.….
func OfPlay(topic string) bool {
	kind, _, _ := strings.Cut(topic, ".")
	return kind == "sports" || kind == "minigame"
}

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

func millis(t time.Time) string { return strconv.FormatInt(t.UnixMilli(), 10) }

func num(s string) int64 {
	n, _ := strconv.ParseInt(s, 10, 64) // our own script wrote it; what is missing is zero
	return n
}
