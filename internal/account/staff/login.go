package staff

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/access/token"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/account/staff/staffdb"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/id"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/notice"
	"hubstake/internal/platform/pg"
)

// ErrEnrol says that the password is right and a one-time one: the account has to be enrolled first (BeginEnrolment).
var ErrEnrol = errors.New("staff: not enrolled yet")

// Login lets staff in by password and one-time code; a recovery code may stand in for the one-time code. A wrong code counts and is
// answered like a wrong password, so that a caller without a code does not learn that a password is right. Three such attempts block that
// id from that address for 15 minutes (U004), and no other address; for an IPv6 customer with many /64s, twelve block the whole /48. Many
// attempts on one id, wherever they come from, make the next ones wait up to four seconds. Five wrong codes after the right password
// lock the account for 15 minutes, during which the right code is answered like a wrong one. Nothing locks it for good.
// Maintenance does not concern staff (D-46). ErrEnrol: the one-time password of a new or recovered account, which is no login.
func (s *Service) Login(ctx context.Context, c credential.Credentials) (g member.Grant, a Account, err error) {
	defer func() {
		if !errors.Is(err, ErrEnrol) {
			s.Metrics.login(err)
		}
	}()
	c, p, err := s.prove(ctx, c)
	if err != nil {
		return member.Grant{}, Account{}, err
	}
	var refusal error
	var session member.Session
	login := id.New()
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		refusal = nil
		q, now := staffdb.New(tx), s.clk.Now()
		r, same, err := p.lock(ctx, q)
		if err != nil {
			return err
		}
		if r.OneTimeUntil != nil {
			if refusal = p.wrong; same && r.Active && now.Before(*r.OneTimeUntil) {
				refusal = ErrEnrol
				return p.forgive(ctx, q)
			}
			return nil
		}
		right, err := s.checkOTP(ctx, tx, r, c, otpUse{attempt: login, recovery: true, at: now})
		if err != nil {
			return err
		}
		if !right || !same {
			refusal = p.wrong
			return nil // commits: the wrong code counts, and the attempt is not forgiven
		}
		if err := p.forgive(ctx, q); err != nil {
			return err
		}
		if !r.Active {
			refusal = fault.Suspended
			return nil
		}
		session, a, err = s.enter(ctx, tx, c, r, now)
		return err
	})
	if err == nil {
		err = refusal
	}
	if errors.Is(err, ErrEnrol) {
		return member.Grant{}, Account{}, err
	}
	if err != nil {
		return member.Grant{}, Account{}, s.refused(ctx, c, err)
	}
	s.members.Announce(ctx, session)
	g, err = s.members.Grant(session)
	return g, a, err
}

// proof is a password that was right, and the refusal that a wrong code gets in its place.
type proof struct {
	store *passwords
	wrong *fault.Fault
}

// prove checks the password of staff; c comes back with the ID as it is kept.
func (s *Service) prove(ctx context.Context, c credential.Credentials) (credential.Credentials, proof, error) {
	if c.MemID == "" {
		return c, proof{}, fault.IDRequired
	}
	if c.Password == "" {
		return c, proof{}, fault.PasswordRequired
	}
	c.MemID = credential.FoldID(c.MemID)
	p := proof{store: &passwords{
		q: staffdb.New(s.db), metrics: s.Metrics, site: c.Site, id: c.MemID, networks: credential.OfficeNetworks(c.IP), at: s.clk.Now(),
	}}
	var err error
	if p.wrong, err = s.Checker.Check(ctx, p.store, credential.Attempt{ID: c.MemID, Password: c.Password, Max: credential.OfficeTries}); err != nil {
		return c, p, s.refused(ctx, c, err)
	}
	return c, p, nil
}

// lock locks the row of the account. same is false when the password was replaced since it was checked.
func (p proof) lock(ctx context.Context, q *staffdb.Queries) (r staffdb.LockRow, same bool, err error) {
	r, err = q.Lock(ctx, staffdb.LockParams{StaffID: p.store.id, SiteID: p.store.site})
	if err != nil {
		return r, false, fmt.Errorf("staff login: %w", err)
	}
	return r, r.PassHash == p.store.hash, nil
}

// forgive forgets the wrong attempts from where the right one came.
func (p proof) forgive(ctx context.Context, q *staffdb.Queries) error {
	err := q.Forgive(ctx, staffdb.ForgiveParams{SiteID: p.store.site, StaffID: p.store.id, Networks: p.store.networks})
	if err != nil {
		return fmt.Errorf("staff login: %w", err)
	}
	return nil
}

// enter begins the session in tx of staff who has proved both factors.
func (s *Service) enter(ctx context.Context, tx pgx.Tx, c credential.Credentials, r staffdb.LockRow, now time.Time) (member.Session, Account, error) {
	a := Account{ID: r.StaffID, Site: r.SiteID, Name: r.Name, Rights: right.Of(r.Rights), Active: r.Active, Enrolled: true}
	session, err := s.members.Begin(ctx, tx, member.Entrance{Origin: c.Origin, MemID: c.MemID, Site: c.Site, Audience: token.Admin, At: now})
	if err != nil {
		return session, a, err
	}
	if err := s.tellMasters(ctx, tx, c, now); err != nil {
		return session, a, err
	}
	err = staffdb.New(tx).TouchLogin(ctx, staffdb.TouchLoginParams{At: now, Ip: pg.Addr(c.IP), StaffID: c.MemID})
	if err != nil {
		return session, a, fmt.Errorf("staff login: %w", err)
	}
	return session, a, s.members.RecordLogin(ctx, tx, c, token.Admin, fault.Success.Code())
}

// tellMasters writes a notice when staff logs in from an address that the account has not logged in from before: of IPv6 the /48 counts (S-79). The
// first login of an account is one.
func (s *Service) tellMasters(ctx context.Context, tx pgx.Tx, c credential.Credentials, now time.Time) error {
	if !c.IP.IsValid() { // called by no request
		return nil
	}
	networks := credential.OfficeNetworks(c.IP)
	known, err := s.members.KnownNetwork(ctx, tx, c.MemID, token.Admin, networks[len(networks)-1])
	if err != nil || known {
		return err
	}
	return notice.Write(ctx, tx, c.Site, notice.Notice{Kind: notice.Login, Staff: c.MemID, IP: c.IP, At: now}, c.Trace)
}

// refused keeps a refused login. All of them are significant events (S-80), as many as credential.RefusalNotes allows; the records have every one.
func (s *Service) refused(ctx context.Context, c credential.Credentials, refusal error) error {
	return s.members.RecordRefusal(ctx, c, token.Admin, refusal, func(*fault.Fault) bool {
		due := s.notes.Due(c.MemID, s.clk.Now())
		if !due {
			s.Metrics.unnotedRefusal()
		}
		return due
	})
}
