package member

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/access/token"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/core/event"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/id"
	"hubstake/internal/live/outbox"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/pg"
)

// Grace is how long a generation of a token is still taken after its renewal (D-09).
const Grace = 10 * time.Second

// States of a session.
const (
	Live     = "live"
	Replaced = "replaced" // the member logged in elsewhere: U017
	Ended    = "ended"
)

// Reasons of an end, data1 of LOGOUT.
const (
	reasonReplaced = string(event.Replaced)
	reasonLogout   = "LOGOUT"
	reasonAdmin    = "ADMIN"
	reasonIdle     = "IDLE"
	reasonBlocked  = "BLOCKED"
	reasonDevice   = "DEVICE"   // the member ended it from another device
	reasonPassword = "PASSWORD" // the password was changed from another device
	reasonReused   = "REUSED"   // an old token was used again: it was copied
	reasonLongest  = "LONGEST"  // the session lasted as long as one may
	reasonClosed   = "CLOSED"   // the member closed the account
	reasonDetails  = "DETAILS"  // phone, name or bank account was changed
)

// Session is a login of a member, of staff or of the partner area.
type Session struct {
	SID       string
	Site      string
	MemID     string
	Agent     string // of the partner area: whose login it is (memId or memId.name)
	Audience  token.Audience
	Topic     string
	SealedKey string // the session's key for the hub, as Keys.Sealer seals it
	Gen       int    // the token generation that is valid
	State     string
	Reason    string
	Version   int64
	Seen      time.Time // the last action of the person, to the minute
	Expires   time.Time // of the token
}

func sessionOf(r memberdb.MemberSession) Session {
	return Session{
		SID: r.SessionID, Site: r.SiteID, MemID: r.MemberID, Agent: r.AgentID, Audience: token.Audience(r.Audience), Topic: r.Topic,
		SealedKey: r.HubKey, Gen: int(r.Gen), State: r.State, Reason: r.Reason, Version: r.Version, Seen: r.SeenAt,
		Expires: r.ExpiresAt,
	}
}

func sessionsOf(rows []memberdb.MemberSession) []Session {
	out := make([]Session, len(rows))
	for i, r := range rows {
		out[i] = sessionOf(r)
	}
	return out
}

// ErrReused says that a token was used after the one that followed it, and that its session was ended for it.
var ErrReused = errors.New("member: an old token was used again")

// Superseded decides about a token whose session has a newer one. Within Grace of the renewal the one before is still taken:
// tabs share the cookie and may have calls on the way. A token that is used later must be a copy, and it is unknown whether
// the thief has the old token or the new one: the session with all its tokens is ended (security.md 2.2), which is
// ErrReused. U029: the session is over, or the token is older than the one before.
func (s *Service) Superseded(ctx context.Context, sid string, gen int, from credential.Origin) error {
	var refusal error
	var ended []Session
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		refusal, ended = nil, nil
		q, now := memberdb.New(tx), s.clk.Now()
		r, err := q.LockSession(ctx, sid)
		switch {
		case errors.Is(err, pgx.ErrNoRows) || err == nil && r.State != Live:
			refusal = fault.NoAccess
			return nil
		case err != nil:
			return fmt.Errorf("superseded token: %w", err)
		case gen == int(r.Gen):
			return nil
		case gen > int(r.Gen): // of a database that is gone
			refusal = fault.NoAccess
			return nil
		case r.RenewedAt != nil && now.Before(r.RenewedAt.Add(Grace)):
			if gen < int(r.Gen)-1 {
				refusal = fault.NoAccess
			}
			return nil
		}
		refusal = ErrReused
		e, err := q.EndSession(ctx, memberdb.EndSessionParams{SessionID: sid, Reason: reasonReused, At: now})
		if err != nil {
			return fmt.Errorf("superseded token: %w", err)
		}
		ended = []Session{sessionOf(e)}
		if err := logoutEvents(ctx, tx, ended, from.Trace); err != nil {
			return err
		}
		return audit.Note(ctx, tx, audit.Entry{
			Actor: audit.Actor{ID: e.MemberID, IP: from.IP, Trace: from.Trace}, Site: e.SiteID, Action: "session.reused", Target: e.MemberID,
			Detail: map[string]any{"area": e.Audience, "session": sid, "generation": gen, "newest": r.Gen},
		})
	})
	if err != nil {
		return err
	}
	s.announce(ctx, ended...)
	return refusal
}

// Session reads a session; ok is false when there is none.
func (s *Service) Session(ctx context.Context, sid string) (session Session, ok bool, err error) {
	r, err := memberdb.New(s.db).Session(ctx, sid)
	if errors.Is(err, pgx.ErrNoRows) {
		return Session{}, false, nil
	}
	if err != nil {
		return Session{}, false, fmt.Errorf("session: %w", err)
	}
	return sessionOf(r), true, nil
}

// See notes that the person of a session acted. It returns false when the session is over or rested for longer than the
// site allows (S-01); then it is also ended.
func (s *Service) See(ctx context.Context, sid, siteID, trace string) (bool, error) {
	st, err := s.options(ctx, siteID)
	if err != nil {
		return false, err
	}
	now := s.clk.Now()
	n, err := memberdb.New(s.db).SeeSession(ctx, memberdb.SeeSessionParams{
		SessionID: sid, At: now, SeenAfter: now.Add(-idle(st.Options)),
	})
	if err != nil {
		return false, fmt.Errorf("see session: %w", err)
	}
	if n > 0 {
		return true, nil
	}
	return false, s.end(ctx, sid, reasonIdle, trace)
}

// Entrance is a login whose person is known.
type Entrance struct {
	credential.Origin
	MemID, Site string // memId, or staff ID
	Agent       string // of the partner area: whose login it is
	Audience    token.Audience
	At          time.Time
}

// longest is how long a session of the site may last however often it is renewed (ASVS 7.3.2): 12 hours, of staff and of the partner area 8.
func longest(o site.Options, a token.Audience) time.Duration {
	if a != token.Member {
		return time.Duration(o.StaffSessionHours) * time.Hour
	}
	return time.Duration(o.SessionHours) * time.Hour
}

// tokenEnd is when a token ends that is made at a moment, in a session that ends at last.
func tokenEnd(at, last time.Time) time.Time {
	end := at.Truncate(time.Second).Add(token.Life)
	if last = last.Truncate(time.Second); last.Before(end) {
		return last
	}
	return end
}

// Begin writes a new session in tx and returns it. Announce it after the commit.
func (s *Service) Begin(ctx context.Context, tx pgx.Tx, e Entrance) (Session, error) {
	st, err := s.options(ctx, e.Site)
	if err != nil {
		return Session{}, err
	}
	sid := id.New()
	r, err := memberdb.New(tx).InsertSession(ctx, memberdb.InsertSessionParams{
		SessionID: sid, SiteID: e.Site, MemberID: e.MemID, AgentID: e.Agent, Audience: string(e.Audience), Topic: id.New(),
		HubKey: s.Sealer.Seal(sid, id.Key()), At: e.At, ExpiresAt: tokenEnd(e.At, e.At.Add(longest(st.Options, e.Audience))),
		Ip: pg.Addr(e.IP), UserAgent: e.UserAgent,
	})
	if err != nil {
		return Session{}, fmt.Errorf("begin session: %w", err)
	}
	return sessionOf(r), nil
}

// logoutEvents writes in tx the events of ended sessions: LOGOUT to each, and LEAVE to the upline, whatever ended
// them. A member who moves to another device produces a LEAVE and a LOGIN.
func logoutEvents(ctx context.Context, tx pgx.Tx, ended []Session, trace string) error {
	ids := make([]string, 0, len(ended))
	for _, e := range ended {
		err := outbox.Write(ctx, tx, event.Event{
			Site: e.Site, Member: e.MemID, SID: e.SID, Cmd: event.Logout, Data1: e.Reason, Ver: e.Version, Trace: trace,
		})
		if err != nil {
			return err
		}
		if e.Audience == token.Member {
			ids = append(ids, e.MemID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	rows, err := memberdb.New(tx).Uplines(ctx, ids)
	if err != nil {
		return fmt.Errorf("uplines: %w", err)
	}
	for _, r := range rows {
		if err := notifyUpline(ctx, tx, ended[0].Site, r.MemberID, r.Upline, event.Leave, trace); err != nil {
			return err
		}
	}
	return nil
}

// notifyUpline writes an event about a member to its upline, if it has one.
func notifyUpline(ctx context.Context, tx pgx.Tx, site, memID string, upline []string, cmd event.Cmd, trace string) error {
	if len(upline) == 0 {
		return nil
	}
	return outbox.Write(ctx, tx, event.Event{Site: site, Member: memID, Upline: strings.Join(upline, ","), Cmd: cmd, Data1: memID, Trace: trace})
}

// announce tells the cache of sessions after their commit.
func (s *Service) announce(ctx context.Context, sessions ...Session) {
	for _, x := range sessions {
		s.Announce(ctx, x)
	}
}

// Provision begins a session for each of the members in tx and ends those that they had, without a login: load
// tests need thousands at once. Only programs that hold the keys can; no call of the API leads here.
func (s *Service) Provision(ctx context.Context, tx pgx.Tx, siteID string, memIDs []string) ([]Grant, error) {
	grants := make([]Grant, len(memIDs))
	for i, memID := range memIDs {
		if _, err := s.endAll(ctx, tx, memID, reasonAdmin, ""); err != nil {
			return nil, err
		}
		x, err := s.Begin(ctx, tx, Entrance{MemID: memID, Site: siteID, Audience: token.Member, At: s.clk.Now()})
		if err != nil {
			return nil, err
		}
		// No person acts in such a session: it counts as used until its token ends.
		see := memberdb.SeeSessionParams{SessionID: x.SID, At: x.Expires, SeenAfter: time.Time{}}
		if _, err := memberdb.New(tx).SeeSession(ctx, see); err != nil {
			return nil, fmt.Errorf("provision: %w", err)
		}
		if grants[i], err = s.Grant(x); err != nil {
			return nil, err
		}
	}
	return grants, nil
}
