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

// StaffReset takes the authenticator, the recovery codes and the sessions from an account of the partner area, for a person who lost them. The partner
// itself keeps the password of its account as a member and sets up another authenticator at its next login: the result is nil. Sub-staff gets
// a one-time password, with which it is enrolled again. The partner gets a message of it. Staff may do so while the site is in maintenance. U001: no such account on the site. E001: no reason.
func (s *Service) StaffReset(ctx context.Context, by audit.Actor, siteID, agentID, reason string) (*OneTime, error) {
	reason, err := checkReason(reason)
	if err != nil {
		return nil, err
	}
	agentID = credential.FoldID(agentID)
	partnerID := credential.PartnerOf(agentID)
	p := agentdb.ResetParams{TotpSecret: s.newSecret(agentID), AgentID: agentID}
	var once *OneTime
	if agentID != partnerID {
		password, hash, err := s.oneTime(ctx)
		if err != nil {
			return nil, err
		}
		once, p.PassHash, p.Until = &password, &hash, &password.Until
	}
	announce := func(context.Context) {}
	err = audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		_, err := agentdb.New(tx).Lock(ctx, agentdb.LockParams{AgentID: agentID, SiteID: siteID})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, fault.MemberNotFound
		}
		if err == nil {
			err = reset(ctx, tx, p, siteID)
		}
		if err != nil {
			return nil, fmt.Errorf("reset by staff: %w", err)
		}
		standing, err := s.members.Partner(ctx, siteID, partnerID)
		if err != nil {
			return nil, err
		}
		if _, announce, err = s.members.EndAgent(ctx, tx, agentID, partnerID, "", by.Trace); err != nil {
			return nil, err
		}
		if err := s.members.PartnerReset(ctx, tx, siteID, agentID, standing, by.Trace); err != nil {
			return nil, err
		}
		return &audit.Entry{Actor: by, Site: siteID, Action: "agent.reset", Target: agentID, Detail: map[string]any{"reason": reason}}, nil
	})
	if err != nil {
		return nil, err
	}
	announce(ctx)
	return once, nil
}
