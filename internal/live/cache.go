package live

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"

	"hubstake/internal/access/token"
	"hubstake/internal/core/clock"
	"hubstake/internal/platform/redisx"
)

// cachePause is how long Redis is not asked after it failed, so that an outage does not slow every call down.
const cachePause = time.Second

// SessionCache keeps sessions in Redis, for this program and for the hub, and does without while Redis fails. All of it can be made
// again.
type SessionCache struct {
	rdb redis.UniversalClient
	clk clock.Clock
	log zerolog.Logger

	histories atomic.Pointer[Histories] // nil: they are read when the next call begins

	mu          sync.Mutex
	pausedUntil time.Time // until then Redis is not asked
}

// NewSessionCache returns a cache.
func NewSessionCache(rdb redis.UniversalClient, clk clock.Clock, log zerolog.Logger) *SessionCache {
	return &SessionCache{rdb: rdb, clk: clk, log: log}
}

// historiesKey is where the context of a call has the Histories that Redis was tied to when the call began.
type historiesKey struct{}

// In returns the context of a call that begins now. A session that the call reads or changes is written to Redis only if Redis is still
// tied to the same history of PostgreSQL: otherwise the session may be of one that was lost meanwhile.
func (c *SessionCache) In(ctx context.Context) context.Context {
	h := c.histories.Load()
	if h == nil {
		if h = c.readHistories(ctx); h == nil {
			return ctx
		}
	}
	return context.WithValue(ctx, historiesKey{}, *h)
}

// readHistories returns nil when Redis cannot be asked.
func (c *SessionCache) readHistories(ctx context.Context) *Histories {
	if !c.usable() {
		return nil
	}
	ctx, cancel := redisx.Brief(ctx, c.rdb)
	defer cancel()
	h, err := ReadHistories(ctx, c.rdb)
	if err != nil {
		c.failed(err)
		return nil
	}
	c.histories.Store(&h)
	return &h
}

// Put writes a session that changed, and for a new one asks that the member's balance be there for the hub. When
// Redis fails it says so in the log and nothing else: relay and refresh bring it later, as they do when Redis is tied to another
// history than at the beginning of the call (In), or when that is not known.
func (c *SessionCache) Put(ctx context.Context, sid string, s Session) {
	ctx, cancel := redisx.Brief(context.WithoutCancel(ctx), c.rdb)
	defer cancel()
	from, known := ctx.Value(historiesKey{}).(Histories)
	if !known || !c.usable() {
		return
	}
	err := PutSession(ctx, c.rdb, from, sid, s)
	var other *OtherHistory
	if errors.As(err, &other) {
		c.histories.Store(nil)
		return
	}
	if err == nil && s.State == SessionLive && s.Version == 1 && s.Audience == string(token.Member) {
		err = AskRefresh(ctx, c.rdb, Refresh{Kind: "member", ID: s.Member})
	}
	if err != nil {
		c.failed(err)
	}
}

// Get reads a session; ok is false when Redis does not hold it or cannot be asked.
func (c *SessionCache) Get(ctx context.Context, memID, sid string) (s Session, ok bool) {
	if !c.usable() {
		return s, false
	}
	ctx, cancel := redisx.Brief(ctx, c.rdb)
	defer cancel()
	s, ok, err := GetSession(ctx, c.rdb, memID, sid)
	if err != nil {
		c.failed(err)
	}
	return s, ok
}

func (c *SessionCache) usable() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.clk.Now().Before(c.pausedUntil)
}

func (c *SessionCache) failed(err error) {
	c.mu.Lock()
	c.pausedUntil = c.clk.Now().Add(cachePause)
	c.mu.Unlock()
	c.log.Warn().Err(err).Msg("session cache: asking the database instead")
}
