package agent

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/access/token"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/agent/agentdb"
	"hubstake/internal/platform/vault"
)

// Keys is what logins need.
type Keys struct {
	Checker credential.Checker
	Vault   *vault.Vault        // TOTP secrets
	Logins  *credential.Metrics // nil counts nothing
	// PutIfAbsent remembers the one-time codes over a failover (credential.Authenticators); nil leaves that to PostgreSQL.
	PutIfAbsent func(ctx context.Context, name, value string, ttl time.Duration) (was string, err error)
	// NewSecret makes the TOTP secret (base32) of an account; nil makes a random one.
	NewSecret func(agentID string) string
}

// Service carries out what the package is about.
type Service struct {
	Keys
	db      *pgxpool.Pool
	clk     clock.Clock
	sites   *site.Service
	members *member.Service // begins and records sessions, and knows who is a partner

	notes credential.RefusalNotes // of refused logins
}

// New returns a service.
func New(db *pgxpool.Pool, clk clock.Clock, sites *site.Service, members *member.Service, k Keys) *Service {
	return &Service{Keys: k, db: db, clk: clk, sites: sites, members: members}
}

// Account is a person who may be in the partner area now.
type Account struct {
	ID      string // memId of the partner, or memId.name
	Partner string // memId
	Site    string
	Name    string // of the person; the nickname of the partner itself
	Level   int    // of the partner, 1 … 6
	Rights  []right.Right
}

// IsPartner reports whether the account is that of the partner itself.
func (a Account) IsPartner() bool { return a.ID == a.Partner }

// accountOf is an account and the standing of its partner in one.
func accountOf(id, siteID, name string, rights []right.Right, p member.PartnerStanding) Account {
	a := Account{ID: id, Partner: p.MemID, Site: siteID, Name: name, Level: p.Level, Rights: right.OfPartners(rights)}
	if a.IsPartner() {
		a.Name, a.Rights = p.Nick, right.Partners()
	}
	return a
}

// Account reads the account of a session of the partner area; ok is false when its person may not be there any more.
func (s *Service) Account(ctx context.Context, siteID, agentID string) (a Account, ok bool, err error) {
	r, err := agentdb.New(s.db).ByID(ctx, agentdb.ByIDParams{AgentID: agentID, SiteID: siteID})
	if errors.Is(err, pgx.ErrNoRows) || err == nil && !r.Active {
		return Account{}, false, nil
	}
	if err != nil {
		return Account{}, false, fmt.Errorf("agent: %w", err)
	}
	if r.EnrolledAt == nil {
		asks, err := s.asksForCode(ctx, siteID)
		if err != nil || asks || r.AgentID != r.PartnerID {
			return Account{}, false, err
		}
	}
	p, ok, err := s.standing(ctx, siteID, r.PartnerID)
	if err != nil || !ok {
		return Account{}, false, err
	}
	return accountOf(r.AgentID, siteID, r.Name, r.Rights, p), true, nil
}

// asksForCode reports whether logins to the partner area of a site need a one-time code.
func (s *Service) asksForCode(ctx context.Context, siteID string) (bool, error) {
	st, err := s.sites.Get(ctx, siteID)
	return st.Options.PartnerOTP, err
}

// standing reads a partner; ok is false when it may not be in the partner area.
func (s *Service) standing(ctx context.Context, siteID, memID string) (p member.PartnerStanding, ok bool, err error) {
	p, err = s.members.Partner(ctx, siteID, memID)
	if errors.Is(err, pgx.ErrNoRows) {
		return p, false, nil
	}
	return p, err == nil && p.Refusal == nil, err
}

// authenticators checks the one-time codes of the partner area.
func (s *Service) authenticators() credential.Authenticators {
	a := authenticators(s.Vault)
	a.PutIfAbsent = s.PutIfAbsent
	return a
}

func authenticators(v *vault.Vault) credential.Authenticators {
	return credential.Authenticators{Vault: v, Purpose: "totp of an agent", Memory: "otp:agent:"}
}

// SealTOTP wraps the secret (base32, as an authenticator takes it) of an account.
func SealTOTP(v *vault.Vault, agentID, secret string) string {
	return authenticators(v).Seal(agentID, secret)
}

// recoveryCodes keeps recovery codes of the partner area apart from those of others.
const recoveryCodes credential.RecoveryKind = "agent recovery"

// newSecret makes the sealed TOTP secret of an account.
func (s *Service) newSecret(agentID string) string {
	secret := credential.NewTOTPSecret()
	if s.NewSecret != nil {
		secret = s.NewSecret(agentID)
	}
	return SealTOTP(s.Vault, agentID, secret)
}

func (s *Service) counted(err error) {
	if !errors.Is(err, ErrEnrol) {
		s.Logins.Attempt(token.Partner, err)
	}
}
