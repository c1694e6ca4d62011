package server

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"

	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/platform/httpx"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/platform/token"
)

const (
	// cacheWait bounds a question to Redis; past it PostgreSQL is asked.
	cacheWait = 250 * time.Millisecond
	// cacheRest is how long Redis is not asked after it failed, so that an outage does not slow every call down.
	cacheRest = time.Second
)

var (
	errGone     = httpx.Unauthorized(fault.NoAccess)
	errReplaced = httpx.Unauthorized(fault.LoggedInElsewhere)
)

// SessionCache keeps sessions in Redis, for this program and for the hub. All of it can be made again.
type SessionCache struct {
	rdb redis.UniversalClient
	clk clock.Clock
	log zerolog.Logger

	histories atomic.Pointer[redisx.Histories] // nil: they are read when the next call begins

	mu    sync.Mutex
	rests time.Time // until then Redis is not asked
}

// historiesKey is where the context of a call has the redisx.Histories that Redis was tied to when the call began.
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
func (c *SessionCache) readHistories(ctx context.Context) *redisx.Histories {
	if !c.usable() {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, cacheWait)
	defer cancel()
	h, err := redisx.ReadHistories(ctx, c.rdb)
	if err != nil {
		c.failed(err)
		return nil
	}
	c.histories.Store(&h)
	return &h
}

// NewSessionCache returns a cache.
func NewSessionCache(rdb redis.UniversalClient, clk clock.Clock, log zerolog.Logger) *SessionCache {
	return &SessionCache{rdb: rdb, clk: clk, log: log}
}

// Announce writes a session that changed, and for a new one asks that the member's balance be there for the hub. When
// Redis fails it says so in the log and nothing else: relay and refresh bring it later, as they do when Redis is tied to another
// history than at the beginning of the call (In), or when that is not known.
func (c *SessionCache) Announce(ctx context.Context, s member.Session) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cacheWait)
	defer cancel()
	from, known := ctx.Value(historiesKey{}).(redisx.Histories)
	if !known || !c.usable() {
		return
	}
	err := redisx.PutSession(ctx, c.rdb, from, s.SID, redisx.Session{
		Member: s.MemID, Site: s.Site, Audience: string(s.Audience), Topic: s.Topic, Key: s.SealedKey, State: s.State,
		Reason: s.Reason, Gen: s.Gen, Expires: s.Expires, Version: s.Version,
	})
	var other *redisx.OtherHistory
	if errors.As(err, &other) {
		c.histories.Store(nil)
		return
	}
	if err == nil && s.State == member.Live && s.Version == 1 && s.Audience == token.Member {
		err = redisx.AskRefresh(ctx, c.rdb, redisx.Refresh{Kind: "member", ID: s.MemID})
	}
	if err != nil {
		c.failed(err)
	}
}

// get reads a session; ok is false when Redis does not hold it or cannot be asked.
func (c *SessionCache) get(ctx context.Context, memID, sid string) (member.Session, bool) {
	if !c.usable() {
		return member.Session{}, false
	}
	ctx, cancel := context.WithTimeout(ctx, cacheWait)
	defer cancel()
	s, ok, err := redisx.GetSession(ctx, c.rdb, memID, sid)
	if err != nil {
		c.failed(err)
		return member.Session{}, false
	}
	return member.Session{
		SID: sid, Site: s.Site, MemID: s.Member, Audience: token.Audience(s.Audience), Topic: s.Topic, SealedKey: s.Key,
		Gen: s.Gen, State: s.State, Reason: s.Reason, Version: s.Version, Expires: s.Expires,
	}, ok
}

func (c *SessionCache) usable() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.clk.Now().Before(c.rests)
}

func (c *SessionCache) failed(err error) {
	c.mu.Lock()
	c.rests = c.clk.Now().Add(cacheRest)
	c.mu.Unlock()
	c.log.Warn().Err(err).Msg("session cache: asking the database instead")
}

// Auth tells who calls. The token is checked first, without any I/O; then the session, in the cache or in the database;
// then, for staff, the rights of this moment, and for what a person does, that the session did not rest for too long.
type Auth struct {
	verify  *token.Verifier
	cache   *SessionCache
	members *member.Service
	clk     clock.Clock

	mu     sync.Mutex
	minute int64
	seen   map[string]struct{} // sessions whose activity was noted in this minute
}

// NewAuth returns an Auth.
func NewAuth(v *token.Verifier, c *SessionCache, m *member.Service, clk clock.Clock) *Auth {
	return &Auth{verify: v, cache: c, members: m, clk: clk}
}

// Session is httpx.Deps.Session. 401 with U017 when somebody logged in elsewhere, else with U029. When neither cache nor
// database answers, nobody is let in.
func (a *Auth) Session(ctx context.Context, text string, audience token.Audience, active bool) (httpx.Caller, error) {
	claims, err := a.verify.Verify(text, audience)
	if err != nil {
		return httpx.Caller{}, errGone
	}
	known := httpx.Caller{MemID: claims.MemID, Site: claims.Site, Audience: claims.Audience} // the signature is ours: for the log
	s, err := a.find(ctx, claims)
	if err != nil {
		return known, err
	}
	switch {
	case s.MemID != claims.MemID || s.Site != claims.Site || s.Audience != claims.Audience:
		return known, errGone
	case s.State == member.Replaced:
		return known, errReplaced
	case s.State != member.Live:
		return known, errGone
	}
	if claims.Gen != s.Gen {
		if err := a.superseded(ctx, claims); err != nil {
			return known, err
		}
	}
	who := httpx.Caller{
		MemID: s.MemID, Site: s.Site, SID: s.SID, Audience: s.Audience, Gen: claims.Gen, Expires: claims.Expires,
	}
	if audience == token.Admin {
		staff, ok, err := a.members.Staff(ctx, s.MemID)
		if err != nil {
			return httpx.Caller{}, err
		}
		if !ok || !staff.Active || staff.Site != s.Site {
			return httpx.Caller{}, errGone
		}
		who.Rights = staff.Rights
	}
	if active {
		if err := a.see(ctx, s); err != nil {
			return httpx.Caller{}, err
		}
	}
	return who, nil
}

// superseded lets a token pass whose session was renewed a moment ago. One that is used later ends the session.
func (a *Auth) superseded(ctx context.Context, c token.Claims) error {
	from := httpx.Origin(ctx)
	err := a.members.Superseded(ctx, c.SID, c.Gen, member.Origin{IP: from.IP, Trace: from.Trace})
	switch _, refused := fault.Of(err); {
	case err == nil:
		return nil
	case errors.Is(err, member.ErrReused):
		a.cache.log.Warn().Str("site", c.Site).Str("mem_id", c.MemID).Str("area", string(c.Audience)).Int("generation", c.Gen).
			Msg("an old token was used again: its session is ended")
		return errGone
	case refused:
		return errGone
	default:
		return err
	}
}

// find reads the session of a token, and gives the cache what it lacked. A token of a later generation than the cache's
// proves that the cache missed a renewal (Redis was away at that moment): then the database is asked as well.
func (a *Auth) find(ctx context.Context, c token.Claims) (member.Session, error) {
	if s, ok := a.cache.get(ctx, c.MemID, c.SID); ok && c.Gen <= s.Gen {
		return s, nil
	}
	s, ok, err := a.members.Session(ctx, c.SID)
	if err != nil {
		return s, err
	}
	if !ok || s.MemID != c.MemID {
		return s, errGone
	}
	a.cache.Announce(ctx, s)
	return s, nil
}

// see notes activity, once a minute for a session. Two calls of the same moment may both note it; neither passes before.
func (a *Auth) see(ctx context.Context, s member.Session) error {
	minute := a.clk.Now().Unix() / 60
	a.mu.Lock()
	if a.minute != minute {
		a.minute, a.seen = minute, map[string]struct{}{}
	}
	_, noted := a.seen[s.SID]
	a.mu.Unlock()
	if noted {
		return nil
	}
	ok, err := a.members.See(ctx, s.SID, s.Site, "")
	if err != nil {
		return err
	}
	if !ok {
		return errGone
	}
	a.mu.Lock()
	if a.minute == minute {
		a.seen[s.SID] = struct{}{}
	}
	a.mu.Unlock()
	return nil
}
