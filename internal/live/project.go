package live

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"hubstake/internal/core/event"
	"hubstake/internal/core/id"
	"hubstake/internal/platform/redisx"
)

// Session states as the hub reads them.
const (
	SessionLive     = "live"
	SessionReplaced = "replaced" // logged in elsewhere: U017
	SessionEnded    = "ended"
)

// Session is the projection of a session: what the hub and the api need on every contact.
type Session struct {
	Member   string
	Site     string
	Audience string
	Topic    string
	Key      string // sealed hub key
	State    string // SessionLive, SessionReplaced or SessionEnded
	Reason   string // the code of the end
	Gen      int    // the token generation that is valid
	Game     int64  // Unix ms until which the game token lives; 0 none, -1 closed by the server
	Rights   string // of staff or a person of the partner area, by RightsText; empty: not known, and left as it is
	Expires  time.Time
	Version  int64
}

// Balance is the projection of a member's states.
type Balance struct {
	Cash, Points      string
	Version           int64
	Unread            string
	MsgVersion        int64
	Locked, Permitted string // Y or N (D-34)
	LockVersion       int64
}

var projectScript = redisx.Script(scripts, "project")

// sessionGrace is how long the record of a session outlives its token. The hub looks at each session every five seconds: it must find
// the record of a token that has just ended, because a missing record may have been lost by Redis.
const sessionGrace = 15 * time.Second

// PutSession writes a session unless a newer version of it is there. The record expires 15 seconds after the token. from are the
// histories as they were read before the session was: when the stream of its projection is tied to another one by now, nothing is
// written, and the error is an *OtherHistory. That is so for each Put.
func PutSession(ctx context.Context, rdb redis.Scripter, from Histories, sid string, s Session) error {
	w := projectionWriter{rdb, from, SessionKey(s.Member, sid), StreamKey(id.Shard(s.Member))}
	end := millis(s.Expires.Add(sessionGrace))
	err := w.put(ctx, "ver", s.Version, end,
		"member", s.Member, "site", s.Site, "aud", s.Audience, "topic", s.Topic, "key", s.Key, "state", s.State,
		"reason", s.Reason, "gen", s.Gen, "exp", millis(s.Expires))
	if err == nil && s.Rights != "" {
		err = w.put(ctx, "ver", s.Version, end, "rights", s.Rights)
	}
	if err == nil && s.Game != 0 {
		err = w.put(ctx, "gver", 0, end, "game", s.Game)
	}
	if err != nil {
		return fmt.Errorf("put session: %w", err)
	}
	return nil
}

// RightsText is how the rights of a session are kept. It is never empty, so that a person without rights differs from one whose rights are not
// known.
func RightsText(rights []string) string { return "," + strings.Join(rights, ",") + "," }

// PutBalance writes each group of states unless a newer version of it is there.
func PutBalance(ctx context.Context, rdb redis.Scripter, from Histories, memID string, b Balance) error {
	w := projectionWriter{rdb, from, BalanceKey(memID), StreamKey(id.Shard(memID))}
	for _, g := range [][]any{
		{"ver", b.Version, 0, "cash", b.Cash, "points", b.Points},
		{"mver", b.MsgVersion, 0, "unread", b.Unread},
		{"lver", b.LockVersion, 0, "locked", b.Locked, "permitted", b.Permitted},
	} {
		if err := w.put(ctx, g...); err != nil {
			return fmt.Errorf("put balance: %w", err)
		}
	}
	return nil
}

// PutSite writes whether a site is under maintenance (D-35).
func PutSite(ctx context.Context, rdb redis.Scripter, from Histories, site string, maintenance bool, version int64) error {
	w := projectionWriter{rdb, from, SiteKey(site), SiteStreamKey(site)}
	if err := w.put(ctx, "iver", version, 0, "inspect", event.YN(maintenance)); err != nil {
		return fmt.Errorf("put site: %w", err)
	}
	return nil
}

// projectionWriter writes one projection, whose events are in a stream.
type projectionWriter struct {
	rdb         redis.Scripter
	from        Histories
	key, stream string
}

// put writes one group: version field, version, end in Unix ms or 0, then fields and values.
func (w projectionWriter) put(ctx context.Context, group ...any) error {
	args := append([]any{w.from[w.stream]}, group...)
	err := projectScript.Run(ctx, w.rdb, []string{w.key, OriginKey(w.stream)}, args...).Err()
	if redisx.IsReply(err, redisx.HistoryReply) {
		return &OtherHistory{w.stream, strings.TrimPrefix(err.Error(), redisx.HistoryReply)}
	}
	return err
}
