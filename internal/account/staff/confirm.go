package staff

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/staff/staffdb"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/id"
	"hubstake/internal/operator/audit"
	"hubstake/internal/platform/pg"
)

// freshFor is how long a one-time code that was given again counts (S-85).
const freshFor = 5 * time.Minute

// Confirm takes the one-time code of staff again, within a session, and returns until when it counts as fresh. U046: the code is wrong or was used,
// or five wrong ones, those at a login included, lock the codes of the account. A recovery code is wrong here: it lets a person in who
// lost the authenticator, and a master then gives the account a new one. U029: the session is over, or the account.
func (s *Service) Confirm(ctx context.Context, sid string, c credential.Credentials) (until time.Time, err error) {
	var refusal error
	attempt := id.New()
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		refusal = nil
		now := s.clk.Now()
		r, err := staffdb.New(tx).Lock(ctx, staffdb.LockParams{StaffID: c.MemID, SiteID: c.Site})
		if errors.Is(err, pgx.ErrNoRows) || err == nil && (!r.Active || r.OneTimeUntil != nil) {
			refusal = fault.NoAccess
			return nil
		}
		if err != nil {
			return fmt.Errorf("confirm: %w", err)
		}
		right, err := s.checkOTP(ctx, tx, r, c, otpUse{attempt: attempt, at: now})
		if err != nil {
			return err
		}
		if !right {
			refusal = fault.WrongCode
			return s.noteWrongCode(ctx, tx, c, now) // commits: the wrong code counts
		}
		until = now.Add(freshFor)
		return s.members.ConfirmSession(ctx, tx, sid, r.StaffID, until)
	})
	if err == nil {
		err = refusal
	}
	if err != nil {
		return time.Time{}, err
	}
	return until, nil
}

// noteWrongCode adds a wrong code to the audit, as many as credential.RefusalNotes allows.
func (s *Service) noteWrongCode(ctx context.Context, tx pgx.Tx, c credential.Credentials, now time.Time) error {
	if !s.notes.Due(c.MemID, now) {
		s.Metrics.unnotedRefusal()
		return nil
	}
	return audit.Note(ctx, tx, audit.Entry{
		Actor: audit.Actor{ID: c.MemID, IP: c.IP, Trace: c.Trace}, Site: c.Site, Action: "staff.code.refused", Target: c.MemID,
	})
}
