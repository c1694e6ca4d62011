package agent

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/credential"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/audit"
	"hubstake/internal/partners/agent/agentdb"
)

// Login is an account of the partner area as staff of the site sees it.
type Login struct {
	ID, Name    string // Name of the person; empty for the partner itself
	Active      bool
	Locked      bool       // by wrong one-time codes
	EnrolledAt  *time.Time // nil: it has no authenticator
	LastLoginAt *time.Time
}

// LoginsOf returns the accounts of a partner: its own, once it has logged in, and those of its sub-staff.
func (s *Service) LoginsOf(ctx context.Context, siteID, partnerID string) ([]Login, error) {
	rows, err := agentdb.New(s.db).Logins(ctx, agentdb.LoginsParams{At: s.clk.Now(), PartnerID: partnerID, SiteID: siteID})
	if err != nil {
		return nil, fmt.Errorf("logins of a partner: %w", err)
	}
	out := make([]Login, len(rows))
	for i, r := range rows {
		out[i] = Login(r)
	}
	return out, nil
}

// StaffReset takes the authenticator, the recovery codes and the sessions from the own login of a partner that lost them. The partner keeps the
// password of its account as a member, sets up another authenticator at its next login and gets a message of it. Sub-staff is not staff's to
// reset (Service.Reset): its one-time password would let a single person of staff act in its name. Staff may do so while the site is
// in maintenance. U001: the site has no such partner, or it has never logged in to its area. E001: no reason.
func (s *Service) StaffReset(ctx context.Context, by audit.Actor, siteID, partnerID, reason string) error {
	reason, err := checkReason(reason)
	if err != nil {
		return err
	}
	partnerID = credential.FoldID(partnerID)
	if partnerID != credential.PartnerOf(partnerID) {
		return fault.MemberNotFound
	}
	secret := s.newSecret(partnerID)
	announce := func(context.Context) {}
	err = audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		_, err := agentdb.New(tx).Lock(ctx, agentdb.LockParams{AgentID: partnerID, SiteID: siteID})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, fault.MemberNotFound
		}
		if err == nil {
			err = reset(ctx, tx, agentdb.ResetParams{TotpSecret: secret, AgentID: partnerID}, siteID)
		}
		if err != nil {
			return nil, fmt.Errorf("reset by staff: %w", err)
		}
		standing, err := s.members.Partner(ctx, siteID, partnerID)
		if err != nil {
			return nil, err
		}
		if _, announce, err = s.members.EndAgent(ctx, tx, partnerID, partnerID, "", by.Trace); err != nil {
			return nil, err
		}
		if err := s.members.PartnerReset(ctx, tx, siteID, standing, by.Trace); err != nil {
			return nil, err
		}
		return &audit.Entry{Actor: by, Site: siteID, Action: "agent.reset", Target: partnerID, Detail: map[string]any{"reason": reason}}, nil
	})
	if err == nil {
		announce(ctx)
	}
	return err
}
