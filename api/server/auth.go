package server

import (
	"context"
	"errors"
	"sync"

	"github.com/rs/zerolog"

	"hubstake/internal/access/httpx"
	"hubstake/internal/access/token"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/account/staff"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/live"
	"hubstake/internal/partners/agent"
)

var (
	errGone     = httpx.Unauthorized(fault.NoAccess)
	errReplaced = httpx.Unauthorized(fault.LoggedInElsewhere)
)

// announce returns what member.Keys.Announce is: it writes a session that changed to the cache.
func announce(c *live.SessionCache) func(context.Context, member.Session) {
	return func(ctx context.Context, s member.Session) {
		c.Put(ctx, s.SID, live.Session{
			Member: s.MemID, Site: s.Site, Audience: string(s.Audience), Topic: s.Topic, Key: s.SealedKey, State: s.State,
			Reason: s.Reason, Gen: s.Gen, Expires: s.Expires, Version: s.Version,
		})
	}
}

// cached reads a session from the cache; ok is false when Redis does not hold it or cannot be asked.
func cached(ctx context.Context, c *live.SessionCache, memID, sid string) (_ member.Session, ok bool) {
	s, ok := c.Get(ctx, memID, sid)
	return member.Session{
		SID: sid, Site: s.Site, MemID: s.Member, Audience: token.Audience(s.Audience), Topic: s.Topic, SealedKey: s.Key,
		Gen: s.Gen, State: s.State, Reason: s.Reason, Version: s.Version, Expires: s.Expires,
	}, ok
}

// Auth tells who calls. The token is checked first, without any I/O; then the session, in the cache or in the database;
// then, for staff and the partner area, the account and its rights of this moment, and for what a person does, that the session is not without a call for too long.
type Auth struct {
	verify  *token.Verifier
	cache   *live.SessionCache
	members *member.Service
	staff   *staff.Service
	agents  *agent.Service
	clk     clock.Clock
	log     zerolog.Logger

	mu     sync.Mutex
	minute int64
	seen   map[string]struct{} // sessions whose activity was noted in this minute
}

// NewAuth returns an Auth.
func NewAuth(v *token.Verifier, c *live.SessionCache, m *member.Service, s *staff.Service, a *agent.Service, clk clock.Clock, log zerolog.Logger) *Auth {
	return &Auth{verify: v, cache: c, members: m, staff: s, agents: a, clk: clk, log: log}
}

// Session is httpx.Deps.Session. 401 with U017 when the member logged in elsewhere, else with U029. When neither cache nor
// database answers, every call is refused.
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
	if err := a.rights(ctx, s, &who); err != nil {
		return httpx.Caller{}, err
	}
	if active {
		if err := a.see(ctx, s); err != nil {
			return httpx.Caller{}, err
		}
	}
	return who, nil
}

// rights sets the person and the rights of this moment of a session of staff or of the partner area.
func (a *Auth) rights(ctx context.Context, s member.Session, who *httpx.Caller) error {
	switch s.Audience {
	case token.Admin:
		account, ok, err := a.staff.Account(ctx, s.MemID)
		if err != nil {
			return err
		}
		if !ok || !account.Active || account.Site != s.Site {
			return errGone
		}
		who.Rights = account.Rights
	case token.Partner:
		account, ok, err := a.agents.Account(ctx, s.Site, s.Agent)
		if err != nil {
			return err
		}
		if !ok || account.Partner != s.MemID {
			return errGone
		}
		who.Agent, who.Rights = account.ID, account.Rights
	}
	return nil
}

// Fresh is httpx.Deps.Fresh. The database is asked, not the cache: a fresh code may end at any moment.
func (a *Auth) Fresh(ctx context.Context, who httpx.Caller) (bool, error) {
	return a.members.Confirmed(ctx, who.SID)
}

// superseded lets a token pass whose session was renewed a moment ago. One that is used later ends the session.
func (a *Auth) superseded(ctx context.Context, c token.Claims) error {
	from := httpx.Origin(ctx)
	err := a.members.Superseded(ctx, c.SID, c.Gen, credential.Origin{IP: from.IP, Trace: from.Trace})
	switch _, refused := fault.Of(err); {
	case err == nil:
		return nil
	case errors.Is(err, member.ErrReused):
		a.log.Warn().Str("site", c.Site).Str("mem_id", c.MemID).Str("area", string(c.Audience)).Int("generation", c.Gen).
			Msg("an old token was used again: its session is ended")
		return errGone
	case refused:
		return errGone
	default:
		return err
	}
}

// find reads the session of a token, and gives the cache what it lacked. A token of a later generation than the cache's
// proves that the cache missed a renewal (Redis was away at that moment): then the database is asked as well. It always is for a session of
// the partner area, because the cache does not know whose login that is.
func (a *Auth) find(ctx context.Context, c token.Claims) (member.Session, error) {
	s, known := cached(ctx, a.cache, c.MemID, c.SID)
	known = known && c.Gen <= s.Gen
	if known && c.Audience != token.Partner {
		return s, nil
	}
	s, ok, err := a.members.Session(ctx, c.SID)
	if err != nil {
		return s, err
	}
	if !ok || s.MemID != c.MemID {
		return s, errGone
	}
	if !known {
		announce(a.cache)(ctx, s)
	}
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
