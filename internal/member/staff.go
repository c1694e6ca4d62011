package member

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/audit"
	"hubstake/internal/fault"
	"hubstake/internal/member/memberdb"
	"hubstake/internal/platform/pg"
	"hubstake/internal/platform/token"
)

// Wrong one-time codes that lock a staff account, and for how long (security.md 6.5.1).
const (
	otpTries = 5
	otpLock  = 15 * time.Minute
)

// Staff is somebody of the back office.
type Staff struct {
	ID     string
	Site   string
	Name   string
	Rights []string
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
	return Staff{r.StaffID, r.SiteID, r.Name, r.Rights, r.Active}, true, nil
}

// StaffLogin lets staff in by password and one-time code. A wrong code is answered like a wrong password. Maintenance
// does not concern staff (D-46).
func (s *Service) StaffLogin(ctx context.Context, c Credentials) (g Grant, staff Staff, err error) {
	defer func() { s.Metrics.attempt(token.Admin, err) }()
	if c.MemID == "" {
		return Grant{}, Staff{}, fault.IDRequired
	}
	if c.Password == "" {
		return Grant{}, Staff{}, fault.PasswordRequired
	}
	c.MemID = fold(c.MemID)
	err = s.password(ctx, attempt{c.Site, c.MemID, token.Admin, c.Password, staffTries})
	if err != nil {
		return Grant{}, Staff{}, s.recordRefusal(ctx, c, token.Admin, err)
	}
	var refusal error
	var session Session
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		q, now := memberdb.New(tx), s.clk.Now()
		r, err := q.LockStaff(ctx, memberdb.LockStaffParams{StaffID: c.MemID, SiteID: c.Site})
		if err != nil {
			return fmt.Errorf("staff log-in: %w", err)
		}
		if err := q.ForgiveStaff(ctx, c.MemID); err != nil {
			return fmt.Errorf("staff log-in: %w", err)
		}
		if refusal, err = s.checkOTP(ctx, q, r, c.OTP, now); err != nil || refusal != nil {
			return err // a refusal commits: the wrong code counts
		}
		if !r.Active {
			refusal = fault.Suspended
			return nil
		}
		session, err = s.begin(ctx, tx, entrance{c.Origin, c.MemID, c.Site, token.Admin, now})
		if err != nil {
			return err
		}
		if err := q.TouchStaffLogin(ctx, memberdb.TouchStaffLoginParams{At: now, Ip: pg.Addr(c.IP), StaffID: c.MemID}); err != nil {
			return fmt.Errorf("staff log-in: %w", err)
		}
		staff = Staff{r.StaffID, r.SiteID, r.Name, r.Rights, r.Active}
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
	return pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		n, err := memberdb.New(tx).UnlockStaff(ctx, memberdb.UnlockStaffParams{StaffID: a.MemID, SiteID: a.Site})
		if err != nil {
			return fmt.Errorf("unlock staff: %w", err)
		}
		if n == 0 {
			return fault.MemberNotFound
		}
		return audit.Write(ctx, tx, audit.Entry{Actor: a.Actor, Site: a.Site, Action: "staff.unlock", Target: a.MemID})
	})
}

// checkOTP checks a one-time code under the lock of the staff row: of two who use the same code at once, one gets in.
func (s *Service) checkOTP(ctx context.Context, q *memberdb.Queries, r memberdb.LockStaffRow, code Secret, now time.Time) (refusal, err error) {
	set := memberdb.SetOTPParams{StaffID: r.StaffID, Step: r.TotpStep, Failures: r.OtpFailures}
	if r.OtpLockedUntil != nil {
		if now.Before(*r.OtpLockedUntil) {
			return fault.AccountLocked.With("max", strconv.Itoa(otpTries)), nil
		}
		set.Failures = 0
	}
	secret, err := s.Vault.Open(totpSecret, r.StaffID, r.TotpSecret)
	if err != nil {
		return nil, fmt.Errorf("staff log-in: %w", err)
	}
	step, right, err := totpStep(string(secret), code, now)
	if err != nil {
		return nil, fmt.Errorf("staff log-in: %w", err)
	}
	if right && step > r.TotpStep {
		set.Step, set.Failures = step, 0
	} else {
		refusal = fault.WrongPassword
		if set.Failures++; set.Failures >= otpTries {
			until := now.Add(otpLock)
			set.LockedUntil = &until
			refusal = fault.AccountLocked.With("max", strconv.Itoa(otpTries))
		}
	}
	if err := q.SetOTP(ctx, set); err != nil {
		return nil, fmt.Errorf("staff log-in: %w", err)
	}
	return refusal, nil
}
