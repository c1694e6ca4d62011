package staff

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/account/staff/staffdb"
	"hubstake/internal/core/id"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/platform/pg"
)

// oneTimeLife is how long a one-time password may be used.
const oneTimeLife = 72 * time.Hour

// recoveryCodes keeps recovery codes of staff apart from those of others.
const recoveryCodes credential.RecoveryKind = "staff recovery"

// OneTime is the password with which an account is enrolled. It is shown once, to who made it, and kept as a hash only.
type OneTime struct {
	Password string
	Until    time.Time
}

// start makes a one-time password with its hash, and the sealed TOTP secret that will belong to it.
func (s *Service) start(ctx context.Context, staffID string) (o OneTime, hash, sealed string, err error) {
	o = OneTime{Password: rand.Text()[:16], Until: s.clk.Now().Add(oneTimeLife)}
	if hash, err = s.Checker.Hasher.Hash(ctx, credential.Secret(o.Password)); err != nil {
		return OneTime{}, "", "", err
	}
	secret := credential.NewTOTPSecret()
	if s.NewSecret != nil {
		secret = s.NewSecret(staffID)
	}
	return o, hash, SealTOTP(s.Vault, staffID, secret), nil
}

// BeginEnrolment gives the TOTP secret of an account to who has its one-time password. It changes nothing and may be repeated. Refused
// like a login: a password that is wrong, too old, or used before.
func (s *Service) BeginEnrolment(ctx context.Context, c credential.Credentials, siteName string) (e credential.Enrolment, err error) {
	c, p, err := s.prove(ctx, c)
	if err != nil {
		return credential.Enrolment{}, err
	}
	var refusal error
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		q := staffdb.New(tx)
		r, open, err := s.lockOpen(ctx, q, p)
		if refusal = nil; err != nil || !open {
			refusal = p.wrong
			return err
		}
		secret, err := s.authenticators().Open(r.StaffID, r.TotpSecret)
		if err != nil {
			return fmt.Errorf("enrol: %w", err)
		}
		e = credential.NewEnrolment(siteName, r.StaffID, secret)
		return p.forgive(ctx, q)
	})
	if err == nil {
		err = refusal
	}
	if err != nil {
		return credential.Enrolment{}, s.refused(ctx, c, err)
	}
	return e, nil
}

// lockOpen locks the row of an account. open reports that it waits for its enrolment, by the password that was proved.
func (s *Service) lockOpen(ctx context.Context, q *staffdb.Queries, p proof) (r staffdb.LockRow, open bool, err error) {
	r, same, err := p.lock(ctx, q)
	return r, err == nil && same && r.Active && r.OneTimeUntil != nil && s.clk.Now().Before(*r.OneTimeUntil), err
}

// Enrol ends the enrolment: it takes a password of the person's own and the first code of the authenticator, and lets the person in. codes
// are the recovery codes, which are shown this once. U102: the new password is shorter than 12 characters, contains the ID, is a common
// one or the one-time password. A wrong code counts as at a login.
func (s *Service) Enrol(ctx context.Context, c credential.Credentials, password credential.Secret) (g member.Grant, a Account, codes []string, err error) {
	c, p, err := s.prove(ctx, c)
	if err != nil {
		return member.Grant{}, Account{}, nil, err
	}
	if err := credential.CheckOfficePassword(password, c); err != nil {
		return member.Grant{}, Account{}, nil, errors.Join(err, p.forgive(ctx, staffdb.New(s.db)))
	}
	hash, err := s.Checker.Hasher.Hash(ctx, password)
	if err != nil {
		return member.Grant{}, Account{}, nil, err
	}
	codes, hashes := recoveryCodes.New()
	var refusal error
	var session member.Session
	login := id.New()
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		q, now := staffdb.New(tx), s.clk.Now()
		r, open, err := s.lockOpen(ctx, q, p)
		if refusal = nil; err != nil || !open {
			refusal = p.wrong
			return err
		}
		right, err := s.checkOTP(ctx, tx, r, c, otpUse{attempt: login, recovery: true, at: now})
		if err != nil || !right {
			refusal = p.wrong
			return err
		}
		session, a, err = s.enrolled(ctx, tx, enrolled{p: p, c: c, row: r, hash: hash, codes: hashes, at: now})
		return err
	})
	if err == nil {
		err = refusal
	}
	if err != nil {
		return member.Grant{}, Account{}, nil, s.refused(ctx, c, err)
	}
	s.members.Announce(ctx, session)
	g, err = s.members.Grant(session)
	return g, a, codes, err
}

// enrolled is an enrolment whose both factors were right.
type enrolled struct {
	p     proof
	c     credential.Credentials
	row   staffdb.LockRow
	hash  string
	codes [][]byte
	at    time.Time
}

func (s *Service) enrolled(ctx context.Context, tx pgx.Tx, e enrolled) (member.Session, Account, error) {
	q, staffID := staffdb.New(tx), e.row.StaffID
	err := errors.Join(
		q.Enrolled(ctx, staffdb.EnrolledParams{PassHash: e.hash, At: e.at, StaffID: staffID}),
		q.DropRecoveryCodes(ctx, staffID),
		q.AddRecoveryCodes(ctx, staffdb.AddRecoveryCodesParams{StaffID: staffID, Hashes: e.codes}),
		approval.RenewAccess(ctx, tx, e.at, e.at.Add(-oneTimeLife), staffID),
	)
	if err != nil {
		return member.Session{}, Account{}, fmt.Errorf("enrol: %w", err)
	}
	if err := e.p.forgive(ctx, q); err != nil {
		return member.Session{}, Account{}, err
	}
	session, a, err := s.enter(ctx, tx, e.c, e.row, e.at)
	if err != nil {
		return session, a, err
	}
	return session, a, audit.Note(ctx, tx, audit.Entry{
		Actor: audit.Actor{ID: staffID, IP: e.c.IP, Trace: e.c.Trace}, Site: e.c.Site, Action: "staff.enrol", Target: staffID,
	})
}

// useRecoveryCode uses a recovery code up. That is a significant event: the authenticator may be lost, or the codes stolen.
func (s *Service) useRecoveryCode(ctx context.Context, tx pgx.Tx, r staffdb.LockRow, c credential.Credentials, now time.Time) (bool, error) {
	n, err := staffdb.New(tx).UseRecoveryCode(ctx, staffdb.UseRecoveryCodeParams{At: now, StaffID: r.StaffID, CodeHash: recoveryCodes.Hash(c.OTP)})
	if err != nil {
		return false, fmt.Errorf("staff login: %w", err)
	}
	if n == 0 {
		return false, nil
	}
	return true, audit.Note(ctx, tx, audit.Entry{
		Actor: audit.Actor{ID: r.StaffID, IP: c.IP, Trace: c.Trace}, Site: c.Site, Action: "staff.recovery", Target: r.StaffID,
	})
}
