package agent

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/id"
	"hubstake/internal/partners/agent/agentdb"
	"hubstake/internal/platform/pg"
)

// Security is what a person sees of the own login.
type Security struct {
	EnrolledAt    *time.Time // nil: a partner without an authenticator, on a site that asks for no code
	RecoveryCodes int        // those that are not used
	Sessions      []member.Device
}

// Security reads it. U029: the account is gone.
func (s *Service) Security(ctx context.Context, siteID, agentID string) (Security, error) {
	q := agentdb.New(s.db)
	r, err := q.ByID(ctx, agentdb.ByIDParams{AgentID: agentID, SiteID: siteID})
	if errors.Is(err, pgx.ErrNoRows) {
		return Security{}, fault.NoAccess
	}
	if err != nil {
		return Security{}, fmt.Errorf("security: %w", err)
	}
	left, err := q.RecoveryLeft(ctx, agentID)
	if err != nil {
		return Security{}, fmt.Errorf("security: %w", err)
	}
	sessions, err := s.members.AgentSessions(ctx, siteID, r.PartnerID, agentID)
	return Security{EnrolledAt: r.EnrolledAt, RecoveryCodes: int(left), Sessions: sessions}, err
}

// EndSession ends a session of the own login, which is told so. One that is over, or of another login, stays as it is.
func (s *Service) EndSession(ctx context.Context, agentID, sid, trace string) error {
	if sid == "" {
		return nil
	}
	announce := func(context.Context) {}
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) (err error) {
		_, announce, err = s.members.EndAgent(ctx, tx, agentID, credential.PartnerOf(agentID), sid, trace)
		return err
	})
	if err == nil {
		announce(ctx)
	}
	return err
}

// NewRecoveryCodes gives a person ten other recovery codes, for a code of the authenticator: the old ones open nothing from now on. U046: the code
// is wrong or was used, or five wrong ones lock the codes of the account; a recovery code is wrong here. c has no password.
func (s *Service) NewRecoveryCodes(ctx context.Context, c credential.Credentials) (codes []string, err error) {
	codes, hashes := recoveryCodes.New()
	attempt := id.New()
	var refusal error
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		refusal = nil
		r, err := agentdb.New(tx).Lock(ctx, agentdb.LockParams{AgentID: c.MemID, SiteID: c.Site})
		if errors.Is(err, pgx.ErrNoRows) || err == nil && (!r.Active || r.EnrolledAt == nil) {
			refusal = fault.NoAccess
			return nil
		}
		if err != nil {
			return fmt.Errorf("recovery codes: %w", err)
		}
		right, err := s.checkCode(ctx, tx, r, c, codeUse{attempt: attempt, at: s.clk.Now()})
		if err != nil || !right {
			refusal = fault.WrongCode
			return err // nil commits: the wrong code counts
		}
		if err := replaceCodes(ctx, tx, r.AgentID, hashes); err != nil {
			return err
		}
		return note(ctx, tx, c, "agent.codes")
	})
	if err == nil {
		err = refusal
	}
	if err != nil {
		return nil, err
	}
	return codes, nil
}
