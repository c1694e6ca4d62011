package agent

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/core/id"
	"hubstake/internal/partners/agent/agentdb"
	"hubstake/internal/platform/pg"
)

// oneTimeLife is how long a one-time password may be used.
const oneTimeLife = 72 * time.Hour

// OneTime is the password with which sub-staff is enrolled. It is shown once, to who made it, and kept as a hash only.
type OneTime struct {
	Password string
	Until    time.Time
}

// oneTime makes a one-time password and its hash.
func (s *Service) oneTime(ctx context.Context) (o OneTime, hash string, err error) {
	o = OneTime{Password: rand.Text()[:16], Until: s.clk.Now().Add(oneTimeLife)}
	hash, err = s.Checker.Hasher.Hash(ctx, credential.Secret(o.Password))
	return o, hash, err
}

// open holds an account that waits for its enrolment; refusal says that it does not, or that it cannot be held.
func (s *Service) open(ctx context.Context, tx pgx.Tx, p proof) (h held, refusal, err error) {
	if h, refusal, err = s.hold(ctx, tx, p); err != nil || refusal != nil {
		return h, refusal, err
	}
	if h.row.EnrolledAt != nil {
		return h, p.wrong, nil
	}
	if err := h.mayEnrol(p, s.clk.Now()); !errors.Is(err, ErrEnrol) {
		return h, err, nil
	}
	return h, nil, nil
}

// BeginEnrolment gives the TOTP secret of an account that has no authenticator yet, to who has its password. It may be repeated, and gives the same
// secret. Refused like a login; an account that is enrolled is refused like a wrong password. sub says that the password is a one-time one, and
// Enrol takes another.
func (s *Service) BeginEnrolment(ctx context.Context, c credential.Credentials, siteName string) (e credential.Enrolment, sub bool, err error) {
	c, p, err := s.prove(ctx, c)
	if err != nil {
		return credential.Enrolment{}, false, err
	}
	var refusal error
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) (err error) {
		var h held
		if h, refusal, err = s.open(ctx, tx, p); err != nil || refusal != nil {
			return err
		}
		secret, err := s.authenticators().Open(h.row.AgentID, h.row.TotpSecret)
		if err != nil {
			return fmt.Errorf("enrol: %w", err)
		}
		e, sub = credential.NewEnrolment(siteName, h.row.AgentID, secret), h.row.PassHash != nil
		return p.forgive(ctx, tx)
	})
	if err == nil {
		err = refusal
	}
	if err != nil {
		return credential.Enrolment{}, false, s.refused(ctx, c, p, err)
	}
	return e, sub, nil
}

// Enrol ends the enrolment: it takes the first code of the authenticator, and of sub-staff a password of the person's own, and lets the person in. codes
// are the recovery codes, which are shown this once. U102: the new password is shorter than 12 characters, contains the ID, is a common
// one or the one-time password; the partner itself gives none. A wrong code counts as at a login.
func (s *Service) Enrol(ctx context.Context, c credential.Credentials, password credential.Secret) (g member.Grant, a Account, codes []string, err error) {
	defer func() { s.counted(err) }()
	c, p, err := s.prove(ctx, c)
	if err != nil {
		return member.Grant{}, Account{}, nil, err
	}
	var hash *string // of the partner itself, which keeps that of the member: nil
	if !p.store.isPartner() {
		own, err := s.ownPassword(ctx, c, p, password)
		if err != nil {
			return member.Grant{}, Account{}, nil, err
		}
		hash = &own
	}
	codes, hashes := recoveryCodes.New()
	var refusal error
	var session member.Session
	attempt := id.New()
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) (err error) {
		var h held
		if h, refusal, err = s.open(ctx, tx, p); err != nil || refusal != nil {
			return err
		}
		at := s.clk.Now()
		right, err := s.checkCode(ctx, tx, h.row, c, codeUse{attempt: attempt, at: at})
		if err != nil || !right {
			refusal = p.wrong
			return err
		}
		session, a, err = s.enrolled(ctx, tx, c, h, agentdb.EnrolledParams{At: at, PassHash: hash, AgentID: h.row.AgentID}, hashes)
		if err != nil {
			return err
		}
		return p.forgive(ctx, tx)
	})
	if err == nil {
		err = refusal
	}
	if err != nil {
		return member.Grant{}, Account{}, nil, s.refused(ctx, c, p, err)
	}
	s.members.Announce(ctx, session)
	g, err = s.members.Grant(session)
	return g, a, codes, err
}

// ownPassword returns the hash of the password that sub-staff gives itself.
func (s *Service) ownPassword(ctx context.Context, c credential.Credentials, p proof, password credential.Secret) (string, error) {
	if err := credential.CheckOfficePassword(password, c); err != nil {
		return "", errors.Join(err, p.forgive(ctx, s.db))
	}
	return s.Checker.Hasher.Hash(ctx, password)
}

func (s *Service) enrolled(ctx context.Context, tx pgx.Tx, c credential.Credentials, h held, e agentdb.EnrolledParams, codes [][]byte) (member.Session, Account, error) {
	if err := agentdb.New(tx).Enrolled(ctx, e); err != nil {
		return member.Session{}, Account{}, fmt.Errorf("enrol: %w", err)
	}
	if err := replaceCodes(ctx, tx, e.AgentID, codes); err != nil {
		return member.Session{}, Account{}, err
	}
	session, a, err := s.enter(ctx, tx, c, h, e.At)
	if err != nil {
		return session, a, err
	}
	return session, a, note(ctx, tx, c, "agent.enrol")
}

// replaceCodes gives an account other recovery codes.
func replaceCodes(ctx context.Context, tx pgx.Tx, agentID string, hashes [][]byte) error {
	q := agentdb.New(tx)
	err := q.DropRecoveryCodes(ctx, agentID)
	if err == nil {
		err = q.AddRecoveryCodes(ctx, agentdb.AddRecoveryCodesParams{AgentID: agentID, Hashes: hashes})
	}
	if err != nil {
		return fmt.Errorf("recovery codes: %w", err)
	}
	return nil
}
