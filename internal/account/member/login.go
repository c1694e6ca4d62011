package member

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/access/token"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/core/event"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/pg"
)

// Grant is what a login or a renewal gives.
type Grant struct {
	Session
	Token  string
	HubKey []byte     // in the clear, for the answer only
	Last   *LastLogin // the login before; nil at the first, and at renewals
}

// Login lets a member in and makes the session. The order of refusals is D-45's; what the account's status is, is only
// told after the right password.
func (s *Service) Login(ctx context.Context, c credential.Credentials) (g Grant, err error) {
	defer func() { s.Metrics.login(err) }()
	if c.MemID == "" {
		return Grant{}, fault.IDRequired
	}
	if c.Password == "" {
		return Grant{}, fault.PasswordRequired
	}
	c.MemID = credential.FoldID(c.MemID)
	st, err := s.options(ctx, c.Site)
	if err != nil {
		return Grant{}, err
	}
	if err := s.blockedIP(ctx, memberdb.New(s.db), c.Site, c.IP); err != nil {
		return Grant{}, s.refused(ctx, c, err)
	}
	compared, err := s.password(ctx, c.Site, credential.Attempt{ID: c.MemID, Password: c.Password, Max: st.Options.PassTries})
	if err != nil {
		return Grant{}, s.refused(ctx, c, err)
	}
	session, last, ended, err := s.enter(ctx, c, st, compared)
	s.announce(ctx, ended...)
	if err != nil {
		return Grant{}, s.refused(ctx, c, err)
	}
	s.announce(ctx, session)
	g, err = s.Grant(session)
	g.Last = last
	return g, err
}

// enter begins the session of a member who gave the right password, under the member's lock. A password that was replaced after it was
// compared is a wrong one, and an address that was blocked in the meantime stays outside.
func (s *Service) enter(ctx context.Context, c credential.Credentials, st site.Site, compared string) (session Session, last *LastLogin, ended []Session, err error) {
	var refusal error
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		q, now := memberdb.New(tx), s.clk.Now()
		ended, refusal = nil, nil
		if err := q.ShareBlocks(ctx, c.Site); err != nil {
			return fmt.Errorf("login: %w", err)
		}
		if err := s.blockedIP(ctx, q, c.Site, c.IP); err != nil {
			return err
		}
		m, err := q.LockMember(ctx, memberdb.LockMemberParams{MemberID: c.MemID, SiteID: c.Site})
		if errors.Is(err, pgx.ErrNoRows) || err == nil && m.PassHash != compared {
			refusal = fault.WrongPassword
			return nil
		}
		if err != nil {
			return fmt.Errorf("login: %w", err)
		}
		if err := q.ForgiveMember(ctx, c.MemID); err != nil {
			return fmt.Errorf("login: %w", err)
		}
		refusal = admit(Status(m.Status), m.LoginAllowed, st)
		if refusal == nil {
			refusal, err = s.blockedMember(ctx, q, c.Site, m)
		}
		if err != nil || refusal != nil {
			return err // a refusal commits: the right password ends a streak of wrong ones
		}
		if ended, refusal, err = s.makeRoom(ctx, tx, c, st.Options, now); err != nil || refusal != nil {
			return err
		}
		unknown, err := q.NewDevice(ctx, memberdb.NewDeviceParams{UserAgent: c.UserAgent, MemberID: c.MemID})
		if err != nil {
			return fmt.Errorf("login: %w", err)
		}
		if session, err = s.Begin(ctx, tx, Entrance{Origin: c.Origin, MemID: c.MemID, Site: c.Site, Audience: token.Member, At: now}); err != nil {
			return err
		}
		if err := q.TouchLogin(ctx, memberdb.TouchLoginParams{At: now, Ip: pg.Addr(c.IP), MemberID: c.MemID}); err != nil {
			return fmt.Errorf("login: %w", err)
		}
		last = lastLogin(m.LastLoginAt, m.LastLoginIp)
		if err := s.RecordLogin(ctx, tx, c, token.Member, fault.Success.Code()); err != nil {
			return err
		}
		if unknown {
			if err := s.notify(ctx, tx, c.Site, c.MemID, m.Lang, letterDevice, c.IP, c.Trace); err != nil {
				return err
			}
		}
		return notifyUpline(ctx, tx, c.Site, c.MemID, m.Upline, event.Login, c.Trace)
	})
	if err == nil {
		err = refusal
	}
	return session, last, ended, err
}

// admit is D-45 after the password: black U011, deleted as if unknown, pending U002, suspended and stopped U018, login
// switched off U019, then maintenance. Dormant and closed accounts go to the admin (U020, S-16). Self-excluded members may
// log in, but only to withdraw and to read: bets and deposits are refused where they happen (U033, S-42).
func admit(status Status, loginAllowed bool, st site.Site) error {
	if err := status.Refusal(); err != nil {
		return err
	}
	switch {
	case !loginAllowed:
		return fault.LogInRestricted
	case st.Maintenance:
		return fault.SiteMaintenance
	case st.Options.LogInPaused:
		return fault.LogInMaintenance
	}
	return nil
}

// Refusal is what a member of a status is told who wants to be let in, or wants to be paid; nil for normal members, and for excluded
// ones, who may withdraw (S-42).
func (s Status) Refusal() error {
	switch s {
	case Black:
		return fault.BlockedMember
	case Deleted:
		return fault.WrongPassword
	case Pending:
		return fault.PendingApproval
	case Suspended, Stopped:
		return fault.Suspended
	case Dormant, Closed:
		return fault.ContactAdmin
	case Normal, Excluded:
		return nil
	default:
		return fmt.Errorf("member: status %q is not known", s)
	}
}

// makeRoom carries out multiLogin (D-10) under the member's lock: kick ends what is live with U017, deny refuses.
func (s *Service) makeRoom(ctx context.Context, tx pgx.Tx, c credential.Credentials, o site.Options, now time.Time) (ended []Session, refusal, err error) {
	q := memberdb.New(tx)
	switch o.MultiLogin {
	case "deny":
		n, err := q.LiveSessions(ctx, memberdb.LiveSessionsParams{
			MemberID: c.MemID, Audience: string(token.Member), At: now, SeenAfter: now.Add(-idle(o)),
		})
		if err != nil {
			return nil, nil, fmt.Errorf("live sessions: %w", err)
		}
		if n > 0 {
			return nil, fault.AlreadyLoggedIn, nil
		}
	case "kick":
		rows, err := q.EndSessions(ctx, memberdb.EndSessionsParams{
			MemberID: c.MemID, Audiences: []string{string(token.Member)}, State: Replaced, Reason: reasonReplaced, At: now,
		})
		if err != nil {
			return nil, nil, fmt.Errorf("replace sessions: %w", err)
		}
		ended = sessionsOf(rows)
		return ended, nil, logoutEvents(ctx, tx, ended, c.Trace)
	}
	return nil, nil, nil
}

// Grant signs the token of a session and opens its hub key.
func (s *Service) Grant(x Session) (Grant, error) {
	key, err := s.Sealer.Open(x.SID, x.SealedKey)
	if err != nil {
		return Grant{}, fmt.Errorf("grant: %w", err)
	}
	text, _, err := s.Signer.Sign(token.Claims{
		MemID: x.MemID, Site: x.Site, SID: x.SID, Topic: x.Topic, Gen: x.Gen, Audience: x.Audience, Expires: x.Expires,
	})
	if err != nil {
		return Grant{}, fmt.Errorf("grant: %w", err)
	}
	return Grant{Session: x, Token: text, HubKey: key}, nil
}
