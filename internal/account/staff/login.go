package staff

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/access/token"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/account/staff/staffdb"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/id"
	"hubstake/internal/platform/pg"
)

// Login lets staff in by password and one-time code. A wrong code counts and is answered like a wrong password, so that a
// caller without a code does not learn that a password is right. Three such attempts block that id from that address for 15
// minutes (U004), and no other address; for an IPv6 customer with many /64s, twelve block the whole /48. Many attempts on
// one id, wherever they come from, make the next ones wait up to four seconds. Five wrong codes after the right password
// lock the account for 15 minutes, during which the right code is answered like a wrong one. Nothing locks it for good.
// Maintenance does not concern staff (D-46).
func (s *Service) Login(ctx context.Context, c credential.Credentials) (g member.Grant, a Account, err error) {
	defer func() { s.Metrics.login(err) }()
	if c.MemID == "" {
		return member.Grant{}, Account{}, fault.IDRequired
	}
	if c.Password == "" {
		return member.Grant{}, Account{}, fault.PasswordRequired
	}
	c.MemID = credential.FoldID(c.MemID)
	networks := networksOf(c.IP)
	store := passwords{q: staffdb.New(s.db), metrics: s.Metrics, site: c.Site, id: c.MemID, networks: networks, at: s.clk.Now()}
	wrong, err := s.Checker.Check(ctx, store, credential.Attempt{ID: c.MemID, Password: c.Password, Max: maxTries})
	if err != nil {
		return member.Grant{}, Account{}, s.refused(ctx, c, err)
	}
	var refusal error
	var session member.Session
	login := id.New()
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		refusal = nil
		q, now := staffdb.New(tx), s.clk.Now()
		r, err := q.Lock(ctx, staffdb.LockParams{StaffID: c.MemID, SiteID: c.Site})
		if err != nil {
			return fmt.Errorf("staff login: %w", err)
		}
		right, err := s.checkOTP(ctx, q, r, c.OTP, login, now)
		if err != nil {
			return err
		}
		if !right {
			refusal = wrong
			return nil // commits: the wrong code counts, and the attempt is not forgiven
		}
		if err := q.Forgive(ctx, staffdb.ForgiveParams{SiteID: c.Site, StaffID: c.MemID, Networks: networks}); err != nil {
			return fmt.Errorf("staff login: %w", err)
		}
		if !r.Active {
			refusal = fault.Suspended
			return nil
		}
		session, err = s.members.Begin(ctx, tx, member.Entrance{Origin: c.Origin, MemID: c.MemID, Site: c.Site, Audience: token.Admin, At: now})
		if err != nil {
			return err
		}
		if err := q.TouchLogin(ctx, staffdb.TouchLoginParams{At: now, Ip: pg.Addr(c.IP), StaffID: c.MemID}); err != nil {
			return fmt.Errorf("staff login: %w", err)
		}
		a = Account{ID: r.StaffID, Site: r.SiteID, Name: r.Name, Rights: r.Rights, Active: r.Active}
		return s.members.RecordLogin(ctx, tx, c, token.Admin, fault.Success.Code())
	})
	if err == nil {
		err = refusal
	}
	if err != nil {
		return member.Grant{}, Account{}, s.refused(ctx, c, err)
	}
	s.members.Announce(ctx, session)
	g, err = s.members.Grant(session)
	return g, a, err
}

// refused keeps a refused login. All of them are significant events (S-80), as many as refusalNotes allows; the records have every one.
func (s *Service) refused(ctx context.Context, c credential.Credentials, refusal error) error {
	return s.members.RecordRefusal(ctx, c, token.Admin, refusal, func(*fault.Fault) bool {
		due := s.notes.due(c.MemID, s.clk.Now())
		if !due {
			s.Metrics.unnotedRefusal()
		}
		return due
	})
}
