package member

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/access/token"
	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/id"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/audit"
	"hubstake/internal/platform/pg"
)

// Wrong one-time codes that lock a staff account, and for how long (security.md 6.5.1).
const (
	otpTries = 5
	otpLock  = 15 * time.Minute
)

// otpMemory is how long a used code is remembered outside PostgreSQL. A code is valid for 90 seconds; the rest is for clocks that differ.
const otpMemory = 5 * time.Minute

// Staff is somebody of the back office.
type Staff struct {
	ID     string
	Site   string
	Name   string
	Rights []right.Right
	Active bool
}

// Staff reads a staff member; ok is false when there is none.
func (s *Service) Staff(ctx context.Context, id string) (staff Staff, ok bool, err error) {
	r, err := memberdb.New(s.db).Staff(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return Staff{}, false, nil
	}
	if err != nil {
		return Staff{}, false, fmt.Errorf("staff: %w", err)
	}
	return Staff{ID: r.StaffID, Site: r.SiteID, Name: r.Name, Rights: r.Rights, Active: r.Active}, true, nil
}

// StaffLogin lets staff in by password and one-time code. A wrong code counts and is answered like a wrong password, so that without
// a code nobody learns that a password is right. Three such attempts hold back the id and the address that made them for 15 minutes
// (U004), and nobody else; of an IPv6 customer with many /64s, twelve hold back the whole /48. Many attempts on one id, wherever they
// come from, make the next ones wait up to four seconds. Five wrong codes after the right password lock the account for 15 minutes, during which the right code is
// answered like a wrong one. Nothing locks it for good. Maintenance does not concern staff (D-46).
func (s *Service) StaffLogin(ctx context.Context, c Credentials) (g Grant, staff Staff, err error) {
	defer func() { s.Metrics.attempt(token.Admin, err) }()
	if c.MemID == "" {
		return Grant{}, Staff{}, fault.IDRequired
	}
	if c.Password == "" {
		return Grant{}, Staff{}, fault.PasswordRequired
	}
	c.MemID = FoldID(c.MemID)
	wrong, err := s.password(ctx, attempt{
		site: c.Site, id: c.MemID, audience: token.Admin, password: c.Password, max: staffTries, networks: networksOf(c.IP),
	})
	if err != nil {
		return Grant{}, Staff{}, s.recordRefusal(ctx, c, token.Admin, err)
	}
	var refusal error
	var session Session
	login := id.New()
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		q, now := memberdb.New(tx), s.clk.Now()
		r, err := q.LockStaff(ctx, memberdb.LockStaffParams{StaffID: c.MemID, SiteID: c.Site})
		if err != nil {
			return fmt.Errorf("staff log-in: %w", err)
		}
		right, err := s.checkOTP(ctx, q, r, c.OTP, login, now)
		if err != nil {
			return err
		}
		if !right {
			refusal = wrong
			return nil // commits: the wrong code counts, and the attempt is not forgiven
		}
		if err := q.ForgiveStaff(ctx, memberdb.ForgiveStaffParams{SiteID: c.Site, StaffID: c.MemID, Networks: networksOf(c.IP)}); err != nil {
			return fmt.Errorf("staff log-in: %w", err)
		}
		if !r.Active {
			refusal = fault.Suspended
			return nil
		}
		session, err = s.begin(ctx, tx, entrance{Origin: c.Origin, memID: c.MemID, site: c.Site, audience: token.Admin, at: now})
		if err != nil {
			return err
		}
		if err := q.TouchStaffLogin(ctx, memberdb.TouchStaffLoginParams{At: now, Ip: pg.Addr(c.IP), StaffID: c.MemID}); err != nil {
			return fmt.Errorf("staff log-in: %w", err)
		}
		staff = Staff{ID: r.StaffID, Site: r.SiteID, Name: r.Name, Rights: r.Rights, Active: r.Active}
		return s.record(ctx, tx, c, token.Admin, fault.Success.Code())
	})
	if err == nil {
		err = refusal
	}
	if err != nil {
		return Grant{}, Staff{}, s.recordRefusal(ctx, c, token.Admin, err)
	}
	s.announce(ctx, session)
	g, err = s.grant(session)
	return g, staff, err
}

// UnlockStaff lets staff try again whose password or one-time code was wrong too often. It changes neither. U001: no such
// staff on the site.
func (s *Service) UnlockStaff(ctx context.Context, a Act) error {
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		n, err := memberdb.New(tx).UnlockStaff(ctx, memberdb.UnlockStaffParams{StaffID: a.MemID, SiteID: a.Site})
		if err != nil {
			return nil, fmt.Errorf("unlock staff: %w", err)
		}
		if n == 0 {
			return nil, fault.MemberNotFound
		}
		err = memberdb.New(tx).ForgiveStaffEverywhere(ctx, memberdb.ForgiveStaffEverywhereParams{SiteID: a.Site, StaffID: a.MemID})
		if err != nil {
			return nil, fmt.Errorf("unlock staff: %w", err)
		}
		return &audit.Entry{Actor: a.Actor, Site: a.Site, Action: "staff.unlock", Target: a.MemID}, nil
	})
}

// checkOTP reports whether a one-time code is right, under the lock of the staff row: of two who use the same code at once, one gets
// in. Five wrong codes make every code wrong for 15 minutes. A code that PostgreSQL or Redis knows as used is wrong: a standby that is
// promoted may have missed the last codes. login names the attempt, whose transaction may run more than once.
func (s *Service) checkOTP(ctx context.Context, q *memberdb.Queries, r memberdb.LockStaffRow, code Secret, login string, now time.Time) (right bool, err error) {
	set := memberdb.SetOTPParams{StaffID: r.StaffID, Step: r.TotpStep, Failures: r.OtpFailures}
	if r.OtpLockedUntil != nil {
		if now.Before(*r.OtpLockedUntil) {
			return false, nil
		}
		set.Failures = 0
	}
	secret, err := s.Vault.Open(totpSecret, r.StaffID, r.TotpSecret)
	if err != nil {
		return false, fmt.Errorf("staff log-in: %w", err)
	}
	step, right, err := totpStep(string(secret), code, now)
	if err != nil {
		return false, fmt.Errorf("staff log-in: %w", err)
	}
	if right = right && step > r.TotpStep && !s.usedBefore(ctx, r.StaffID, step, login); right {
		set.Step, set.Failures = step, 0
	} else if set.Failures++; set.Failures >= otpTries {
		until := now.Add(otpLock)
		set.LockedUntil = &until
	}
	if err := q.SetOTP(ctx, set); err != nil {
		return false, fmt.Errorf("staff log-in: %w", err)
	}
	return right, nil
}

// usedBefore reports whether Redis knows a one-time code as used by another login, and marks it as used by this one. When Redis is away
// it returns false, and the step in PostgreSQL alone decides: staff must be able to log in without Redis.
func (s *Service) usedBefore(ctx context.Context, staffID string, step int64, login string) bool {
	if s.Once == nil {
		return false
	}
	was, err := s.Once(ctx, fmt.Sprintf("otp:%s:%d", staffID, step), login, otpMemory)
	if err != nil {
		s.Metrics.unrememberedCode()
		return false
	}
	return was != "" && was != login
}
